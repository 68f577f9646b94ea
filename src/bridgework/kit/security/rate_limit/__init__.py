"""Rate limiting by sliding windows: 60 requests in any 60 seconds, wherever those begin.

A `Rule` is a quota and a window. A `SlidingWindow` holds the hits of one key and returns a
`RateLimitResult`. A `RateLimiter` keeps the windows of all keys, in this process (`limiter`) or
on a Redis or Valkey server (`valkey`); `quotas` keeps them in the database.
"""

from bridgework.kit.security.rate_limit.headers import rate_limit_headers
from bridgework.kit.security.rate_limit.limiter import RateLimiter
from bridgework.kit.security.rate_limit.quotas import QuotaExceeded
from bridgework.kit.security.rate_limit.sliding_window import RateLimitResult, Rule
