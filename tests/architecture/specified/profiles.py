"""Limits of profiles."""

from collections.abc import Mapping

from tests.architecture.specified.members import (
    AVATAR_URL,
    NAME,
    Member,
    array,
    items_of,
    nullable,
    number,
    one_of,
    required,
    text,
)

MONTH = nullable(number(1, 12))
YEAR = nullable(number(1900, 2100))
YEAR_OF_STUDY = nullable(number(1900, 2036))
STUDIES = {
    "programType": nullable(one_of("general_dentistry", "assoc_specialty", "other")),
    "affiliation": nullable(one_of("student", "class_president", "faculty", "dean", "alumni")),
    "studentYear": nullable(one_of("D1", "D2", "D3", "D4")),
}
YES_OR_NO = nullable(one_of("yes", "no", "unsure"))
DETAILS = {
    "title": text(most=100),
    "credential": text(most=100),
    "specialty": nullable(array(text(most=100))),
    "secondarySpecialties": nullable(array(text(most=100))),
    "yearsExperience": Member("number"),
    "availability": text(most=50),
    "availabilityDate": text(most=50),
    "location": text(most=200),
    "bio": text(most=2000),
    "phoneNumber": text(6, 15, form="digits"),
    "countryCode": text(2, 5, form="plus and digits"),
    "professionalNetworkUrl": nullable(text(most=500, form="uri")),
    "personalWebsite": nullable(text(most=500, form="uri")),
    "systemsExperience": nullable(array(text(most=100))),
    "engagementType": nullable(text(most=50)),
    "outcomes": items_of("OutcomeItem"),
    "background": items_of("BackgroundItem"),
    "credentials": items_of("CredentialItem"),
    "education": items_of("EducationInput"),
}

SHAPES: Mapping[str, Mapping[str, Member]] = {
    "OutcomeItem": required(
        title=text(most=200), metric=text(most=200), description=text(most=1000)
    ),
    "BackgroundItem": required(
        company=text(most=200),
        role=text(most=200),
        startYear=YEAR,
        endYear=YEAR,
        description=text(most=2000),
        currentlyWorking=Member("boolean"),
    ),
    "CredentialItem": required(name=text(most=200), issuer=text(most=200), year=text(most=20)),
    "SkillGroup": required(category=text(1), items=array(text(1), 1)),
    "EducationItem": required(
        school=text(1, 150),
        degree=text(1, 150),
        fieldOfStudy=text(1, 150),
        startMonth=MONTH,
        startYear=YEAR,
        endMonth=MONTH,
        endYear=YEAR,
        grade=text(most=50),
        **STUDIES,
    ),
    "EducationInput": {
        **required(
            school=text(1, 150),
            degree=text(1, 150),
            fieldOfStudy=text(1, 150),
            startMonth=MONTH,
            startYear=YEAR_OF_STUDY,
            endMonth=MONTH,
            endYear=YEAR_OF_STUDY,
            grade=text(most=50),
        ),
        **STUDIES,
    },
    "LicenseItem": required(licenseNumber=text(1, 100), licensedState=text(1, 100)),
    "AdditionalDetailUpdateRequest": DETAILS,
    "ProfileFields": {
        **DETAILS,
        "licenses": items_of("LicenseItem"),
        "desiredLicensedStates": nullable(array(text(1, 100))),
        "company": text(most=200),
        "jobSeekerIntent": one_of("actively_looking", "open_to_opportunities", "not_looking"),
        "accreditedInvestor": YES_OR_NO,
        "startupAdvisor": YES_OR_NO,
        "skills": items_of("SkillGroup"),
        "interestedSkills": items_of("SkillGroup"),
        "tags": array(text(1, 50)),
        "tourProgress": nullable(Member("object", items=Member("boolean"))),
    },
    "FullProfileUpdateRequest": {
        "firstName": NAME,
        "lastName": NAME,
        "avatarUrl": AVATAR_URL,
        "role": one_of("expert", "client"),
        "onboardingStep": nullable(text(1, 64)),
        "profile": Member("object", of="ProfileFields"),
    },
}
