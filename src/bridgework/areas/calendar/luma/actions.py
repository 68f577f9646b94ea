"""Noting that Luma has yet to be told something of an event."""

from datetime import datetime

from bridgework.areas.calendar.luma import store
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id


def note_new(call: Call, event_id: Id) -> None:
    """Have Luma told of a new event, where it is connected."""
    if call.kit.settings.luma_api_key:
        store.add(call.tx, [event_id], call.now)


def note(tx: Tx, event_id: Id, now: datetime) -> None:
    """Have Luma told of whatever is different with an event or its guests, if it knows of it."""
    store.want(tx, event_id, now)
