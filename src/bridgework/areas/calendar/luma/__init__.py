"""Luma: where a calendar there is connected, its events follow ours.

Ours is the event, and what Luma shows is told to it afterwards, so nobody waits for Luma and a
fault of Luma's undoes nothing of ours. What has changed since Luma was told is a row of its own,
written in the transaction of the change; `telling.py` works through those rows.
"""
