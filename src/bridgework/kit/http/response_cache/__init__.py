"""The response cache: public responses by data version (decision 0006)."""

from bridgework.kit.http.response_cache.cache import ResponseCache
from bridgework.kit.http.response_cache.cached_response import VARY, CachedResponse
from bridgework.kit.http.response_cache.ready_answers import ReadyAnswer
