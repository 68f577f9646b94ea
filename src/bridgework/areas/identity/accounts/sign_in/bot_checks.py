"""The CAPTCHAs of public operations: the `bot_check` of their declarations."""

from typing import Protocol

from pydantic import MISSING

from bridgework.areas.identity.accounts import policies
from bridgework.areas.identity.accounts.schemas import RegisterRequest, ResetPasswordRequest
from bridgework.context import Context


class _WithToken(Protocol):
    @property
    def bot_check_token(self) -> str | MISSING: ...


def must_pass(context: Context, body: _WithToken) -> None:
    """Raise BotCheckFailed unless the CAPTCHA was passed."""
    context.app.captcha.must_pass(body.bot_check_token, context.client.address)


def must_pass_registration(context: Context, body: RegisterRequest) -> None:
    """Raise ValidationFailed for a common password, before the token is used, or BotCheckFailed."""
    policies.must_be_uncommon(context.app.passwords, "password", body.password)
    must_pass(context, body)


def must_pass_reset(context: Context, body: ResetPasswordRequest) -> None:
    """Raise ValidationFailed for a common password, before the token is used, or BotCheckFailed."""
    policies.must_be_uncommon(context.app.passwords, "newPassword", body.new_password)
    must_pass(context, body)
