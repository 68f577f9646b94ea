"""Synchronizes events with a calendar on Luma, if one is connected.

The database holds the event; Luma is updated afterwards, so that no request waits for Luma and no
error of Luma undoes a change. A change marks the event in its own table, in the same transaction;
`sync.py` processes the marked events.
"""
