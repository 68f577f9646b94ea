"""The formats of events: records of the API, iCalendar, public pages, the feed, and Luma."""
