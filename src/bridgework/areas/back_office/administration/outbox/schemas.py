"""The request and response models of custom e-mails and introductions."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.back_office.administration.fields import (
    CriterionPoints,
    MailBody10000,
    Reason500,
)
from bridgework.kit.validation import (
    AtMost50,
    Email,
    Name100,
    Percentage,
    PersonName,
    RequestBody,
    ResponseModel,
    Title200,
    Url2048,
    Uuid,
)

CustomEmailType = TypeAliasType(
    "CustomEmailType", Literal["admin_custom_connect_call", "admin_custom_founder_invite"]
)


class SendCustomEmailRequest(RequestBody):
    """An e-mail to one user."""

    type: CustomEmailType
    """The template around the text: an invitation to a call, or to founders."""
    subject: Title200
    """The subject line."""
    body: MailBody10000
    """The text, without markup."""


class IntroEmailPreviewRequest(RequestBody):
    """The values that fill in the template of an introduction."""

    recipient_professional_network: Url2048
    recipient_first_name: Name100 | MISSING = MISSING
    introducer_first_name: PersonName
    introducer_email: Email
    introducer_professional_network: Url2048
    introducee_first_name: PersonName
    introducee_full_name: Title200
    introducee_title: Title200
    introducee_company: Title200
    introducee_email: Email
    introducee_professional_network: Url2048
    introducee_scheduling_link: Url2048
    intro_reason: Reason500
    sender_name: Name100
    sender_title: Title200
    sender_org: Title200


class IntroEmailPreview(ResponseModel):
    """The subject and text of an introduction, to edit and send."""

    subject: str
    """The subject line."""
    body: str
    """The text, without markup."""


class IntroCriterion(RequestBody):
    """A criterion of a match, drawn as a bar."""

    name: Name100
    """The criterion, as in a match."""
    points: CriterionPoints
    weight: Percentage
    """The maximum of the points. Points without a weight are shown without a bar."""


class IntroMatch(RequestBody):
    """The match that is the reason for an introduction.

    An item of `listJobMatches` or `listRoleMatches` can be sent as it is.
    """

    match_score: Percentage
    """The sum of the points."""
    criteria: AtMost50[IntroCriterion]


class SendIntroEmailRequest(RequestBody):
    """An introduction. Both persons receive the same e-mail."""

    subject: Title200
    """The subject line."""
    body: MailBody10000
    """The text, without markup."""
    introducer_email: Email
    introducee_email: Email
    match: IntroMatch | MISSING = MISSING
    """A match whose score and points are below the text. Both persons read them."""


class SentEmail(ResponseModel):
    """An e-mail that was queued."""

    email_id: Uuid
