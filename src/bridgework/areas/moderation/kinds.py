"""The kinds of things that are moderated: what the area of each hands in, and `wiring.py` wires.

    KINDS["job"] = Kind(
        may_see=jobs.may_see, owner_of=jobs.owner_of, title_of=jobs.title_of,
        is_hidden=jobs.is_hidden, hide=jobs.hide, restore=jobs.restore,
    )

The functions are the area's own plain ones; nothing below imports this. An area that joins gives
its table a column `hidden_at`, and has every reader of it leave out what is hidden: lists, one by
its id, search, matches, feeds. What is hidden is a 404 to everybody, its owner and administrators
included, from the transaction on in which it was hidden. Counts and indexes follow in `hide` and
`restore`, which change what they find and say whether they found it, and do no more than that: the
audit entry and the letter to the owner are written here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bridgework.areas.accounts import account_status
from bridgework.areas.moderation.shapes import KindName
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id


@dataclass(frozen=True, slots=True)
class Kind:
    """What moderation asks of one kind of thing; every function is given the id of one."""

    may_see: Callable[[Tx, Caller, Id], bool]
    """Whether the caller may read it now, and so may report it."""
    owner_of: Callable[[Tx, Id], Id | None]
    """The account that is told what was decided; None if nobody is."""
    title_of: Callable[[Tx, Id], str]
    """A few words by which its owner knows it; empty if it has none."""
    is_hidden: Callable[[Tx, Id], bool | None]
    """None if it is not there, or not any more."""
    hide: Callable[[Tx, Id, datetime], bool]
    """Hide it from everybody; False if there was nothing to be seen."""
    restore: Callable[[Tx, Id, datetime], bool]
    """Show it again; False if nothing was hidden."""


PROFILE_SEEN_IN: list[Callable[[Tx, Caller, Id], bool]] = []
"""Where members see something of a person: each says whether it shows that account to the caller.
`wiring.py` fills it. A profile that is hidden is left out by each and can't be reported again."""


def _may_see_profile(tx: Tx, caller: Caller, account_id: Id) -> bool:
    if account_status.is_hidden(tx, account_id) is not False:
        return False
    return any(shows(tx, caller, account_id) for shows in PROFILE_SEEN_IN)


def _owner_of_profile(tx: Tx, account_id: Id) -> Id | None:
    return None if account_status.is_hidden(tx, account_id) is None else account_id


KINDS: dict[KindName, Kind] = {
    "profile": Kind(
        may_see=_may_see_profile,
        owner_of=_owner_of_profile,
        title_of=lambda _tx, _account_id: "",
        is_hidden=account_status.is_hidden,
        hide=account_status.hide,
        restore=account_status.restore,
    )
}
"""By name; what is not in it, nobody can see."""
