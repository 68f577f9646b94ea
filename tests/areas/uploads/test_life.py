"""What hangs on what: attached, held, read by others, deleted, swept, exported, erased."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.uploads import actions, hooks
from bridgework.areas.uploads.tables import assets, left_files
from bridgework.kit.ids import Id
from tests import cast
from tests.areas.uploads import desk, samples
from tests.world import World

SOMETHING = "01942520-e3a0-7704-b3c8-3850c0ae0354"


@pytest.fixture
def lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lists of hooks, empty for this test."""
    for name in ("may_read", "may_attach", "held_by", "asset_ready"):
        monkeypatch.setattr(hooks, name, [])


def test_a_post_is_named_only_by_who_may_hang_an_image_on_it(world: World, lists: None) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    sent = desk.asked(folder="feed-images", feedPostId=SOMETHING)
    refused = world.post("/assets/upload-url", sent, as_=ada).must(422)
    assert refused.faults == {"feedPostId": "unknown"}
    hooks.may_attach.append(lambda _, account, post: account == ada.id and post == SOMETHING)
    world.post("/assets/upload-url", sent, as_=ada).must(201)
    world.post("/assets/upload-url", sent, as_=ben).must(422)


def test_what_becomes_ready_is_told_once_and_in_its_transaction(world: World, lists: None) -> None:
    ada = cast.ada(world)
    told: list[hooks.ReadyAsset] = []
    hooks.may_attach.append(lambda *_: True)
    hooks.asset_ready.append(lambda _, asset: told.append(asset))
    asset = desk.upload(world, ada, folder="feed-images", feedPostId=SOMETHING)
    desk.complete(world, ada, asset["objectPath"]).must(200)
    assert told == [
        hooks.ReadyAsset(
            object_path=asset["objectPath"],
            account_id=Id(ada.id or ""),
            folder="feed-images",
            content_type="image/png",
            file_url=asset["fileUrl"],
            feed_post_id=Id(SOMETHING),
        )
    ]

    def fails(*_: Any) -> None:
        raise LookupError("made up")

    hooks.asset_ready.append(fails)
    ticket = desk.order(world, ada)
    desk.bring(world, ticket).must(201)
    desk.complete(world, ada, ticket["objectPath"]).must(500)
    world.get(desk.path_of(ticket["fileUrl"])).must(404)
    hooks.asset_ready.clear()
    desk.complete(world, ada, ticket["objectPath"]).must(200)


def test_whoever_may_see_what_it_hangs_on_may_read_it(world: World, lists: None) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    path = desk.upload(world, ada, samples.PDF, "application/pdf", folder="job-cvs")["objectPath"]
    desk.link(world, ben, path).must(404)
    hooks.may_read.append(lambda _, caller, at: caller.account_id == ben.id and at == path)
    url = desk.link(world, ben, path).must(200).data["url"]
    assert world.get(desk.path_of(url)).must(200).body == samples.PDF
    assert desk.delete(world, ben, path).must(403).error == "not_the_uploader"


def test_what_something_needs_is_not_deleted(world: World, lists: None) -> None:
    ada, root = cast.ada(world), cast.root(world)
    asset = desk.upload(world, ada)
    hooks.held_by.append(lambda _, path: path == asset["objectPath"])
    for person in (ada, root):
        assert desk.delete(world, person, asset["objectPath"]).must(409).error == "asset_in_use"
    hooks.held_by.clear()
    desk.delete(world, ada, asset["objectPath"]).must(200)


def test_a_deleted_file_is_gone_at_once_and_its_bytes_a_day_later(world: World) -> None:
    ada = cast.ada(world)
    asset = desk.upload(world, ada)
    desk.delete(world, ada, asset["objectPath"]).must(200)
    assert desk.delete(world, ada, asset["objectPath"]).must(404).error == "asset_not_found"
    world.get(desk.path_of(asset["fileUrl"])).must(404)
    desk.link(world, ada, asset["objectPath"]).must(404)
    world.clock.advance(hours=23, minutes=59)
    world.do_chores()
    assert desk.files(world) == [asset["objectPath"]]
    world.clock.advance(minutes=2)
    world.do_chores()
    assert desk.files(world) == []
    with world.house.app_state.database.reading() as tx:
        assert tx.rows(sa.select(left_files)) == []


def test_an_administrator_deletes_anybodys_and_it_is_noted(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    asset = desk.upload(world, ada)
    desk.delete(world, root, asset["objectPath"]).must(200)
    entry = world.get("/admin/logs?action=asset.delete", as_=root).must(200).data["items"][0]
    assert entry["actor"] == root.id
    assert entry["target"] in asset["objectPath"]


def test_what_is_not_completed_is_swept_rows_and_bytes(world: World) -> None:
    ada = cast.ada(world)
    stored, kept = desk.order(world, ada), desk.upload(world, ada)
    desk.order(world, ada)
    desk.bring(world, stored).must(201)
    world.clock.advance(minutes=59)
    world.do_chores()
    assert desk.files(world) == sorted([stored["objectPath"], kept["objectPath"]])
    world.clock.advance(minutes=2)
    world.do_chores()
    assert desk.files(world) == [kept["objectPath"]]
    with world.house.app_state.database.reading() as tx:
        assert [row.state for row in tx.rows(sa.select(assets))] == ["ready"]


def test_the_remains_of_a_crash_are_tidied_up(world: World) -> None:
    storage = world.house.app_state.storage
    assert storage.incoming is not None
    storage.incoming.mkdir(parents=True)
    part = storage.incoming / "half.part"
    part.write_bytes(b"half")
    real_now = part.stat().st_mtime
    epoch = world.clock.now().fromtimestamp(real_now, tz=world.clock.now().tzinfo)
    storage.tidy(epoch - timedelta(seconds=5))
    assert part.exists()
    storage.tidy(epoch + timedelta(seconds=5))
    assert not part.exists()


def test_paths_in_requests_must_be_ready_ones_of_ones_own(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    media, folder = "application/pdf", "vendor-attachments"
    good = desk.upload(world, ada, samples.PDF, media, folder=folder)["objectPath"]
    foreign = desk.upload(world, ben, samples.PDF, media, folder=folder)["objectPath"]
    elsewhere = desk.upload(world, ada, samples.PDF, media)["objectPath"]
    unready = desk.order(world, ada, samples.PDF, media, folder=folder)["objectPath"]
    named = [
        (f"attachmentPaths[{place}]", path)
        for place, path in enumerate([good, foreign, elsewhere, unready, "no such", good])
    ]
    account = Id(ada.id or "")
    with world.house.app_state.database.writing() as tx:
        faults = actions.faults_of_paths(tx, account, folder, named)
        assert actions.faults_of_paths(tx, account, folder, []) == []
        assert actions.faults_of_paths(tx, account, folder, iter(named[:1])) == []
    assert [(fault.path, fault.code) for fault in faults] == [
        (f"attachmentPaths[{place}]", "asset_unknown") for place in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_path_that_was_named_is_not_deleted_before_it_is_kept(world: World) -> None:
    """Who deletes waits for who names, and finds that it is needed. SQLite has one writer."""
    ada = cast.ada(world)
    path = desk.upload(world, ada)["objectPath"]
    named = [("coverUrl", path)]
    needed: list[str] = []
    hooks.held_by.append(lambda _, at: at in needed)
    try:
        with ThreadPoolExecutor(1) as threads, world.house.app_state.database.writing() as tx:
            assert not actions.faults_of_paths(tx, Id(ada.id or ""), "general-assets", named)
            deleting = threads.submit(desk.delete, world, ada, path)
            with pytest.raises(TimeoutError):
                deleting.result(0.3)
            needed.append(path)
        assert deleting.result().must(409).error == "asset_in_use"
    finally:
        hooks.held_by.pop()


def test_an_export_tells_of_files_and_an_erasure_takes_them(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    gone, kept = desk.upload(world, ada), desk.upload(world, ben)
    tables = world.get("/users/me/export", as_=ada).must(200).data["tables"]
    assert [row["object_path"] for row in tables["assets"]] == [gone["objectPath"]]
    assert "digest" not in tables["assets"][0]
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    world.clock.advance(days=14, seconds=1)
    world.do_chores()
    world.get(desk.path_of(gone["fileUrl"])).must(404)
    world.do_chores()
    world.clock.advance(hours=24, seconds=1)
    world.do_chores()
    assert desk.files(world) == [kept["objectPath"]]
    with world.house.app_state.database.reading() as tx:
        assert [row.account_id for row in tx.rows(sa.select(assets))] == [ben.id]
        assert tx.rows(sa.select(left_files)) == []
