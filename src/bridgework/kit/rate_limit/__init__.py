"""Rate limiting by sliding windows: 60 requests in any 60 seconds, wherever those begin.

A `Rule` is a quota and a window. A `SlidingWindow` holds the hits of one key and returns a
`RateLimitResult`. A `RateLimiter` keeps the windows of all keys, in this process (`limiter`) or
on a Redis or Valkey server (`valkey`); `quotas` keeps them in the database.
"""
