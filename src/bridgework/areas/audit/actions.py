"""Noting what happens, sealing what was noted, and letting go of what is personal in it."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from bridgework.areas.audit import policies, queries
from bridgework.areas.audit.policies import Entry, Personal, Point
from bridgework.areas.audit.schemas import (
    Action,
    AdminListLogsQuery,
    AuditChange,
    AuditLogEntry,
    AuditLogPage,
    Outcome,
)
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.keyring import Keyring
from bridgework.kit.pagination import offset
from bridgework.kit.pagination.schemas import must_be_in_order
from bridgework.kit.schemas import to_wire_name

_SALT_BYTES = 16
_COMMAND_LINE = "bridgework command line"
_SEALED_AT_ONCE = 100
"""In one transaction: few enough that nobody waits long for the write lock, or the head."""


def note(
    context: Context,
    action: Action,
    *,
    target: str | None = None,
    outcome: Outcome = "ok",
    changes: Sequence[AuditChange] = (),
    actor: Id | None = None,
) -> None:
    """Record what a request does, in its transaction: the entry stands if that does.

    A refusal's entry stands if the problem that is raised keeps. `actor` is the caller unless
    said, for a partner's key whoever made it, and nobody where a stranger calls. `target` is an
    id, never an address. Nothing secret goes in; `changes` are made by `changed`.
    """
    for change in changes:
        policies.must_be_told(change)
    personal = Personal(context.address, context.user_agent, secrets.token_hex(_SALT_BYTES))
    keyring = context.app.keyring
    entry = Entry(
        id=new_id(),
        at=context.now,
        actor=actor or context.caller.account_id or context.caller.made_by,
        action=action,
        target=target,
        outcome=outcome,
        request_id=context.request_id,
        changes=[change.model_dump(mode="json", by_alias=True) for change in changes],
        personal=keyring.digest(*policies.of_personal(personal)),
    )
    _add(context.tx, keyring, entry, personal)


def note_from_command_line(
    tx: Tx, keyring: Keyring, now: datetime, action: Action, *, target: str | None = None
) -> None:
    """Note what an operator does at the machine itself, where nobody is signed in."""
    personal = Personal("", _COMMAND_LINE, secrets.token_hex(_SALT_BYTES))
    entry = Entry(
        id=new_id(),
        at=now,
        actor=None,
        action=action,
        target=target,
        outcome="ok",
        request_id="",
        changes=[],
        personal=keyring.digest(*policies.of_personal(personal)),
    )
    _add(tx, keyring, entry, personal)


def changed(before: Mapping[str, object], after: Mapping[str, object]) -> list[AuditChange]:
    """What `after` makes other than it was; both by Python names.

    A role's, tier's, state's or cap's values are told, of everything else the name.
    """
    return [_change(name, before[name], now) for name, now in after.items() if now != before[name]]


def logs(context: Context, query: AdminListLogsQuery) -> AuditLogPage:
    """One page of what fits, the newest first. Raises ValidationFailed."""
    must_be_in_order(query.from_, query.to)
    with context.read_transaction() as tx:
        rows, total = queries.page(tx, query)
    items = [
        AuditLogEntry.model_validate(row._asdict(), by_name=True, strict=False) for row in rows
    ]
    return offset.to_page(query, AuditLogPage, items, total)


def seal(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """Number and chain some of the entries that wait, oldest first. Returns how many.

    One sealer at a time: the others wait for the head. An entry that was written early and
    committed late comes later; there are no gaps. Raises HeadUnfit.
    """
    del now
    if not queries.some_wait(tx):  # whoever finds nothing to seal locks nothing
        return 0
    point = _locked_head(keyring, tx)
    sealed: list[tuple[Id, Point]] = []
    for entry in queries.unsealed(tx, most=_SEALED_AT_ONCE):
        mac = keyring.digest(*policies.of_link(point, entry.digest))
        point = Point(point.number + 1, mac)
        sealed.append((entry.id, point))
    if sealed:
        queries.seal(tx, sealed)
        queries.move_head(tx, point, keyring.digest(*policies.of_head(point)))
    return len(sealed)


def note_overdue(tx: Tx, now: datetime) -> int:
    """Record if entries wait for longer than a running sealer needs. Returns 0: it runs once.

    It runs beside the sealer, so what waits that long is not waiting for a server to start.
    """
    if queries.some_overdue(tx, now - policies.SEALED_WITHIN):
        queries.note_overdue(tx, now)
    return 0


def forget(tx: Tx, account_id: Id) -> int:
    """Drop what entries hold of an account's owner: addresses and programs. The chain stays whole.

    That is beside what the owner did, and beside what strangers tried at the account, who may
    have been the owner too. Returns how many entries lost theirs.
    """
    return queries.drop_personal(tx, account_id)


def _locked_head(keyring: Keyring, tx: Tx) -> Point:
    row = queries.locked_head_row(tx)
    if row is None:
        raise policies.HeadUnfit
    point = Point(row.number, row.mac)
    if not policies.head_fits(keyring, point, row.seal) or queries.last_number(tx) > point.number:
        raise policies.HeadUnfit
    return point


def _add(tx: Tx, keyring: Keyring, entry: Entry, personal: Personal) -> None:
    digest = keyring.digest(*policies.of_entry(entry))
    queries.add(tx, {**policies.as_row(entry), "digest": digest}, policies.as_row(personal))


def _change(name: str, before: object, after: object) -> AuditChange:
    field = to_wire_name(name)
    if field not in policies.TOLD:
        return AuditChange(field=field, before=None, after=None)
    return AuditChange.model_validate({"field": field, "before": before, "after": after})
