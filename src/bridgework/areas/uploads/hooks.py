"""What the areas above say and do about files that hang on what is theirs; `wiring.py` fills it."""

from collections.abc import Callable
from dataclasses import dataclass

from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id


@dataclass(frozen=True, slots=True)
class ReadyAsset:
    """An asset that has just become ready."""

    object_path: str
    account_id: Id
    folder: str
    content_type: str
    file_url: str | None
    """Where anybody may fetch it; None for a private one."""
    feed_post_id: Id | None
    """The post that it is to hang on, if its owner named one."""


may_read: list[Callable[[Tx, Caller, str], bool]] = []
"""Each says if this caller may see something that the asset at this path hangs on."""

may_attach: list[Callable[[Tx, Id, Id], bool]] = []
"""Each says if this account may hang an image on this post: it is there, and theirs."""

held_by: list[Callable[[Tx, str], bool]] = []
"""Each says if something needs the asset at this path, so that it can't be deleted now."""

link_holds: list[Callable[[Tx, Id, str], bool]] = []
"""Each says if the thing with this id, which a link is bound to, still gives out this asset."""

asset_ready: list[Callable[[Tx, ReadyAsset], None]] = []
"""Called in the transaction in which an asset becomes ready."""


def is_readable(tx: Tx, caller: Caller, object_path: str) -> bool:
    """Whether the caller may see something that this asset hangs on."""
    return any(says(tx, caller, object_path) for says in may_read)


def is_attachable(tx: Tx, account_id: Id, post_id: Id) -> bool:
    """Whether an image may be hung on that post by that account."""
    return any(says(tx, account_id, post_id) for says in may_attach)


def holds_link(tx: Tx, thing: Id, object_path: str) -> bool:
    """Whether a link to this asset that is bound to a thing is still good."""
    return any(says(tx, thing, object_path) for says in link_holds)


def is_held(tx: Tx, object_path: str) -> bool:
    """Whether something needs this asset."""
    return any(says(tx, object_path) for says in held_by)


def tell_of_ready(tx: Tx, asset: ReadyAsset) -> None:
    """Have everybody above follow an asset that has become ready."""
    for follow in asset_ready:
        follow(tx, asset)
