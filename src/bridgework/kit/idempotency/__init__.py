"""Idempotency keys: a POST that creates, and is sent again under its `Idempotency-Key`, runs once.

A client that lost a response can't know whether a resource was created. With a key it may send the
same request again, and gets the first response (after draft-ietf-httpapi-idempotency-key-header-07,
which expired unfinished). Keys belong to a caller and are stored for a day.
"""
