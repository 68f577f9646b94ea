"""The erasure of an account erases what others wrote about it in reports."""

import pytest
import sqlalchemy as sa

from bridgework.areas.community.moderation.tables import reports
from tests import cast
from tests.areas.feed import feed_requests
from tests.areas.moderation import bench, kinds_table
from tests.world import World


@pytest.mark.parametrize("kind", list(kinds_table.KINDS))
def test_reasons_of_reports_are_erased_with_the_reported_account(world: World, kind: str) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    content_id = kinds_table.KINDS[kind].make(world, ada)
    kept = bench.report(world, ada, "post", feed_requests.post(world, ben))
    decided = bench.report(world, ben, kind, content_id)
    bench.decide(world, root, decided, "keep").must(200)
    bench.report(world, ben, kind, content_id)
    ada = cast.sign_in(world, ada.email)
    feed_requests.erase(world, ada)
    read = sa.select(reports.c.id, reports.c.reason, reports.c.decision_reason)
    with world.application.app_state.database.reading() as tx:
        rows = {row.id: (row.reason, row.decision_reason) for row in tx.rows(read)}
    assert rows.pop(kept) == (bench.REASON, None)
    assert len(rows) == 2
    assert set(rows.values()) == {("", None)}
