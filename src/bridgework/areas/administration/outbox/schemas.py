"""The request and response models of custom e-mails and introductions."""

from typing import Literal

from pydantic import MISSING

from bridgework.areas.administration.fields import MailBody10000, Reason500
from bridgework.kit.fields import (
    Email,
    Name100,
    PersonName,
    Title200,
    Url2048,
    Uuid,
)
from bridgework.kit.schemas import RequestBody, ResponseModel

CustomType = Literal["admin_custom_connect_call", "admin_custom_founder_invite"]


class SendCustomEmailRequest(RequestBody):
    type: CustomType
    subject: Title200
    body: MailBody10000


class IntroEmailPreviewRequest(RequestBody):
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
    subject: str
    body: str


class SendIntroEmailRequest(RequestBody):
    subject: Title200
    body: MailBody10000
    introducer_email: Email
    introducee_email: Email


class SentEmail(ResponseModel):
    email_id: Uuid
