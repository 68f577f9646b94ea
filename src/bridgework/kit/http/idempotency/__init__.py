"""Idempotency keys: a POST that is sent repeatedly with one `Idempotency-Key` runs once.

A client that lost a response does not know whether a resource was created. With a key it may repeat
the request and gets the first response. Follows draft-ietf-httpapi-idempotency-key-header-07, which
expired unfinished. Keys belong to a caller and are stored for 24 hours.
"""

from bridgework.kit.http.idempotency.fingerprint import Fingerprint, fingerprint_of, parse_key
