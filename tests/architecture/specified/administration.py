"""Limits of the texts of administrators, and of recruiting."""

from collections.abc import Mapping

from tests.architecture.specified.members import (
    ADDRESS,
    EMAIL,
    NAME,
    Member,
    array,
    number,
    one_of,
    required,
    text,
)

CANDIDATE = {
    **required(firstName=NAME, lastName=NAME),
    "email": EMAIL,
    "secondaryEmail": EMAIL,
    "phone": text(1, 30),
    "city": text(1, 100),
    "state": text(1, 100),
    "currentJobTitle": text(1, 200),
    "experienceInYears": number(0, 70),
    "skillSet": text(1, 1000),
    "professionalNetworkUrl": text(1),
    "openToWork": Member("boolean"),
}
RECRUITING_JOB_IDS = array(text(form="digits"), 1, 50)

SHAPES: Mapping[str, Mapping[str, Member]] = {
    "SendCustomEmailRequest": required(
        type=one_of("admin_custom_connect_call", "admin_custom_founder_invite"),
        subject=text(1, 200),
        body=text(1, 10_000),
    ),
    "IntroEmailPreviewRequest": {
        **required(
            recipientProfessionalNetwork=ADDRESS,
            introducerFirstName=NAME,
            introducerEmail=EMAIL,
            introducerProfessionalNetwork=ADDRESS,
            introduceeFirstName=NAME,
            introduceeFullName=text(1, 200),
            introduceeTitle=text(1, 200),
            introduceeCompany=text(1, 200),
            introduceeEmail=EMAIL,
            introduceeProfessionalNetwork=ADDRESS,
            introduceeSchedulingLink=ADDRESS,
            introReason=text(1, 500),
            senderName=text(1, 100),
            senderTitle=text(1, 200),
            senderOrg=text(1, 200),
        ),
        "recipientFirstName": text(1, 100),
    },
    "SendIntroEmailRequest": required(
        subject=text(1, 200), body=text(1, 10_000), introducerEmail=EMAIL, introduceeEmail=EMAIL
    ),
    "CandidateInput": CANDIDATE,
    "CreateCandidateRequest": {**CANDIDATE, "jobIds": RECRUITING_JOB_IDS},
    "AssociateJobsRequest": required(jobIds=RECRUITING_JOB_IDS),
    "BulkCandidatesRequest": {
        **required(candidates=array(Member("object", of="CandidateInput"), 1, 10)),
        "jobIds": RECRUITING_JOB_IDS,
    },
}
