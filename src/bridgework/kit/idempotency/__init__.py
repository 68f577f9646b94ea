"""Doing once what is asked twice: a POST that creates, sent again under its `Idempotency-Key`.

A caller who heard no answer can't know whether a thing was made. With a key the same request may
be sent again: it is done once, and its first answer is told to whoever repeats it (after
draft-ietf-httpapi-idempotency-key-header-07, which expired unfinished). Keys are a caller's own
and are kept for a day.
"""
