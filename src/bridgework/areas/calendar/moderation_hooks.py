"""What moderation does with events; `wiring.py` registers these functions."""

from datetime import datetime

from bridgework.areas.calendar import queries
from bridgework.areas.calendar.luma import queries as luma
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id


def may_see(tx: Tx, caller: Caller, event_id: Id) -> bool:
    """Whether the caller may see an event."""
    return queries.visible_event(tx, caller, event_id) is not None


def owner_of(tx: Tx, event_id: Id) -> Id | None:
    """The account that created or requested an event, unless it is erased."""
    event = queries.event(tx, event_id)
    return None if event is None else event.owner_id


def title_of(tx: Tx, event_id: Id) -> str:
    """The name of an event."""
    event = queries.event(tx, event_id)
    return "" if event is None else event.name


def is_hidden(tx: Tx, event_id: Id) -> bool | None:
    """Whether an event is hidden, None if there is none, or it is cancelled."""
    event = queries.event(tx, event_id)
    return None if event is None or event.cancelled_at else event.hidden_at is not None


def hide(tx: Tx, event_id: Id, now: datetime) -> bool:
    """Hide an event, on Luma too; False if there was none to hide."""
    is_done = queries.set_hidden(tx, event_id, now, hidden=True)
    luma.mark_changed(tx, event_id, now)
    return is_done


def restore(tx: Tx, event_id: Id, now: datetime) -> bool:
    """Restore a hidden event; False if there was none."""
    is_done = queries.set_hidden(tx, event_id, now, hidden=False)
    luma.mark_changed(tx, event_id, now)
    return is_done
