"""The audit log as its readers see it: through the front door, and by the command that walks it."""

from typing import Any
from urllib.parse import urlencode

from click.testing import CliRunner, Result

from bridgework.__main__ import bridgework
from bridgework.areas.audit.verification import Kind, Verification
from tests.world import Person, World


def page(world: World, root: Person, **query: object) -> Any:
    """One page of the log."""
    return world.get(f"/admin/logs?{urlencode(query)}", as_=root).must(200).data


def newest(world: World, root: Person, count: int) -> list[Any]:
    """The newest entries, the oldest of them first."""
    items: list[Any] = page(world, root, limit=100)["items"]
    return items[:count][::-1]


def length(world: World, root: Person) -> int:
    """How many entries there are."""
    total: int = page(world, root)["total"]
    return total


def sealed(world: World, entries: int = 0) -> World:
    """The same world with so many entries or more, all of them sealed."""
    for number in range(entries):
        stranger = Person("x@example.com", address=f"203.0.113.{number}")
        body = {"email": f"nobody{number}@example.com"}
        world.post("/auth/resend-otp", body, as_=stranger).must(404)
    world.run_periodic_tasks()
    return world


def findings(world: World) -> list[tuple[Kind, str]]:
    """What a walk along the chain finds, as of the world's own time."""
    app_state = world.application.app_state
    walk = Verification(app_state.database, app_state.keyring, world.clock.now())
    return [(finding.kind, finding.sentence) for finding in walk.findings()]


def verify(world: World, *options: str, secrets: tuple[str, ...] = ()) -> Result:
    """Run `bridgework audit verify` on the world's database."""
    settings = world.application.app_state.settings
    environment = {
        "BRIDGEWORK_ENV": settings.env,
        "BRIDGEWORK_DATA_DIR": str(settings.data_dir),
        "BRIDGEWORK_DATABASE_URL": settings.database_url,
        "BRIDGEWORK_SECRET_KEYS": ",".join(secrets),
    }
    return CliRunner().invoke(bridgework, ["audit", "verify", *options], env=environment)
