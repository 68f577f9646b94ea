"""The calendar: events, who is invited to them, and what members propose.

Administrators hold events and invite people, with an account or without; members see what is open
to them, say whether they come, subscribe to it all as one feed, and propose events of their own.
Our row is the event: where a calendar on Luma is connected, Luma is told of it afterwards. What
every noun here stands on lies in this folder itself. Leans on accounts, on uploads for the
covers, and on audit.
"""
