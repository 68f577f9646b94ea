"""A cached total is returned at its own version only."""

from bridgework.kit.data.pagination import CountCache
from bridgework.kit.data.pagination.count_cache import FirstKeys

ADA = FirstKeys(["ada"], 1)
BOTH = FirstKeys(["ben", "ada"], 2)


def test_an_entry_is_returned_at_its_version_only() -> None:
    cache = CountCache()
    assert cache.get("accounts", 7, "role=expert") is None
    cache.put("accounts", 7, "role=expert", ADA)
    assert cache.get("accounts", 7, "role=expert") == ADA
    assert cache.get("accounts", 8, "role=expert") is None
    cache.put("accounts", 8, "role=expert", BOTH)
    assert cache.get("accounts", 8, "role=expert") == BOTH
    assert cache.get("accounts", 7, "role=expert") is None


def test_topics_and_filters_have_separate_entries() -> None:
    cache = CountCache()
    cache.put("accounts", 7, "role=expert", ADA)
    assert cache.get("accounts", 7, "role=client") is None
    assert cache.get("experts", 7, "role=expert") is None


def test_the_least_recently_used_entry_is_dropped() -> None:
    cache = CountCache()
    for number in range(100):
        cache.put("accounts", 1, f"search={number}", ADA)
    assert cache.get("accounts", 1, "search=0") == ADA
    cache.put("accounts", 1, "search=100", BOTH)
    assert cache.get("accounts", 1, "search=0") == ADA
    assert cache.get("accounts", 1, "search=1") is None
