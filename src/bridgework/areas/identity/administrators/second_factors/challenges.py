"""Challenges: what a client must answer with a second factor, once, within five minutes.

A challenge is bound to the account, the purpose and the client's address. It is also the challenge
of WebAuthn, for an answer by passkey.
"""

from bridgework.areas.identity.administrators import errors, policies
from bridgework.areas.identity.administrators.policies import Purpose
from bridgework.areas.identity.administrators.second_factors import passkeys, queries
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.core.net import client_addresses
from bridgework.kit.security import secret_tokens
from bridgework.kit.validation import JsonObject


def create(context: Context, account_id: Id, purpose: Purpose) -> str:
    """Create a challenge and return it."""
    challenge = secret_tokens.generate_token()
    digest = secret_tokens.digest(challenge)
    expires = context.now + policies.CHALLENGE_LIFE
    queries.add_challenge(context.tx, digest, account_id, purpose, _network(context), expires)
    return challenge


def passkey_options(context: Context, account_id: Id, challenge: str) -> JsonObject | None:
    """Return the options to answer a challenge by passkey; None if the account has none."""
    allowed = queries.list_credential_ids(context.tx, account_id)
    if not allowed or not passkeys.is_possible(context.app.settings):
        return None
    return passkeys.request_options(context.app.settings, challenge, allowed)


def account_of(context: Context, challenge: str, purpose: Purpose) -> Id:
    """Return the account of a challenge, which is locked. Raises ChallengeInvalid."""
    digest, network = secret_tokens.digest(challenge), _network(context)
    account_id = queries.lock_challenge_account(context.tx, digest, purpose, network, context.now)
    if account_id is None:
        raise errors.ChallengeInvalid
    return account_id


def use(context: Context, challenge: str) -> None:
    """Use a challenge up."""
    queries.delete_challenge(context.tx, secret_tokens.digest(challenge))


def _network(context: Context) -> str:
    return client_addresses.network(context.client.address)
