"""The calendar: events, their guests, event requests by members, and a personal iCalendar feed.

Administrators create events and invite people, with an account or without. Members see the events
that are open to them, reply, subscribe to a feed and submit event requests. The row in the
database is the event; if a calendar on Luma is connected, it is synchronized afterwards. Depends
on accounts, on uploads for the covers, and on audit.
"""
