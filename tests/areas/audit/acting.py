"""The actors of the event tests, and their security-relevant actions."""

from collections.abc import Callable, Mapping

from bridgework.areas.identity.accounts.tables import accounts
from tests import cast
from tests.world import Person, Response, World

NEW_PASSWORD = "another horse altogether"
NEW_MASTER = "the keys to another house"
WRONG = "wrong horse"
NORA = "nora@example.com"

Act = Callable[[World, Person], Response | None]


def disabled(world: World) -> Person:
    ada = cast.ada(world)
    with world.application.app_state.database.writing() as tx:
        statement = accounts.update().where(accounts.c.id == ada.id)
        tx.execute(statement.values(disabled_at=world.clock.now()))
    return ada


def newcomer(world: World) -> Person:
    nora = cast.register(world, NORA)
    world.clock.advance(minutes=1)
    return nora


ACTORS: Mapping[str, Callable[[World], Person]] = {
    "unknown": lambda _: Person("nobody@example.com"),
    "newcomer": newcomer,
    "member": cast.ada,
    "disabled": disabled,
    "root": cast.root,
}


def post(path: str, **body: object) -> Act:
    """Return an action that posts a request with the actor's e-mail unless the body has another."""

    def act(world: World, person: Person) -> Response:
        return world.post(path, {"email": person.email, **body}, as_=person)

    return act


def repeat(times: int, act: Act) -> Act:
    """Return an action that repeats another."""

    def acts(world: World, person: Person) -> None:
        for _ in range(times):
            act(world, person)

    return acts


def by_code(path: str, request_path: str | None = None, **body: object) -> Act:
    """Return an action with the code from the newest e-mail, requested first at `request_path`."""

    def act(world: World, person: Person) -> Response:
        if request_path:
            world.post(request_path, {"email": person.email}).must(202)
        return world.post(path, {"email": person.email, "otp": world.code(person.email), **body})

    return act


def wrong_code(world: World, person: Person) -> str:
    right = world.code(person.email)
    return f"{(int(right) + 1) % 1_000_000:06d}"


def verify_with_wrong_code(world: World, person: Person) -> Response:
    sent = {"email": person.email, "otp": wrong_code(world, person)}
    return world.post("/auth/verify-email", sent)


def reset_with_wrong_code(world: World, person: Person) -> Response:
    world.post("/auth/forgot-password", {"email": person.email}).must(202)
    sent = {"email": person.email, "otp": wrong_code(world, person), "newPassword": NEW_PASSWORD}
    return world.post("/auth/reset-password", sent)


def change_email(world: World, person: Person) -> Response:
    sent = {"newEmail": "new@example.com", "password": cast.PASSWORD}
    world.post("/users/me/email", sent, as_=person).must(202)
    sent = {"otp": world.code("new@example.com")}
    return world.post("/users/me/email/confirm", sent, as_=person)


def change_email_with_wrong_code(world: World, person: Person) -> Response:
    return world.post("/users/me/email/confirm", {"otp": "000000"}, as_=person)


def refresh_twice(world: World, person: Person) -> None:
    sent = {"email": person.email, "password": cast.PASSWORD}
    token = world.post("/auth/login", sent).must(200).data["refreshToken"]
    world.post("/auth/refresh", {"refreshToken": token}).must(200)
    world.clock.advance(seconds=11)
    world.post("/auth/refresh", {"refreshToken": token}).must(401)


def end_session(world: World, person: Person) -> Response:
    return world.delete(f"/auth/sessions/{session_of(world, person)}", as_=person)


def session_of(world: World, person: Person) -> str | None:
    """Return the id of the person's current session, None without one."""
    listed = world.get("/auth/sessions", as_=person)
    current = [item["id"] for item in listed.json.get("data", ()) if item["current"]]
    return current[0] if current else None
