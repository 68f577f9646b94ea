"""Saved searches: the filters of a list, kept under a name, and what they find."""
