"""The life cycle of an asset: attached, in use, read, deleted, expired, exported and erased."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.uploads import actions, hooks
from bridgework.areas.identity.uploads.tables import assets, left_files
from bridgework.kit.core import Id
from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.world import World

SOMETHING = "01942520-e3a0-7704-b3c8-3850c0ae0354"


@pytest.fixture
def lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empties the lists of hooks for a test."""
    for name in ("may_read", "may_attach", "in_use", "asset_ready"):
        monkeypatch.setattr(hooks, name, [])


def test_only_an_account_that_may_attach_to_a_post_names_it(world: World, lists: None) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    sent = upload_client.ticket_request(folder="feed-images", feedPostId=SOMETHING)
    refused = world.post("/assets/upload-url", sent, as_=ada).must(422)
    assert refused.faults == {"feedPostId": "unknown"}
    hooks.may_attach.append(lambda _, account, post: account == ada.id and post == SOMETHING)
    world.post("/assets/upload-url", sent, as_=ada).must(201)
    world.post("/assets/upload-url", sent, as_=ben).must(422)


def test_hooks_of_a_ready_asset_are_called_once_in_its_transaction(
    world: World, lists: None
) -> None:
    ada = cast.ada(world)
    outcome: list[hooks.ReadyAsset] = []
    hooks.may_attach.append(lambda *_: True)
    hooks.asset_ready.append(lambda _, asset: outcome.append(asset))
    asset = upload_client.upload(world, ada, folder="feed-images", feedPostId=SOMETHING)
    upload_client.complete(world, ada, asset["objectPath"]).must(200)
    assert outcome == [
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
    ticket = upload_client.create_ticket(world, ada)
    upload_client.put_file(world, ticket).must(201)
    upload_client.complete(world, ada, ticket["objectPath"]).must(500)
    world.get(upload_client.to_path(ticket["fileUrl"])).must(404)
    hooks.asset_ready.clear()
    upload_client.complete(world, ada, ticket["objectPath"]).must(200)


def test_a_caller_who_may_read_a_referencing_object_may_read_the_asset(
    world: World, lists: None
) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    path = upload_client.upload(world, ada, samples.PDF, "application/pdf", folder="job-cvs")[
        "objectPath"
    ]
    upload_client.create_link(world, ben, path).must(404)
    hooks.may_read.append(lambda _, caller, at: caller.account_id == ben.id and at == path)
    url = upload_client.create_link(world, ben, path).must(200).data["url"]
    assert world.get(upload_client.to_path(url)).must(200).body == samples.PDF
    assert upload_client.delete(world, ben, path).must(403).error == "not_the_uploader"


def test_an_asset_in_use_is_not_deleted(world: World, lists: None) -> None:
    ada, root = cast.ada(world), cast.root(world)
    asset = upload_client.upload(world, ada)
    hooks.in_use.append(lambda _, path: path == asset["objectPath"])
    for person in (ada, root):
        assert (
            upload_client.delete(world, person, asset["objectPath"]).must(409).error
            == "asset_in_use"
        )
    hooks.in_use.clear()
    upload_client.delete(world, ada, asset["objectPath"]).must(200)


def test_a_deleted_asset_is_not_found_and_its_file_is_deleted_a_day_later(world: World) -> None:
    ada = cast.ada(world)
    asset = upload_client.upload(world, ada)
    upload_client.delete(world, ada, asset["objectPath"]).must(200)
    assert (
        upload_client.delete(world, ada, asset["objectPath"]).must(404).error == "asset_not_found"
    )
    world.get(upload_client.to_path(asset["fileUrl"])).must(404)
    upload_client.create_link(world, ada, asset["objectPath"]).must(404)
    world.clock.advance(hours=24, seconds=-1)
    world.run_periodic_tasks()
    assert upload_client.list_files(world) == [asset["objectPath"]]
    world.clock.advance(seconds=1)
    world.run_periodic_tasks()
    assert upload_client.list_files(world) == []
    with world.application.app_state.database.reading() as tx:
        assert tx.rows(sa.select(left_files)) == []


def test_an_administrator_deletes_any_asset_and_the_audit_log_records_it(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    asset = upload_client.upload(world, ada)
    upload_client.delete(world, root, asset["objectPath"]).must(200)
    entry = world.get("/admin/logs?action=asset.delete", as_=root).must(200).data["items"][0]
    assert entry["actor"] == root.id
    assert entry["target"] in asset["objectPath"]


def test_incomplete_uploads_are_deleted_with_their_files(world: World) -> None:
    ada = cast.ada(world)
    stored, remaining = upload_client.create_ticket(world, ada), upload_client.upload(world, ada)
    upload_client.create_ticket(world, ada)
    upload_client.put_file(world, stored).must(201)
    world.clock.advance(hours=1, seconds=-1)
    world.run_periodic_tasks()
    assert upload_client.list_files(world) == sorted(
        [stored["objectPath"], remaining["objectPath"]]
    )
    world.clock.advance(seconds=1)
    world.run_periodic_tasks()
    assert upload_client.list_files(world) == [remaining["objectPath"]]
    with world.application.app_state.database.reading() as tx:
        assert [row.state for row in tx.rows(sa.select(assets))] == ["ready"]


def test_partial_uploads_of_a_crash_are_deleted(world: World) -> None:
    storage = world.application.app_state.storage
    assert storage.incoming is not None
    storage.incoming.mkdir(parents=True)
    part = storage.incoming / "half.part"
    part.write_bytes(b"half")
    real_now = part.stat().st_mtime
    epoch = world.clock.now().fromtimestamp(real_now, tz=world.clock.now().tzinfo)
    storage.delete_incomplete(epoch - timedelta(seconds=5))
    assert part.exists()
    storage.delete_incomplete(epoch + timedelta(seconds=5))
    assert not part.exists()


def test_paths_in_requests_must_be_ready_assets_of_the_caller(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    media, folder = "application/pdf", "vendor-attachments"
    good = upload_client.upload(world, ada, samples.PDF, media, folder=folder)["objectPath"]
    foreign = upload_client.upload(world, ben, samples.PDF, media, folder=folder)["objectPath"]
    elsewhere = upload_client.upload(world, ada, samples.PDF, media)["objectPath"]
    unready = upload_client.create_ticket(world, ada, samples.PDF, media, folder=folder)[
        "objectPath"
    ]
    named = [
        (f"attachmentPaths[{place}]", path)
        for place, path in enumerate([good, foreign, elsewhere, unready, "no such", good])
    ]
    account = Id(ada.id or "")
    with world.application.app_state.database.writing() as tx:
        faults = actions.validate_paths(tx, account, folder, named)
        assert actions.validate_paths(tx, account, folder, []) == []
        assert actions.validate_paths(tx, account, folder, iter(named[:1])) == []
    assert [(fault.path, fault.code) for fault in faults] == [
        (f"attachmentPaths[{place}]", "asset_unknown") for place in (1, 2, 3, 4)
    ]


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_validated_path_is_not_deleted_before_the_commit(world: World) -> None:
    """A deletion waits for the validation, and finds the asset in use. SQLite has one writer."""
    ada = cast.ada(world)
    path = upload_client.upload(world, ada)["objectPath"]
    named = [("coverUrl", path)]
    needed: list[str] = []
    hooks.in_use.append(lambda _, at: at in needed)
    try:
        with ThreadPoolExecutor(1) as threads, world.application.app_state.database.writing() as tx:
            assert not actions.validate_paths(tx, Id(ada.id or ""), "general-assets", named)
            deleting = threads.submit(upload_client.delete, world, ada, path)
            with pytest.raises(TimeoutError):
                deleting.result(0.3)
            needed.append(path)
        assert deleting.result().must(409).error == "asset_in_use"
    finally:
        hooks.in_use.pop()


def test_an_export_lists_files_and_an_erasure_deletes_them(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    removed, remaining = upload_client.upload(world, ada), upload_client.upload(world, ben)
    tables = world.get("/users/me/export", as_=ada).must(200).data["tables"]
    assert [row["object_path"] for row in tables["assets"]] == [removed["objectPath"]]
    assert "digest" not in tables["assets"][0]
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    world.clock.advance(days=14, seconds=1)
    world.run_periodic_tasks()
    world.get(upload_client.to_path(removed["fileUrl"])).must(404)
    world.run_periodic_tasks()
    world.clock.advance(hours=24, seconds=1)
    world.run_periodic_tasks()
    assert upload_client.list_files(world) == [remaining["objectPath"]]
    with world.application.app_state.database.reading() as tx:
        assert [row.account_id for row in tx.rows(sa.select(assets))] == [ben.id]
        assert tx.rows(sa.select(left_files)) == []
