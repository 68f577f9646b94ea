"""Proposals: members propose events, administrators take them into the calendar or not."""
