"""Who wants which optional letters, and the link by which a letter is its recipient's last.

The link's token needs no signing in and does not expire (RFC 8058 section 3.1): it is bound to
one account, or one address that belongs to none, and to one kind of letter, and all it can do is
to stop these. Of an address no more is kept than a keyed digest, its mark.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id, is_id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox.letter import Choice
from bridgework.kit.outbox.tables import notification_choices as choices
from bridgework.kit.outbox.tables import refused_addresses as refused

_DIGEST = "unsubscribe"
_MARK = "refused-address"
_IS_MARK = re.compile(r"[0-9a-f]{64}")

_said = sa.select(choices.c.account_id, choices.c.wanted).where(
    choices.c.kind == sa.bindparam("kind"),
    choices.c.account_id.in_(sa.bindparam("accounts", expanding=True)),
)
_refused = sa.select(refused.c.mark).where(
    refused.c.kind == sa.bindparam("kind"),
    refused.c.mark.in_(sa.bindparam("marks", expanding=True)),
)
_refuse: Mapping[str, sa.Executable] = {
    "sqlite": sqlite.insert(refused).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(refused).on_conflict_do_nothing(),
}


def marks_of(keyring: Keyring, email_key: str) -> tuple[str, ...]:
    """What an address is remembered by: its digests by every key, newest first."""
    return tuple(keyring.digests(_MARK, email_key))


def unwanted(tx: Tx, asked: Collection[Choice]) -> set[Choice]:
    """Those of several choices by which somebody refuses letters.

    What an account has said counts before what was said of its address.
    """
    refusals = set()
    for kind in {choice.kind for choice in asked}:
        several = [choice for choice in asked if choice.kind == kind]
        accounts = [choice.account_id for choice in several if choice.account_id is not None]
        wanted = _wanted(tx, kind, accounts)
        marks = _refused_marks(tx, kind, [mark for choice in several for mark in choice.marks])
        for choice in several:
            by_address = marks.isdisjoint(choice.marks)
            if not wanted.get(choice.account_id, by_address):
                refusals.add(choice)
    return refusals


def said(tx: Tx, account_id: Id) -> Mapping[str, bool]:
    """What an account has said of kinds of letters; there may be others."""
    rows = tx.rows(
        sa.select(choices.c.kind, choices.c.wanted).where(choices.c.account_id == account_id)
    )
    return {row.kind: row.wanted for row in rows}


def say(tx: Tx, choice: Choice, *, wanted: bool, now: datetime) -> None:
    """Have letters of a kind be wanted, or not. To say it twice changes nothing."""
    if choice.account_id is None:
        _say_of_address(tx, choice, wanted=wanted, now=now)
        return
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
    whose = choice.account_id or choice.marks[0]
    digest = keyring.digest(_DIGEST, whose, choice.kind)
    return f"{choice.kind}.{whose}.{digest}"


def of_token(keyring: Keyring, text: str) -> Choice | None:
    """The choice that a link is about, None if it is not one of ours."""
    kind, _, rest = text.partition(".")
    whose, _, digest = rest.partition(".")
    is_mark = _IS_MARK.fullmatch(whose) is not None
    if not (text.isascii() and (is_mark or is_id(whose))):
        return None
    if not keyring.matches(digest, _DIGEST, whose, kind):
        return None
    return Choice(None, kind, (whose,)) if is_mark else Choice(Id(whose), kind)


def _wanted(tx: Tx, kind: str, accounts: Sequence[Id]) -> Mapping[Id | None, bool]:
    if not accounts:
        return {}
    rows = tx.rows(_said, {"kind": kind, "accounts": accounts})
    return {row.account_id: row.wanted for row in rows}


def _refused_marks(tx: Tx, kind: str, marks: Sequence[str]) -> set[str]:
    if not marks:
        return set()
    return set(tx.execute(_refused, {"kind": kind, "marks": marks}).scalars())


def _say_of_address(tx: Tx, choice: Choice, *, wanted: bool, now: datetime) -> None:
    if wanted:
        these = sa.and_(refused.c.mark.in_(choice.marks), refused.c.kind == choice.kind)
        tx.execute(refused.delete().where(these))
    else:
        row = {"mark": choice.marks[0], "kind": choice.kind, "changed_at": now}
        tx.execute(_refuse[tx.dialect], row)


def _this(choice: Choice) -> sa.ColumnElement[bool]:
    return sa.and_(choices.c.account_id == choice.account_id, choices.c.kind == choice.kind)
