"""Limits of accounts and users."""

from collections.abc import Mapping

from tests.architecture.specified.members import (
    AVATAR_URL,
    EMAIL,
    JOBS_ROLE,
    NAME,
    SIX_DIGITS,
    VENDORS_ROLE,
    Member,
    nullable,
    number,
    one_of,
    required,
    text,
)

BOT_CHECK_TOKEN = text(most=2048)
LINK_TOKEN = text(most=200)
ROLE = one_of("expert", "client", "rpo", "admin")

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
        "registration": Member("object", of="Registration"),
        "linkToken": LINK_TOKEN,
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
        "linkToken": LINK_TOKEN,
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
        "avatarUrl": text(most=2048),
        "consultationRequestCap": nullable(number(0, 10_000)),
    },
    "AssignRoleRequest": required(id=text(form="uuid"), role=ROLE),
}
