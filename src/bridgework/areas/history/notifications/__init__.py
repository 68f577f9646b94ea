"""Notifications: what happened to a member's records, for the member.

Each is left in the transaction of what happened. After the commit notifications are
numbered, and streams follow the numbers. Depends on no other area.
"""
