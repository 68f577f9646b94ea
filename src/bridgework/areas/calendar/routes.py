"""The operations of the calendar, noun by noun: contract section 3.8."""

from bridgework.areas.calendar.events.routes import area as events
from bridgework.areas.calendar.feeds.routes import area as feeds
from bridgework.areas.calendar.guests.routes import area as guests
from bridgework.areas.calendar.submissions.routes import area as submissions
from bridgework.kit.http.router import Area

area = Area("Calendar")
area.operations += [
    operation for noun in (events, guests, submissions, feeds) for operation in noun.operations
]
