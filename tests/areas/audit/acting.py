"""Who acts in the tables of this folder, and what they do that matters to security."""

from collections.abc import Callable, Mapping

from bridgework.areas.accounts.tables import accounts
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
        this = accounts.update().where(accounts.c.id == ada.id)
        tx.execute(this.values(disabled_at=world.clock.now()))
    return ada


def newcomer(world: World) -> Person:
    nora = cast.register(world, NORA)
    world.clock.advance(minutes=1)
    return nora


WHO: Mapping[str, Callable[[World], Person]] = {
    "nobody": lambda _: Person("nobody@example.com"),
    "newcomer": newcomer,
    "member": cast.ada,
    "disabled": disabled,
    "root": cast.root,
}


def post(path: str, **body: object) -> Act:
    """Somebody's request, with their e-mail unless the body says something else."""

    def act(world: World, them: Person) -> Response:
        return world.post(path, {"email": them.email, **body}, as_=them)

    return act


def many(times: int, act: Act) -> Act:
    """The same so many times."""

    def acts(world: World, them: Person) -> None:
        for _ in range(times):
            act(world, them)

    return acts


def by_code(path: str, ask: str | None = None, **body: object) -> Act:
    """What is done by the code that came by mail, asked for first if `ask` says where."""

    def act(world: World, them: Person) -> Response:
        if ask:
            world.post(ask, {"email": them.email}).must(202)
        return world.post(path, {"email": them.email, "otp": world.code(them.email), **body})

    return act


def wrong_code(world: World, them: Person) -> str:
    right = world.code(them.email)
    return f"{(int(right) + 1) % 1_000_000:06d}"


def verify_wrongly(world: World, them: Person) -> Response:
    sent = {"email": them.email, "otp": wrong_code(world, them)}
    return world.post("/auth/verify-email", sent)


def reset_wrongly(world: World, them: Person) -> Response:
    world.post("/auth/forgot-password", {"email": them.email}).must(202)
    sent = {"email": them.email, "otp": wrong_code(world, them), "newPassword": NEW_PASSWORD}
    return world.post("/auth/reset-password", sent)


def change_address(world: World, them: Person) -> Response:
    sent = {"newEmail": "new@example.com", "password": cast.PASSWORD}
    world.post("/users/me/email", sent, as_=them).must(202)
    sent = {"otp": world.code("new@example.com")}
    return world.post("/users/me/email/confirm", sent, as_=them)


def change_address_wrongly(world: World, them: Person) -> Response:
    return world.post("/users/me/email/confirm", {"otp": "000000"}, as_=them)


def refresh_twice(world: World, them: Person) -> None:
    sent = {"email": them.email, "password": cast.PASSWORD}
    token = world.post("/auth/login", sent).must(200).data["refreshToken"]
    world.post("/auth/refresh", {"refreshToken": token}).must(200)
    world.post("/auth/refresh", {"refreshToken": token}).must(401)


def end_session(world: World, them: Person) -> Response:
    return world.delete(f"/auth/sessions/{session_of(world, them)}", as_=them)


def session_of(world: World, them: Person) -> str | None:
    """The id of their session, if they have one."""
    listed = world.get("/auth/sessions", as_=them)
    current = [each["id"] for each in listed.json.get("data", ()) if each["current"]]
    return current[0] if current else None
