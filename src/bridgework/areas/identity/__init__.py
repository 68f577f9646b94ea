"""Accounts, their sessions, keys, preferences and files."""
