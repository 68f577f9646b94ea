"""Introductions of the demo, which wait for an answer."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.areas.work.introductions import policies, queries
from bridgework.areas.work.introductions.records import StoredIntroduction, StoredReceived
from bridgework.areas.work.jobs.tables import jobs
from bridgework.demo import rows
from bridgework.demo.rows import RowFactory, id_of
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx


class _Asked(NamedTuple):
    sender: str
    recipient: str
    job: int | None
    """The number of the job that the recipient is invited to; None if it is about an expert."""
    note: str
    days: int


_INTRODUCTIONS: Sequence[_Asked] = (
    _Asked(
        "carla",
        "ada",
        None,
        "We treat more children each year and would value an hour of your advice on early cases.",
        2,
    ),
    _Asked(
        "ben",
        "expert 16",
        None,
        "Your cases with guided surgery are what our customers ask about.",
        1,
    ),
    _Asked(
        "carla",
        "cyrus",
        0,
        "Your year of general practice is what we look for. A mentor is here three days a week.",
        1,
    ),
)


def load_introductions(tx: Tx, factory: RowFactory) -> None:
    for number, asked in enumerate(_INTRODUCTIONS):
        people = {
            "sender_id": factory.account_of(tx, asked.sender),
            "recipient_id": factory.account_of(tx, asked.recipient),
        }
        at = factory.now - timedelta(days=asked.days)
        title, company = _posting(tx, asked.job)
        new = StoredIntroduction(
            **people,
            id=id_of(rows.INTRODUCTIONS + number),
            about_kind="expert" if asked.job is None else "job",
            about_id=people["recipient_id"] if asked.job is None else _job(asked.job),
            is_invitation=asked.job is not None,
            title=title,
            company=company,
            note=asked.note,
            state="pending",
            created_at=at,
            lapses_at=at + policies.LIFE,
            accepted_at=None,
        )
        queries.add(tx, new)
        received = StoredReceived(
            **people,
            introduction_id=new.id,
            note=asked.note,
            is_note_held=False,
            state="pending",
            received_at=at,
            answered_at=None,
            email_at=None,
        )
        queries.add_received(tx, received)


def _job(number: int) -> Id:
    return id_of(rows.JOBS + number)


def _posting(tx: Tx, number: int | None) -> tuple[str | None, str | None]:
    """Return the title and the company of a job."""
    if number is None:
        return None, None
    fields = tx.value(sa.select(jobs.c.fields).where(jobs.c.id == _job(number)))
    return fields["role_needed"], fields["company_name"]
