"""Hooks by which other areas control files that they reference; set in `event_handlers.py`."""

from collections.abc import Callable
from dataclasses import dataclass

from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Caller


@dataclass(frozen=True, slots=True)
class ReadyAsset:
    """An asset that has just become ready."""

    object_path: str
    account_id: Id
    folder: str
    content_type: str
    file_url: str | None
    """The public URL; None in a private folder."""
    feed_post_id: Id | None
    """The post to attach the image to, if the owner named one."""


may_read: list[Callable[[Tx, Caller, str], bool]] = []
"""Each returns whether the caller may read an object that references the asset at a path."""

may_attach: list[Callable[[Tx, Id, Id], bool]] = []
"""Each returns whether a post exists and belongs to the account."""

in_use: list[Callable[[Tx, str], bool]] = []
"""Each returns whether an object references the asset at a path, which prevents its deletion."""

link_is_valid: list[Callable[[Tx, Id, str], bool]] = []
"""Each returns whether the object with this ID, to which a link is bound, still has the asset."""

asset_ready: list[Callable[[Tx, ReadyAsset], None]] = []
"""Called in the transaction in which an asset becomes ready."""


def is_readable(tx: Tx, caller: Caller, object_path: str) -> bool:
    """Whether the caller may read an object that references this asset."""
    return any(hook(tx, caller, object_path) for hook in may_read)


def is_attachable(tx: Tx, account_id: Id, post_id: Id) -> bool:
    """Whether the account may attach an image to the post."""
    return any(hook(tx, account_id, post_id) for hook in may_attach)


def is_link_valid(tx: Tx, bound_to: Id, object_path: str) -> bool:
    """Whether a link to this asset that is bound to an object is still valid."""
    return any(hook(tx, bound_to, object_path) for hook in link_is_valid)


def is_in_use(tx: Tx, object_path: str) -> bool:
    """Whether an object references this asset."""
    return any(hook(tx, object_path) for hook in in_use)


def notify_ready(tx: Tx, asset: ReadyAsset) -> None:
    """Call the hooks of an asset that has become ready."""
    for hook in asset_ready:
        hook(tx, asset)
