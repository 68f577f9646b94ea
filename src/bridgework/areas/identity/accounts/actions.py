"""Registering, signing in, and changing the own account."""

from collections.abc import Callable
from functools import partial

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.identity.accounts import (
    errors,
    hooks,
    policies,
    queries,
    schemas,
    serializers,
)
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.identity.accounts.lifecycle import registration
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.identity.accounts.sign_in import (
    codes,
    devices,
    enumeration_protection,
    login_limits,
    sessions,
)
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.validation import email_key, or_none

_NO_PASSWORD = ""
"""The hash of an account without a password: none matches it."""


def register(context: Context, body: schemas.RegisterRequest) -> schemas.Registered:
    """Create an account and e-mail the code that verifies its address.

    If accounts are not revealed, the response for a taken address looks as if it were created.
    """
    key = email_key(body.email)
    with context.read_transaction():
        login_limits.must_allow_registration(context)
        account = queries.find_account(context.tx, key)
    if account is None:
        password_hash = context.app.passwords.hash(body.password)
        with context.write_transaction():
            new = _new_account(context, body, key, password_hash)
            if queries.add_account(context.tx, new):
                return _registered(context, new.id)
            # Another request has created it during the hashing.
            account = queries.find_account(context.tx, key)
    return _register_again(context, body, key, account)


def import_account(context: Context, body: schemas.ImportedAccount) -> bool:
    """Create an account without a password and without an e-mail; False if its address is taken.

    The owner sets a password by a reset, which verifies the address.
    """
    new = _new_account(context, body, email_key(body.email), _NO_PASSWORD)
    new = new._replace(first_name=or_none(body.first_name), last_name=or_none(body.last_name))
    if not queries.add_account(context.tx, new):
        return False
    audit.note(context, "account.import", target=new.id)
    return True


def is_known(context: Context, email: str) -> bool:
    """Whether an account has this address."""
    return queries.find_account(context.tx, email_key(email)) is not None


def sign_in(
    context: Context, body: schemas.LoginRequest, device_token: str
) -> schemas.SignedInOnDevice:
    """Sign in with the password and open a session. `device_token` is that of a known device."""
    key = email_key(body.email)
    with context.write_transaction():  # a refusal is audited
        account = queries.find_account(context.tx, key)
        _failures(context, account, key, device_token).must_allow(context)
    stored = None if account is None else account.password_hash
    is_correct, rehashed = context.app.passwords.verify_and_rehash(stored, body.password)
    with context.write_transaction():
        account = queries.lock_account(context.tx, key)
        failures = _failures(context, account, key, device_token)
        failures.must_allow(context)
        if account is None and enumeration_protection.reveals(context):
            failures.count_failure(context)
            raise errors.AccountNotFound
        # The password may have changed during its verification.
        if not is_correct or account is None or account.password_hash != stored:
            failures.count_failure(context)
            raise errors.InvalidCredentials
        failures.reset(context)
        _must_be_usable(context, account)
        signed_in = _open_session(context, account, body, rehashed)
        token = devices.succeed(context, "member", account.id, key, device_token)
        return schemas.SignedInOnDevice(**dict(signed_in), device_token=token)


def verify_email(
    context: Context, body: schemas.VerifyEmailRequest, device_token: str
) -> schemas.SignedInOnDevice:
    """Verify an address with a code, and open a session.

    With a registration, it replaces the one that the account was created with.
    """
    sent = body.registration
    if not isinstance(sent, schemas.Registration):
        with context.write_transaction():
            found = _find_code_owner(context, body)
            return _verify(context, body, found, lambda _: {}, device_token)
    policies.must_be_uncommon(context.app.passwords, "registration.password", sent.password)
    with context.write_transaction():
        account, code_try = _find_code_owner(context, body)
        if not codes.is_valid(context, _code_owner_id(account), "verify-email", body.otp):
            raise _code_refused(context, body, code_try)
    password_hash = context.app.passwords.hash(sent.password)
    with context.write_transaction():
        account = queries.lock_account(context.tx, email_key(body.email))
        # Another request may have used the code during the hashing.
        replace = partial(registration.to_replacement, context, sent, password_hash)
        return _verify(context, body, (account, code_try), replace, device_token)


def resend_code(context: Context, body: schemas.ResendOtpRequest) -> None:
    """E-mail a new code, at most once a minute."""
    key = email_key(body.email)
    account = queries.find_account(context.tx, key)
    if account is not None and not account.is_email_verified:
        codes.send_verification(context, serializers.account(context, account.id), again=True)
    elif not enumeration_protection.reveals(context):
        enumeration_protection.send_no_code(context, key, account, "verify-email", again=True)
    elif account is not None:
        raise errors.AlreadyVerified
    else:
        audit.note(context, "account.send_code", outcome="failed")
        raise errors.AccountNotFound


def update_me(context: Context, body: schemas.UpdateUserRequest) -> schemas.Account:
    """Change the caller's own names and picture."""
    account_id = context.caller.account()
    changes = body.provided()
    if changes:
        if "avatar_url" in changes:
            changes["avatar_url"] = changes["avatar_url"] or None
        queries.lock(context.tx, account_id)
        before = queries.get_account(context.tx, account_id)
        names = {name: changes[name] for name in policies.NAMES if name in changes}
        reviews.note_identity(context, before._asdict(), names)
        queries.update_account(context.tx, account_id, {**changes, "updated_at": context.now})
        hooks.notify_changed(context.tx, account_id)
        change_requests.note_change(context)
    return serializers.account(context, account_id)


def _failures(
    context: Context, account: StoredAccount | None, key: str, device_token: str
) -> devices.FailureCount:
    return devices.failure_count(context, "member", queries.to_id(account), key, device_token)


def _new_account(
    context: Context,
    body: schemas.RegisterRequest | schemas.ImportedAccount,
    key: str,
    password_hash: str,
) -> StoredAccount:
    jobs_role: schemas.JobsRole | None = or_none(body.jobs_role)
    vendors_role: schemas.VendorsRole | None = or_none(body.vendors_role)
    return policies.new_account(body.email, key, password_hash, context.now)._replace(
        role=body.role,
        jobs_role=jobs_role,
        vendors_role=vendors_role,
        on_matchmaker=jobs_role is None and vendors_role is None,
    )


def _registered(context: Context, account_id: Id) -> schemas.Registered:
    """Complete the creation of an account."""
    login_limits.must_count_registration(context)
    account = serializers.account(context, account_id)
    audit.note(context, "account.register", target=account.id)
    change_feed.announce(context.tx, "account.registered", account.id)
    codes.send_first(context, account)
    return schemas.Registered(user=account)


def _register_again(
    context: Context,
    body: schemas.RegisterRequest,
    key: str,
    account: StoredAccount | None,
) -> schemas.Registered:
    """Refuse the registration of a taken address. It contests one that is not verified yet."""
    stored = "" if account is None else account.password_hash
    is_same = context.app.passwords.verify(stored, body.password)
    with context.write_transaction():
        account = queries.lock_account(context.tx, key)
        if account is not None and not (is_same and account.password_hash == stored):
            registration.contest(context, account, body)
        audit.note(context, "account.register", target=queries.to_id(account), outcome="refused")
        if enumeration_protection.reveals(context):
            raise errors.AccountExists
        login_limits.must_count_registration(context)
        _send_for_registration(context, key, account)
        unsaved = _new_account(context, body, key, _NO_PASSWORD)
        return schemas.Registered(user=serializers.to_schema(context, unsaved))


def _send_for_registration(context: Context, email_key: str, account: StoredAccount | None) -> None:
    """Count the registration of a taken address like any other, and e-mail its owner.

    While the address is not verified, the owner gets a new code, within the limits.
    """
    if account is None or account.is_email_verified or account.disabled_at is not None:
        login_limits.count_first_code(context, email_key)
        is_sent = False
    else:
        is_sent = codes.send_repeated(context, serializers.account(context, account.id))
    if account is not None and not is_sent:
        enumeration_protection.notify_owner(context, account, "register")


def _find_code_owner(
    context: Context, body: schemas.VerifyEmailRequest
) -> tuple[StoredAccount | None, codes.CodeTry]:
    """Return the account with an address, locked, and the counted try of a code."""
    key = email_key(body.email)
    account = queries.lock_account(context.tx, key)
    account_id = queries.to_id(account)
    return account, codes.must_count_try(context, key, "verify-email", account_id, body.link_token)


def _code_owner_id(account: StoredAccount | None) -> Id:
    """The account whose code is looked up; none if its address is not to be verified."""
    if account is None or account.is_email_verified or account.disabled_at is not None:
        return policies.NO_ACCOUNT_ID
    return account.id


def _code_refused(
    context: Context, body: schemas.VerifyEmailRequest, code_try: codes.CodeTry
) -> errors.CodeInvalid:
    message = errors.CodeInvalid.JOBS_SENTENCE if body.source == "jobs" else None
    return code_try.fail(context, message)


def _verify(
    context: Context,
    body: schemas.VerifyEmailRequest,
    found: tuple[StoredAccount | None, codes.CodeTry],
    to_changes: Callable[[StoredAccount], dict[str, object]],
    device_token: str,
) -> schemas.SignedInOnDevice:
    """Use the code, verify the address with the further changes, and open a session."""
    account, code_try = found
    is_used = codes.use(context, _code_owner_id(account), "verify-email", body.otp)
    if account is None or not is_used:
        raise _code_refused(context, body, code_try)
    code_try.succeed(context)
    changes = registration.prove(context, account.id, to_changes(account))
    audit.note(
        context, "account.verify_email", target=account.id, changes=changes, actor=account.id
    )
    signed_in = sessions.open_for(context, account.id)
    token = devices.prove(context, account.id, email_key(body.email), device_token)
    return schemas.SignedInOnDevice(**dict(signed_in), device_token=token)


def _must_be_usable(context: Context, account: StoredAccount) -> None:
    """Raise AccountDisabled or EmailNotVerified, audited; the latter e-mails a new code."""
    if account.disabled_at is None and account.is_email_verified:
        return
    audit.note(context, "account.sign_in", target=account.id, outcome="refused")
    if account.disabled_at is not None:
        raise errors.AccountDisabled
    try:
        codes.send_verification(context, serializers.account(context, account.id))
    except errors.TooManyCodes:
        # A refused e-mail is in the audit log. The client gets the same 403 in both cases.
        raise errors.EmailNotVerified(errors.EmailNotVerified.NOT_MAILED) from None
    raise errors.EmailNotVerified


def _open_session(
    context: Context, account: StoredAccount, body: schemas.LoginRequest, rehashed: str | None
) -> schemas.SignedIn:
    # A sign-in on the site of a platform adds its role; an existing role stays.
    changes = {
        name: role
        for name, role in body.provided().items()
        if name in {"jobs_role", "vendors_role"} and getattr(account, name) is None
    }
    role_changes = audit.changed(account._asdict(), changes)
    audit.note(
        context, "account.sign_in", target=account.id, changes=role_changes, actor=account.id
    )
    if rehashed is not None:
        changes["password_hash"] = rehashed
    if changes:
        queries.update_account(context.tx, account.id, {**changes, "updated_at": context.now})
        hooks.notify_changed(context.tx, account.id)
    return sessions.open_for(context, account.id)
