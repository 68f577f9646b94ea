"""The delivery of changes: its rows, its signature, and the worker that sends it."""
