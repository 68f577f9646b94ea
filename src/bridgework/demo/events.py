"""The calendar of the demo world: what was, what is to come, and what waits for a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bridgework.areas.calendar import rules
from bridgework.areas.calendar.tables import events, guests, requests
from bridgework.demo import people, rows, sheets
from bridgework.demo.draws import Draws
from bridgework.demo.rows import Row
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_NAMED = {"ben": people.BEN, "carla": people.CARLA, "vera": people.VERA}
_CANDIDATES = 40
_INVITED = 14
"""Of the candidates, who are in every world; the named people come on top."""
_ALWAYS_INVITED = (people.ADA, people.BEN, people.CARLA, people.CYRUS)
_ANSWERS = ("going", "going", "invited", "declined")
_UNSAID = "-"


def load(tx: Tx, now: datetime, account_of: Callable[[str], Id]) -> int:
    """Write the calendar; `account_of` finds an account by its e-mail. Returns how many events."""
    root = account_of(people.ROOT)
    held = list(event_rows(now))
    tx.execute(events.insert(), [{**event, "owner_id": root} for event in held])
    invited = [
        guest
        for number, event in enumerate(held)
        for guest in _guest_rows(Draws("events", number), event, account_of)
    ]
    tx.execute(
        guests.insert(),
        [{"id": rows.id_of(rows.GUESTS + number), **each} for number, each in enumerate(invited)],
    )
    for submitter, request in request_rows(now):
        tx.execute(requests.insert(), {**request, "submitter_id": account_of(submitter)})
    return len(held)


def event_rows(now: datetime) -> Iterator[Row]:
    """Every event, but for its owner."""
    for number, (name, lines) in enumerate(sheets.sheet("events").beginning("Event")):
        days, hour, hours, *rest = lines[0].split(" | ")
        made = now - timedelta(days=60 + number)
        values = _values(name, [days, hour, hours, *rest], lines[1:], now)
        yield {
            **values,
            "id": rows.id_of(rows.EVENTS + number),
            "search_key": rules.search_key(values),
            "version": rules.FIRST_VERSION,
            "created_at": made,
            "updated_at": made,
        }


def request_rows(now: datetime) -> Iterator[tuple[str, Row]]:
    """Every proposal, and the e-mail of who made it."""
    for number, (name, lines) in enumerate(sheets.sheet("events").beginning("Proposal")):
        who, *head, status, reason = lines[0].split(" | ")
        meeting = [_UNSAID]
        told = [line for line in lines[1:] if " | " not in line]
        drafts = [_draft(*line.split(" | ")) for line in lines[1:] if " | " in line]
        made = now - timedelta(days=2 + number, hours=number)
        is_open = status == "pending"
        yield (
            _NAMED[who],
            {
                **_values(name, [*head, *meeting], told, now),
                "id": rows.id_of(rows.EVENT_REQUESTS + number),
                "status": status,
                "ticket_drafts": drafts or None,
                "invitee_emails": [],
                "rejection_reason": None if is_open else reason,
                "reviewed_at": None if is_open else made + timedelta(hours=5),
                "created_at": made,
                "updated_at": made,
            },
        )


def _values(name: str, head: Sequence[str], told: Sequence[str], now: datetime) -> dict[str, Any]:
    days, hour, hours, zone, visibility, capacity, location, meeting = head
    # By the clock at the place: an evening there stays an evening, whatever the season.
    day = now.date() + timedelta(days=int(days))
    starts = datetime.combine(day, time(int(hour)), ZoneInfo(zone))
    return {
        "name": name,
        "start_at": starts,
        "end_at": starts + timedelta(hours=int(hours)),
        "timezone": zone,
        "description": "\n\n".join(told),
        "location": _said(location),
        "meeting_url": _said(meeting),
        "cover_url": None,
        "max_capacity": None if capacity == _UNSAID else int(capacity),
        "visibility": visibility,
    }


def _said(cell: str) -> str | None:
    return None if cell == _UNSAID else cell


def _draft(name: str, kind: str, price: str) -> dict[str, object]:
    draft: dict[str, object] = {"name": name, "type": kind}
    priced = {"priceUsd": int(price)} if kind == "paid" else {}
    return {**draft, **priced, "requireApproval": False, "isHidden": False}


def _guest_rows(draws: Draws, event: Row, account_of: Callable[[str], Id]) -> Iterator[Row]:
    several = draws.some(tuple(range(_CANDIDATES)), _INVITED)
    accounts = [account_of(email) for email in _ALWAYS_INVITED]
    accounts += [rows.id_of(rows.CANDIDATES + number) for number in several]
    room = event["max_capacity"] or len(accounts)
    for account_id in dict.fromkeys(accounts):
        status = draws.pick(_ANSWERS)
        if status == "going" and room == 0:
            status = "invited"
        room -= status == "going"
        asked = event["created_at"] + timedelta(hours=1)
        yield {
            "event_id": event["id"],
            "account_id": account_id,
            "status": status,
            "letter_due": False,
            "invited_at": asked,
            "answered_at": None if status == "invited" else asked + timedelta(days=1),
            "created_at": asked,
        }
