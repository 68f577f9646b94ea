"""Who wants which optional letters, and the link by which a letter is its recipient's last.

The link's token needs no signing in and does not expire (RFC 8058 section 3.1): it is bound to
one account and one kind of letter, and all it can do is to stop these.
"""

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id, is_id
from bridgework.kit.keys import Keyring
from bridgework.kit.outbox.letter import Choice
from bridgework.kit.outbox.tables import notification_choices as choices

_DIGEST = "unsubscribe"


def wants(tx: Tx, choice: Choice) -> bool:
    """Whether letters of this kind may be sent to this account."""
    wanted = tx.value(sa.select(choices.c.wanted).where(_this(choice)))
    return wanted is None or bool(wanted)


def said(tx: Tx, account_id: Id) -> Mapping[str, bool]:
    """What an account has said of kinds of letters; there may be others."""
    rows = tx.rows(
        sa.select(choices.c.kind, choices.c.wanted).where(choices.c.account_id == account_id)
    )
    return {row.kind: row.wanted for row in rows}


def say(tx: Tx, choice: Choice, *, wanted: bool, now: datetime) -> None:
    """Have an account want letters of a kind, or not. To say it twice changes nothing."""
    values = {"wanted": wanted, "changed_at": now}
    change = choices.update().where(_this(choice)).values(**values)
    if tx.execute(change).rowcount:
        return
    this = {"account_id": choice.account_id, "kind": choice.kind}
    try:
        with tx.savepoint():
            tx.execute(choices.insert(), {**this, **values})
    except sa.exc.IntegrityError:  # another came first, and this one is the later word
        tx.execute(change)


def token(keyring: Keyring, choice: Choice) -> str:
    """What the link to refuse further letters of this kind ends in."""
    digest = keyring.digest(_DIGEST, choice.account_id, choice.kind)
    return f"{choice.kind}.{choice.account_id}.{digest}"


def of_token(keyring: Keyring, text: str) -> Choice | None:
    """The choice that a link is about, None if it is not one of ours."""
    kind, _, rest = text.partition(".")
    account_id, _, digest = rest.partition(".")
    if not (text.isascii() and is_id(account_id)):
        return None
    fits = keyring.matches(digest, _DIGEST, account_id, kind)
    return Choice(Id(account_id), kind) if fits else None


def _this(choice: Choice) -> sa.ColumnElement[bool]:
    return sa.and_(choices.c.account_id == choice.account_id, choices.c.kind == choice.kind)
