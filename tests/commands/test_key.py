"""`bridgework key create` creates an API key without signing in."""

import re
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from click.testing import Result

from bridgework import app, routes
from bridgework.areas.identity.api_keys.tables import api_keys
from bridgework.context import Context
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.security import member
from bridgework.settings import Settings
from tests import cast, make
from tests.clock import ManualClock
from tests.commands import cli
from tests.loop import Loop
from tests.world import Person, Response, World

SCOPES = ("--scope", "jobs:read", "--scope", "candidates:write")


@pytest.fixture
def world(settings: Settings, loop: Loop, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A server with an additional operation that accepts API keys with `jobs:read`."""
    router = Router("Probes")

    @router.get("/probe", who=member.or_partner("jobs:read"))
    def probe(context: Context) -> Ok:
        """Return success."""
        return OK

    monkeypatch.setattr(routes, "AREAS", (*routes.AREAS, router))
    clock = ManualClock()
    created = World(app.create_app(settings, clock), clock, loop)
    yield created
    created.close()


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def create(world: World, *arguments: str) -> Result:
    return cli.run(world.application.app_state.settings, "key", "create", *arguments)


def key_of(result: Result) -> str:
    assert result.exit_code == 0, result.stderr
    match = re.search(r"^API key \(shown only once\): (bwk_\S+)$", result.stdout, re.MULTILINE)
    assert match is not None
    return match[1]


def probe(world: World, key: str) -> Response:
    return world.get("/probe", headers={"x-api-key": key})


def test_a_created_key_is_printed_once_and_valid(world: World, root: Person) -> None:
    result = create(world, "Jobs board", *SCOPES, "--by", root.email.upper())
    assert "Jobs board: valid for candidates:write, jobs:read, until it is revoked" in result.stdout
    key = key_of(result)
    probe(world, key).must(200)
    (listed,) = world.get("/admin/api-keys", as_=root).must(200).data
    assert (listed["name"], listed["scopes"]) == ("Jobs board", ["candidates:write", "jobs:read"])
    assert listed["expiresAt"] is None
    with world.application.app_state.database.reading() as tx:
        row = tx.row(sa.select(api_keys))
    assert row is not None
    assert row.made_by == root.id
    assert key not in repr(row)


def test_a_created_key_is_audited(world: World, root: Person) -> None:
    key_of(create(world, "Jobs board", *SCOPES, "--by", root.email))
    (listed,) = world.get("/admin/api-keys", as_=root).must(200).data
    (entry,) = world.get("/admin/logs?action=key.create", as_=root).must(200).data["items"]
    assert (entry["actor"], entry["target"]) == (None, listed["id"])
    assert entry["userAgent"] == "bridgework command line"


@pytest.mark.parametrize("when", ["2100-01-31", "2100-01-31T01:00:00+01:00"])
def test_a_key_can_expire(world: World, root: Person, when: str) -> None:
    result = create(world, "Board", *SCOPES, "--by", root.email, "--expires", when)
    assert f"until {when}" in result.stdout
    key_of(result)
    (listed,) = world.get("/admin/api-keys", as_=root).must(200).data
    assert listed["expiresAt"] == "2100-01-31T00:00:00.000Z"


def test_the_responsible_account_must_be_an_administrator(world: World, root: Person) -> None:
    ben = cast.ben(world)
    disabled = "disabled@example.com"
    at = world.clock.now()
    make.account(world, email=disabled, email_key=disabled, role="admin", disabled_at=at)
    for email in (ben.email, disabled, "nobody@example.com"):
        refused = create(world, "Board", *SCOPES, "--by", email)
        assert refused.exit_code == 1
        assert f"no enabled administrator has the e-mail address {email}" in refused.stderr
    assert world.get("/admin/api-keys", as_=root).must(200).data == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["Board", "--by", "root@example.com"], "Missing option '--scope'"),
        (["Board", *SCOPES], "Missing option '--by'"),
        ([*SCOPES, "--by", "root@example.com"], "Missing argument 'NAME'"),
        (["Board", "--scope", "all", "--by", "root@example.com"], "'all' is not one of"),
        (["", *SCOPES, "--by", "root@example.com"], "the name must have 1 to 100 characters"),
        (["two\nlines", *SCOPES, "--by", "root@example.com"], "the name must have"),
        (
            ["B", *SCOPES, "--by", "root@example.com", "--expires", "soon"],
            "--expires must be a date",
        ),
        (
            ["B", *SCOPES, "--by", "root@example.com", "--expires", "2020-01-01"],
            "--expires must be in the future",
        ),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(
    world: World, root: Person, arguments: list[str], complaint: str
) -> None:
    refused = create(world, *arguments)
    assert refused.exit_code != 0
    assert complaint in refused.stderr
    assert isinstance(refused.exception, SystemExit)  # and not an unhandled exception
    assert world.get("/admin/api-keys", as_=root).must(200).data == []
