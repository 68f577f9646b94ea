"""The limits of the specification, sections 2.1 and 2.2, for the shapes that exist.

Written from its text and not from the code, so that a limit that is wrong in the code stands out.
A shape that comes into being gets its rows here first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Member:
    """What the specification says of one member; what it leaves unsaid is None or empty."""

    kind: str = "string"
    least: int | None = None
    most: int | None = None
    """Of a text's length, of a number, or of the items of an array."""
    form: str = ""
    """`email`, `uri`, `uri-or-empty`, `a letter`, `six digits`."""
    values: tuple[str, ...] = ()
    default: str | None = None
    items: "Member | None" = None
    of: str = ""
    """The name of an object's shape."""
    nullable: bool = False
    required: bool = False


def text(least: int | None = None, most: int | None = None, form: str = "") -> Member:
    return Member(least=least, most=most, form=form)


def number(least: int, most: int) -> Member:
    return Member("integer", least, most)


def one_of(*values: str, default: str | None = None) -> Member:
    return Member(values=values, default=default)


def array(items: Member, least: int | None = None, most: int | None = None) -> Member:
    return Member("array", least, most, items=items)


def nullable(member: Member) -> Member:
    return replace(member, nullable=True)


def required(**members: Member) -> dict[str, Member]:
    return {name: replace(member, required=True) for name, member in members.items()}


EMAIL = text(most=254, form="email")
NAME = text(1, 100, form="a letter")
SIX_DIGITS = text(form="six digits")
BOT_CHECK_TOKEN = text(most=2048)
JOBS_ROLE = one_of("candidate", "recruiter", "clinic_owner")
VENDORS_ROLE = one_of("vendor", "ambassador")
ROLE = one_of("expert", "client", "rpo", "admin")
MONTH = nullable(number(1, 12))
YEAR = nullable(number(1900, 2100))

AVATAR_URL = text(most=2048, form="uri-or-empty")
"""The length is our own: the specification names none, and the text goes out with every list."""

SHAPES: Mapping[str, Mapping[str, Member]] = {
    "RegisterRequest": {
        **required(email=EMAIL, password=text(6, 128)),
        "role": one_of("expert", "client", "rpo", default="expert"),
        "jobsRole": JOBS_ROLE,
        "vendorsRole": VENDORS_ROLE,
        "botCheckToken": BOT_CHECK_TOKEN,
    },
    "LoginRequest": {
        **required(email=EMAIL, password=text(1, 128)),
        "jobsRole": JOBS_ROLE,
        "vendorsRole": VENDORS_ROLE,
        "botCheckToken": BOT_CHECK_TOKEN,
    },
    "VerifyEmailRequest": {
        **required(email=EMAIL, otp=SIX_DIGITS),
        "source": one_of("jobs"),
    },
    "ResendOtpRequest": required(email=EMAIL),
    "UpdateUserRequest": {"firstName": NAME, "lastName": NAME, "avatarUrl": AVATAR_URL},
    "AdminLoginRequest": {
        **required(email=EMAIL, masterPassword=text(1, 256)),
        "botCheckToken": BOT_CHECK_TOKEN,
    },
    "ChangePasswordRequest": required(currentPassword=text(1, 128), newPassword=text(6, 128)),
    "ForgotPasswordRequest": {**required(email=EMAIL), "botCheckToken": BOT_CHECK_TOKEN},
    "ResetPasswordRequest": {
        **required(email=EMAIL, otp=SIX_DIGITS, newPassword=text(6, 128)),
        "botCheckToken": BOT_CHECK_TOKEN,
    },
    "PatchUserRequest": {
        "firstName": NAME,
        "lastName": NAME,
        "verificationTier": one_of("not-verified", "verified", "pro"),
        "jobsVerificationTier": one_of("not-verified", "verified"),
        "vendorsVerificationTier": one_of("not-verified", "verified"),
        "isEmailVerified": Member("boolean"),
        "onboardingStep": nullable(text(most=100)),
        "jobsOnboardingStep": nullable(text(most=100)),
        "vendorsOnboardingStep": nullable(text(most=100)),
        "role": ROLE,
        "jobsRole": JOBS_ROLE,
        "vendorsRole": VENDORS_ROLE,
        "avatarUrl": AVATAR_URL,
        "consultationRequestCap": number(0, 10_000),
    },
    "AssignRoleRequest": required(id=text(form="uuid"), role=ROLE),
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
        programType=nullable(one_of("general_dentistry", "assoc_specialty", "other")),
        affiliation=nullable(one_of("student", "class_president", "faculty", "dean", "alumni")),
        studentYear=nullable(one_of("D1", "D2", "D3", "D4")),
    ),
}

NOTIFICATIONS = dict.fromkeys(
    (
        "applicationReceived",
        "applicationDecided",
        "postingDecided",
        "eventInvitation",
        "consultationDecided",
    ),
    Member("boolean"),
)

OURS: Mapping[str, Mapping[str, Member]] = {
    "RefreshTokenRequest": required(refreshToken=text(1, 200)),
    "ChangeMasterPasswordRequest": required(
        currentMasterPassword=text(1, 256), newMasterPassword=text(12, 256)
    ),
    "RequestEmailRequest": required(newEmail=EMAIL, password=text(1, 128)),
    "ConfirmEmailRequest": required(otp=SIX_DIGITS),
    "EraseMeRequest": required(password=text(1, 128)),
    "DisableUserRequest": required(reason=text(1, 1000)),
    "AdminCreateApiKeyRequest": {
        **required(
            name=text(1, 100),
            scopes=array(
                one_of(
                    "experts:read",
                    "blogs:read",
                    "jobs:read",
                    "events:read",
                    "vendors:read",
                    "candidates:write",
                ),
                1,
                6,
            ),
        ),
        "expiresAt": nullable(text(form="date-time")),
    },
    "UpdateNotificationsRequest": NOTIFICATIONS,
}
"""Shapes that the specification does not have: contract sections 3 and 10."""

QUERIES: Mapping[str, Mapping[str, Member]] = {
    "listBlogs": {"page": Member("integer"), "limit": Member("integer")},
    "listExperts": {
        "page": Member("integer"),
        "limit": Member("integer"),
        **dict.fromkeys(
            ("search", "location", "skills", "tags", "availability", "engagementType", "sortBy"),
            Member(),
        ),
    },
}
"""Of these it shows the names, of two the type, and no limits: section 4.1."""
