"""Synchronizes events with a calendar on Luma, if one is connected.

The row in our database is the event; Luma is updated afterwards, so that no request waits for Luma
and no fault of Luma's undoes a change. A change marks the event in a table of its own, in the same
transaction; `sync.py` works through the marked events.
"""
