"""Count what happened on each day."""

from datetime import UTC, date, datetime, time, timedelta

from bridgework.areas.back_office.administration.activity import queries, schemas
from bridgework.context import Context
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery.outbox import queries as outbox

_DAY = timedelta(days=1)


def get_activity(context: Context, days: int) -> schemas.Activity:
    """Return the numbers of the last days, oldest first, including today.

    With them is how far the accounts have come that registered on these days.
    """
    today = context.now.date()
    first = today - (days - 1) * _DAY
    with context.read_transaction() as tx:
        administrators = queries.list_administrators(tx, _midnight(first))
        funnel = queries.count_funnel(tx, _midnight(first), _midnight(today + _DAY))
        return schemas.Activity(
            days=[_count_day(tx, first + number * _DAY) for number in range(days)],
            funnel=schemas.ActivityFunnel.from_row(funnel),
            administrators=[
                schemas.AdministratorActivity.from_row(each) for each in administrators
            ],
        )


def _count_day(tx: Tx, day: date) -> schemas.ActivityDay:
    start, end = _midnight(day), _midnight(day + _DAY)
    emails_sent = outbox.count_sent(tx, start, end)
    counts = queries.count(tx, start, end)
    return schemas.ActivityDay.from_row(counts, date=day, emails_sent=emails_sent)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
