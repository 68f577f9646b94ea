"""Quotas in the database, and the deletion of expired ones."""

from datetime import timedelta

from bridgework.kit.security.rate_limit import Rule, quotas
from tests.world import World

RULE = Rule("guesses", 2, 60)


def test_only_expired_quotas_are_deleted(world: World) -> None:
    database, now = world.application.app_state.database, world.clock.now()
    with database.writing() as tx:
        quotas.hit(tx, RULE, "old", now - timedelta(seconds=61))
        quotas.hit(tx, RULE, "new", now)
    with database.writing() as tx:
        assert quotas.delete_expired(tx, now) == 1
        assert quotas.delete_expired(tx, now) == 0
        assert quotas.test(tx, RULE, "new", now).remaining == 1
        quotas.reset(tx, RULE, "new")
        assert quotas.test(tx, RULE, "new", now).remaining == 2


def test_expired_quotas_are_deleted_five_hundred_at_a_time(world: World) -> None:
    database, now = world.application.app_state.database, world.clock.now()
    with database.writing() as tx:
        for number in range(501):
            quotas.hit(tx, RULE, f"old {number}", now - timedelta(seconds=61))
        assert [quotas.delete_expired(tx, now) for _ in range(3)] == [500, 1, 0]
