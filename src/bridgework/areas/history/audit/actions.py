"""Record events, seal the entries, and erase the personal values in them."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bridgework.areas.history.audit import hooks, policies, queries, schemas
from bridgework.areas.history.audit.policies import Checkpoint, Entry, Personal
from bridgework.areas.history.audit.records import ListedEntry
from bridgework.context import Context
from bridgework.kit.core import Id, new_id, parse_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import must_be_in_order, offset
from bridgework.kit.security import Keyring
from bridgework.kit.validation import to_wire_name

_SALT_BYTES = 16
_COMMAND_LINE = "bridgework command line"
_BATCH = 100
"""Entries sealed in one transaction. A small batch holds the write lock and the head briefly."""

count_unsealed = queries.count_unsealed
"""For higher areas: how many entries wait to be sealed, and since when."""


def note(
    context: Context,
    action: schemas.AuditAction,
    *,
    target: str | None = None,
    outcome: schemas.AuditOutcome = "ok",
    changes: Sequence[schemas.AuditChange] = (),
    actor: Id | None = None,
) -> None:
    """Record an event in the request's transaction. The entry is rolled back with it.

    The entry of a refused request is committed if the raised error has `commits = True`. `actor`
    defaults to the caller's account; for an API key it is the account that created the key, and
    for an anonymous caller None. `target` is an ID, never an e-mail address. Entries must not
    contain secrets; `changes` are created by `changed`. Raises ValueNotAllowed.
    """
    for change in changes:
        policies.must_be_allowed(change)
    client, salt = context.client, secrets.token_hex(_SALT_BYTES)
    personal = Personal(client.address, client.user_agent, salt)
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
        personal=keyring.digest(*policies.personal_parts(personal)),
    )
    _add(context.tx, keyring, entry, personal)


def note_from_command_line(
    tx: Tx,
    keyring: Keyring,
    now: datetime,
    action: schemas.AuditAction,
    *,
    target: str | None = None,
) -> None:
    """Record an operator's command, which has no signed-in actor."""
    note_by_program(tx, keyring, now, action, _COMMAND_LINE, target=target)


def note_by_program(
    tx: Tx,
    keyring: Keyring,
    now: datetime,
    action: schemas.AuditAction,
    program: str,
    *,
    target: str | None = None,
) -> None:
    """Record an act of a program without a signed-in actor; `program` stands for the user agent."""
    personal = Personal("", program, secrets.token_hex(_SALT_BYTES))
    entry = Entry(
        id=new_id(),
        at=now,
        actor=None,
        action=action,
        target=target,
        outcome="ok",
        request_id="",
        changes=[],
        personal=keyring.digest(*policies.personal_parts(personal)),
    )
    _add(tx, keyring, entry, personal)


def changed(before: Mapping[str, object], after: Mapping[str, object]) -> list[schemas.AuditChange]:
    """Return the changes from `before` to `after`, which are mappings by Python names.

    The values of roles, tiers, states and caps are included; of other members only the name.
    """
    return [
        _change(name, before[name], value) for name, value in after.items() if value != before[name]
    ]


def list_entries(context: Context, query: schemas.AdminListLogsQuery) -> schemas.AuditLogPage:
    """Return a page of the matching entries, newest first. Raises ValidationFailed."""
    must_be_in_order(query.from_, query.to)
    with context.read_transaction() as tx:
        entries, total = queries.list_page(tx, query)
        names = _names_of(tx, entries)
    items = [_to_schema(entry, names) for entry in entries]
    return offset.to_page(query, schemas.AuditLogPage, items, total)


def export_entries(
    context: Context, query: schemas.AdminListLogsQuery
) -> Iterator[Sequence[schemas.AuditLogEntry]]:
    """Return the matching entries in batches, newest first. Raises ValidationFailed."""
    must_be_in_order(query.from_, query.to)
    return queries.list_batches(context.app.database, query, _to_schema)


def seal(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """Number and chain a batch of unsealed entries, oldest first. Returns how many.

    Concurrent sealers wait for the lock on the head. Numbers have no gaps; an entry that was
    committed late gets a later number. Raises HeadMismatch.
    """
    del now
    if not queries.has_unsealed(tx):  # lock nothing if there is nothing to seal
        return 0
    head = _lock_head(keyring, tx)
    sealed: list[tuple[Id, Checkpoint]] = []
    for entry in queries.list_unsealed(tx, limit=_BATCH):
        mac = keyring.digest(*policies.link_parts(head, entry.digest))
        head = Checkpoint(head.number + 1, mac)
        sealed.append((entry.id, head))
    if sealed:
        queries.update_seals(tx, sealed)
        queries.update_head(tx, head, keyring.digest(*policies.head_parts(head)))
    return len(sealed)


def record_overdue(tx: Tx, now: datetime) -> int:
    """Record whether entries wait longer than a running sealer needs. Returns 0: it runs once.

    It runs in the same process as the sealer, so such entries do not merely wait for a server to
    start.
    """
    if queries.has_unsealed_before(tx, now - policies.SEALED_WITHIN):
        queries.update_overdue(tx, now)
    return 0


def erase_personal_values(tx: Tx, account_id: Id) -> int:
    """Erase the IP addresses and user agents of an account's entries. The chain stays intact.

    This includes entries of anonymous callers with the account as target, since the caller may
    have been its owner. Returns the number of changed entries.
    """
    return queries.delete_personal(tx, account_id)


def _lock_head(keyring: Keyring, tx: Tx) -> Checkpoint:
    stored = queries.lock_head(tx)
    if stored is None:
        raise policies.HeadMismatch
    head = Checkpoint(stored.number, stored.mac)
    if (
        not policies.head_matches(keyring, head, stored.seal)
        or queries.get_last_number(tx) > head.number
    ):
        raise policies.HeadMismatch
    return head


def _add(tx: Tx, keyring: Keyring, entry: Entry, personal: Personal) -> None:
    digest = keyring.digest(*policies.entry_parts(entry))
    queries.add(tx, {**policies.to_row(entry), "digest": digest}, policies.to_row(personal))


def _names_of(tx: Tx, entries: Sequence[ListedEntry]) -> Mapping[Id, str]:
    """Return the names of the actors and targets of entries, by ID."""
    objects = {hooks.Named("account", entry.actor) for entry in entries if entry.actor}
    for entry in entries:
        if entry.target and (target := parse_id(entry.target)):
            objects.add(hooks.Named(entry.action.partition(".")[0], target))
    names: dict[Id, str] = {}
    for list_names in hooks.name_objects:
        names.update(list_names(tx, objects))
    return names


def _to_schema(entry: ListedEntry, names: Mapping[Id, str] = {}) -> schemas.AuditLogEntry:
    return schemas.AuditLogEntry.from_row(
        entry,
        actor_name=names.get(entry.actor) if entry.actor else None,
        target_name=names.get(Id(entry.target)) if entry.target else None,
    )


def _change(name: str, before: object, after: object) -> schemas.AuditChange:
    field = to_wire_name(name)
    if field not in policies.FIELDS_WITH_VALUES:
        return schemas.AuditChange(field=field, before=None, after=None)
    return schemas.AuditChange.model_validate({"field": field, "before": before, "after": after})
