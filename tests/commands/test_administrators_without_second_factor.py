"""`config check` warns in production of administrators without a second factor."""

import pytest
from click.testing import Result

from bridgework.kit.security import secret_file
from tests import cast
from tests.areas.administrators.second_factor import add_app
from tests.commands import cli
from tests.world import World

WARNING = "warning: administrators without a second factor: "
PRODUCTION = {
    "BRIDGEWORK_ENV": "production",
    "BRIDGEWORK_SECRET_KEYS": secret_file.generate(),
    "BRIDGEWORK_PUBLIC_URL": "https://bridgework.example",
    "BRIDGEWORK_MAIL_FROM": "no-reply@bridgework.example",
}


def check(world: World, **settings: str) -> Result:
    return cli.run(world.application.app_state.settings, "config", "check", "--connect", **settings)


@pytest.mark.postgresql("a statement of its own")
def test_they_are_counted_in_production(world: World) -> None:
    root, _ = cast.root(world), cast.root(world, "second@example.com")
    assert (
        f"{WARNING}2; BRIDGEWORK_ADMIN_SECOND_FACTOR=required" in check(world, **PRODUCTION).output
    )
    add_app(world, root)
    assert f"{WARNING}1; " in check(world, **PRODUCTION).output


def test_where_each_must_have_one_the_warning_says_what_they_can_do(world: World) -> None:
    cast.root(world)
    required = {**PRODUCTION, "BRIDGEWORK_ADMIN_SECOND_FACTOR": "required"}
    assert f"{WARNING}1; each of them can only enroll one" in check(world, **required).output


def test_nothing_is_said_if_all_have_one_or_outside_production(world: World) -> None:
    root = cast.root(world)
    assert WARNING not in check(world).output
    add_app(world, root)
    assert WARNING not in check(world, **PRODUCTION).output
