"""Helpers that read the audit log through the API and verify it with the command."""

from typing import Any
from urllib.parse import urlencode

from click.testing import CliRunner, Result

from bridgework.__main__ import bridgework
from bridgework.areas.history.audit.verification import Kind, Verification
from tests.world import Person, World


def page(world: World, root: Person, **query: object) -> Any:
    """Return a page of the log."""
    return world.get(f"/admin/logs?{urlencode(query)}", as_=root).must(200).data


def newest(world: World, root: Person, count: int) -> list[Any]:
    """Return the newest entries, oldest first."""
    items: list[Any] = page(world, root, limit=100)["items"]
    return items[:count][::-1]


def length(world: World, root: Person) -> int:
    """Return the number of entries."""
    total: int = page(world, root)["total"]
    return total


def sealed(world: World, entries: int = 0) -> World:
    """Add entries, seal all entries, and return the world."""
    for number in range(entries):
        caller = Person("x@example.com", address=f"203.0.113.{number}")
        body = {"email": f"nobody{number}@example.com"}
        world.post("/auth/resend-otp", body, as_=caller).must(404)
    world.run_periodic_tasks()
    return world


def findings(world: World) -> list[tuple[Kind, str]]:
    """Verify the chain at the world's time, and return the findings."""
    app_state = world.application.app_state
    verification = Verification(app_state.database, app_state.keyring, world.clock.now())
    return [(finding.kind, finding.message) for finding in verification.findings()]


def verify(world: World, *options: str, secrets: tuple[str, ...] = ()) -> Result:
    """Run `bridgework audit verify` on the world's database."""
    return run(world, "verify", *options, secrets=secrets)


def run(world: World, *arguments: str, secrets: tuple[str, ...] = ()) -> Result:
    """Run a command of `bridgework audit` on the world's database."""
    settings = world.application.app_state.settings
    environment = {
        "BRIDGEWORK_ENV": settings.env,
        "BRIDGEWORK_DATA_DIR": str(settings.data_dir),
        "BRIDGEWORK_DATABASE_URL": settings.database_url,
        "BRIDGEWORK_SECRET_KEYS": ",".join(secrets),
    }
    return CliRunner().invoke(bridgework, ["audit", *arguments], env=environment)
