"""The statements on contact settings and blocks. Each reads or writes the rows of one account."""

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.contacts import policies
from bridgework.areas.identity.contacts.records import Blocked, Settings
from bridgework.areas.identity.contacts.schemas import BlockedMember
from bridgework.areas.identity.contacts.tables import blocks, contact_settings
from bridgework.areas.identity.contacts.visibility import are_apart
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, insert
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice
from bridgework.kit.text import full_name

_owner = sa.bindparam("owner", type_=IdColumn)
_other = sa.bindparam("other", type_=IdColumn)
_settings = sa.select(contact_settings).where(contact_settings.c.account_id == _owner)
_are_apart = sa.select(are_apart(_owner, _other))
_is_shown = sa.and_(accounts.c.disabled_at.is_(None), accounts.c.erases_at.is_(None))
_blocked = Keyset(blocks.c.created_at, blocks.c.blocked_id).pages(
    sa.select(
        blocks.c.blocked_id.label("id"),
        sa.case((_is_shown, accounts.c.first_name)).label("first_name"),
        sa.case((_is_shown, accounts.c.last_name)).label("last_name"),
        blocks.c.created_at.label("blocked_at"),
    )
    .join_from(blocks, accounts, accounts.c.id == blocks.c.blocked_id)
    .where(blocks.c.blocker_id == _owner),
    Blocked,
)
_lock = sa.select(accounts.c.id).where(accounts.c.id == _owner).with_for_update(key_share=True)
_count = sa.select(sa.func.count()).where(blocks.c.blocker_id == _owner)
_member = sa.select(accounts.c.id).where(
    accounts.c.id == _other, accounts.c.is_email_verified.is_(True)
)
_block = sa.and_(blocks.c.blocker_id == _owner, blocks.c.blocked_id == _other)
_has_blocked = sa.select(sa.exists().where(_block))


def find_settings(tx: Tx, account_id: Id) -> Settings | None:
    """Return the stored settings of an account, None if it has the defaults."""
    return tx.record(Settings, _settings, {"owner": account_id})


def get_settings(tx: Tx, account_id: Id) -> Settings:
    return find_settings(tx, account_id) or policies.default_settings(account_id)


def put_settings(tx: Tx, settings: Settings) -> None:
    """Store the settings of an account."""
    values = settings._asdict()
    add = insert(tx.dialect, contact_settings).values(**values)
    tx.execute(
        add.on_conflict_do_update(
            index_elements=[contact_settings.c.account_id],
            set_={name: value for name, value in values.items() if name != "account_id"},
        )
    )


def is_apart(tx: Tx, one: Id, other: Id) -> bool:
    """Whether one of two accounts has blocked the other."""
    return bool(tx.value(_are_apart, {"owner": one, "other": other}))


def list_blocked(tx: Tx, blocker: Id, page_request: PageRequest) -> PageSlice[BlockedMember]:
    """Return a page of the accounts that an account blocks, the latest first."""
    return _blocked.read(tx, page_request, _to_member, {"owner": blocker})


def lock_and_count(tx: Tx, blocker: Id) -> int:
    """Count the blocks of an account, and lock it until the transaction ends."""
    tx.execute(_lock, {"owner": blocker})
    count: int = tx.value(_count, {"owner": blocker})
    return count


def is_member(tx: Tx, account_id: Id) -> bool:
    """Whether there is an account with a verified address."""
    return tx.value(_member, {"other": account_id}) is not None


def has_blocked(tx: Tx, blocker: Id, blocked: Id) -> bool:
    return bool(tx.value(_has_blocked, {"owner": blocker, "other": blocked}))


def add_block(tx: Tx, values: dict[str, object]) -> None:
    """Add a block that does not exist. The blocker must be locked."""
    tx.execute(blocks.insert(), values)


def delete_block(tx: Tx, blocker: Id, blocked: Id) -> None:
    """Delete a block, if it exists."""
    tx.execute(blocks.delete().where(_block), {"owner": blocker, "other": blocked})


def delete_blocks_of(tx: Tx, blocked: Id) -> None:
    """Delete the blocks of an account by others."""
    tx.execute(blocks.delete().where(blocks.c.blocked_id == blocked))


def _to_member(blocked: Blocked) -> BlockedMember:
    name = full_name(blocked.first_name, blocked.last_name)
    return BlockedMember(id=blocked.id, name=name, blocked_at=blocked.blocked_at)
