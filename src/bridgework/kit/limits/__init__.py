"""How often a caller may ask: rules such as 60 requests in 60 seconds, and their counting.

A `Rule` is a quota and a window; a `Window` holds what one caller has spent of it and gives a
`Verdict`; a `Counter` keeps one window for each key, in this process (`memory`) or on a Redis or
Valkey server that all nodes share (`valkey`); `headers` writes verdicts as the IETF's RateLimit
fields. Windows slide: no stretch of a window's length ever passes more than the quota, wherever it
begins. Who is counted against which key is not known here, and keys come as digests.
"""
