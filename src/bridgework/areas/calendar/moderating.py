"""What moderation may do with events; `wiring.py` hands these to it."""

from datetime import datetime

from bridgework.areas.calendar import store
from bridgework.areas.calendar.luma import actions as luma
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id


def may_see(tx: Tx, caller: Caller, event_id: Id) -> bool:
    """Whether an event is there for the caller."""
    return store.event_for(tx, caller, event_id) is not None


def owner_of(tx: Tx, event_id: Id) -> Id | None:
    """Who made or proposed an event, unless their account is erased."""
    event = store.event(tx, event_id)
    return None if event is None else event.owner_id


def title_of(tx: Tx, event_id: Id) -> str:
    """What an event is called."""
    event = store.event(tx, event_id)
    return "" if event is None else event.name


def is_hidden(tx: Tx, event_id: Id) -> bool | None:
    """Whether an event is hidden, None if there is none, or it is cancelled."""
    event = store.event(tx, event_id)
    return None if event is None or event.cancelled_at else event.hidden_at is not None


def hide(tx: Tx, event_id: Id, now: datetime) -> bool:
    """Hide an event from everybody, on Luma as well; False if there was none to be seen."""
    is_done = store.hide(tx, event_id, now)
    luma.note(tx, event_id, now)
    return is_done


def restore(tx: Tx, event_id: Id, now: datetime) -> bool:
    """Show a hidden event again; False if there was none."""
    is_done = store.restore(tx, event_id, now)
    luma.note(tx, event_id, now)
    return is_done
