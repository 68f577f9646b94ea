"""How a client uses up each budget, and what it does that is refused afterwards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count

from tests import cast
from tests.areas.accounts.test_code_links import link_token, wrong
from tests.areas.administrators import second_factor, test_invitations
from tests.world import Person, Response, World

EVE = "eve@example.com"
WRONG = "wrong horse"
Act = Callable[[], Response]


@dataclass(frozen=True, slots=True)
class Case:
    """What is counted, and what is refused beyond the budget."""

    counted: Act
    refused: Act
    """A request that is right, if wrong ones are counted."""
    pause: int = 0
    """The seconds before each request, so that it exceeds no other budget."""


def _sign_ins(world: World, path: str, member: str, email: str, right: str, pause: int) -> Case:
    """By account, from unknown devices."""

    def sign_in(password: str) -> Response:
        return world.post(path, {"email": email, member: password})

    return Case(lambda: sign_in(WRONG), lambda: sign_in(right), pause)


def _sign_ins_by_address(world: World, path: str, member: str, email: str, right: str) -> Case:
    """Each of another account."""
    numbers = count()

    def fail() -> Response:
        return world.post(path, {"email": f"member{next(numbers)}@example.com", member: WRONG})

    return Case(fail, lambda: world.post(path, {"email": email, member: right}), pause=2)


def _sign_ins_by_device(
    world: World, path: str, member: str, email: str, right: str, pause: int
) -> Case:
    device = world.post(path, {"email": email, member: right}).must(200).data["deviceToken"]

    def sign_in(password: str) -> Response:
        sent = {"email": email, member: password}
        return world.post(path, sent, headers={"x-device-token": device})

    return Case(lambda: sign_in(WRONG), lambda: sign_in(right), pause)


def _member(world: World) -> tuple[World, str, str, str, str]:
    return world, "/auth/login", "password", cast.sign_up(world, EVE).email, cast.PASSWORD


def _administrator(world: World) -> tuple[World, str, str, str, str]:
    email = cast.root(world).email
    return world, "/auth/admin/login", "masterPassword", email, cast.MASTER_PASSWORD


def _passwords(world: World) -> Case:
    eve = cast.sign_up(world, EVE)

    def change(password: str) -> Response:
        sent = {"currentPassword": password, "newPassword": "a quite different one"}
        return world.post("/auth/change-password", sent, as_=eve)

    return Case(lambda: change(WRONG), lambda: change(cast.PASSWORD))


def _verify(world: World, code: str, email: str = EVE, **more: str) -> Response:
    return world.post("/auth/verify-email", {"email": email, "otp": code, **more})


def _resend(world: World) -> Response:
    return world.post("/auth/resend-otp", {"email": EVE})


def _verify_with_new_code(world: World) -> Response:
    _resend(world).must(202)
    return _verify(world, world.code(EVE))


def _codes(world: World, pause: int = 0) -> Case:
    cast.register(world, EVE)
    code = wrong(world.code(EVE))
    return Case(lambda: _verify(world, code), lambda: _verify_with_new_code(world), pause)


def _codes_by_address(world: World) -> Case:
    cast.register(world, EVE)
    numbers = count()

    def fail() -> Response:
        return _verify(world, "000000", f"member{next(numbers)}@example.com")

    return Case(fail, lambda: _verify_with_new_code(world), pause=2)


def _codes_by_link(world: World) -> Case:
    cast.register(world, EVE)
    code, link = world.code(EVE), link_token(world)
    return Case(
        lambda: _verify(world, wrong(code), linkToken=link),
        lambda: _verify(world, code, linkToken=link),
    )


def _resent(world: World) -> Case:
    cast.register(world, EVE)
    return Case(lambda: _resend(world), lambda: _resend(world))


def _sent(world: World, pause: int = 0) -> Case:
    cast.sign_up(world, EVE)

    def send() -> Response:
        return world.post("/auth/forgot-password", {"email": EVE})

    return Case(send, send, pause)


def _registrations(world: World) -> Case:
    numbers = count()

    def register() -> Response:
        sent = {"email": f"member{next(numbers)}@example.com", "password": cast.PASSWORD}
        return world.post("/auth/register", sent)

    return Case(register, register, pause=2)


def _notices(world: World) -> Case:
    cast.sign_up(world, EVE)
    ben = cast.ben(world)

    def enter() -> Response:
        sent = {"newEmail": EVE, "password": cast.PASSWORD}
        return world.post("/users/me/email", sent, as_=cast.sign_in(world, ben.email))

    return Case(enter, enter)


def _pairs(world: World) -> Case:
    ben = cast.ben(world)
    sent = {"email": ben.email, "password": cast.PASSWORD}
    token = world.post("/auth/login", sent).must(200).data["refreshToken"]

    def refresh() -> Response:
        return world.post("/auth/refresh", {"refreshToken": token})

    refresh().must(200)
    return Case(refresh, refresh)


def _wrong_code(world: World, app: second_factor.App) -> str:
    return wrong(wrong(app.code(world)))


def _factors_by_challenge(world: World) -> Case:
    root = cast.root(world)
    app = second_factor.add_app(world, root)
    token = second_factor.challenge(world, root)["challenge"]

    def complete(code: str) -> Response:
        return second_factor.complete(world, root, token, code=code)

    return Case(lambda: complete(_wrong_code(world, app)), lambda: complete(app.code(world)))


def _confirmations(world: World) -> Case:
    root = cast.root(world)

    def begin() -> second_factor.App:
        begun = world.post("/admin/me/totp", second_factor.PROOF, as_=root).must(200)
        return second_factor.App(begun.data["secret"], [])

    def confirm(code: str) -> Response:
        return world.post("/admin/me/totp/confirm", {"code": code}, as_=root)

    app = begin()
    return Case(lambda: confirm(_wrong_code(world, app)), lambda: confirm(begin().code(world)))


def _factors(world: World) -> Case:
    root = cast.root(world)
    app = second_factor.add_app(world, root)
    stranger = replace(root, address="203.0.113.9")

    def sign_in(person: Person, code: str) -> Response:
        return second_factor.sign_in(world, person, code=code)

    return Case(
        lambda: sign_in(stranger, _wrong_code(world, app)),
        lambda: sign_in(root, app.code(world)),
        pause=2,
    )


def _invitations(world: World) -> Case:
    root, ben = cast.root(world), cast.ben(world)
    test_invitations.appoint(world, root, ben).must(200)
    token = test_invitations.token_of(world, ben)
    return Case(
        lambda: test_invitations.accept(world, token, WRONG),
        lambda: test_invitations.accept(world, token),
    )


CASES: Mapping[str, Callable[[World], Case]] = {
    "sign-in-account": lambda world: _sign_ins(*_member(world), 0),
    "sign-in-address": lambda world: _sign_ins_by_address(*_member(world)),
    "sign-in-in-a-row": lambda world: _sign_ins(*_member(world), 60),
    "sign-in-device": lambda world: _sign_ins_by_device(*_member(world), 0),
    "sign-in-device-in-a-row": lambda world: _sign_ins_by_device(*_member(world), 60),
    "password-account": _passwords,
    "code-tries": _codes,
    "wrong-codes-day": lambda world: _codes(world, 4 * 60),
    "code-tries-address": _codes_by_address,
    "code-tries-link": _codes_by_link,
    "resend": _resent,
    "codes-hour": _sent,
    "codes-day": lambda world: _sent(world, 15 * 60),
    "registrations": _registrations,
    "owner-notices": _notices,
    "refresh-pairs": _pairs,
    "admin-sign-in-account": lambda world: _sign_ins(*_administrator(world), 0),
    "admin-sign-in-address": lambda world: _sign_ins_by_address(*_administrator(world)),
    "admin-sign-in-in-a-row": lambda world: _sign_ins(*_administrator(world), 60),
    "admin-sign-in-device": lambda world: _sign_ins_by_device(*_administrator(world), 0),
    "admin-sign-in-device-in-a-row": lambda world: _sign_ins_by_device(*_administrator(world), 60),
    "second-factor-tries": _factors_by_challenge,
    "second-factor-confirm": _confirmations,
    "second-factor-day": _factors,
    "invitation-tries": _invitations,
}
"""How each budget is used up, by its name."""
