"""The operations of accounts: contract sections 3.1 and 3.2."""

from bridgework.areas.accounts import actions, rules, sessions, store
from bridgework.areas.accounts.shapes import (
    Account,
    LoginRequest,
    Registered,
    RegisterRequest,
    ResendOtpRequest,
    SignedIn,
    UpdateUserRequest,
    VerifyEmailRequest,
)
from bridgework.kit.auth import member, public
from bridgework.kit.http.area import Area
from bridgework.kit.http.call import Call
from bridgework.kit.http.results import OK, Ok

area = Area("Accounts")


@area.post(
    "/auth/register",
    who=public,
    status=201,
    slow=True,
    problems=(rules.AccountExists, rules.TooManyRegistrations),
)
def register(call: Call, body: RegisterRequest) -> Registered:
    """Make an account.

    A six-digit code is mailed to the address; `verifyEmail` takes it as proof.
    """
    return actions.register(call, body)


@area.post(
    "/auth/login",
    who=public,
    slow=True,
    problems=(
        rules.InvalidCredentials,
        rules.AccountNotFound,
        rules.EmailNotVerified,
        rules.AccountDisabled,
        rules.TooManySignIns,
        rules.TooManyCodes,
    ),
)
def login(call: Call, body: LoginRequest) -> SignedIn:
    """Sign in with e-mail and password.

    With `jobsRole` or `vendorsRole` the account joins that platform if it has no role there yet.
    An address that is not verified gets a fresh code by mail and a 403.
    """
    return actions.sign_in(call, body)


@area.post("/auth/verify-email", who=public, problems=(rules.CodeInvalid, rules.TooManyTries))
def verify_email(call: Call, body: VerifyEmailRequest) -> SignedIn:
    """Prove an address by the code that was mailed to it, and sign in."""
    return actions.verify_email(call, body)


@area.post(
    "/auth/resend-otp",
    who=public,
    status=202,
    problems=(rules.AccountNotFound, rules.AlreadyVerified, rules.TooManyCodes),
)
def resend_otp(call: Call, body: ResendOtpRequest) -> Ok:
    """Mail a fresh code, at most once a minute. The former one is good no more."""
    actions.resend_code(call, body)
    return OK


@area.post("/auth/logout", who=member)
def logout(call: Call) -> Ok:
    """End this session. Its tokens are good no more, on any node, from now on."""
    sessions.end(call)
    return OK


@area.get("/users/me", who=member)
def get_me(call: Call) -> Account:
    """Read one's own account."""
    return store.account(call.tx, call.caller.account())


@area.patch("/users/me", who=member)
def update_me(call: Call, body: UpdateUserRequest) -> Account:
    """Change one's own names and picture. An empty `avatarUrl` takes the picture away."""
    return actions.update_me(call, body)
