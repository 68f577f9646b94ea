"""Another address for an account: asked for with the password, proved by a code."""

from tests import cast
from tests.world import Person, World

OLD, NEW = "ben@example.com", "Benjamin@Example.com"


def _ask(world: World, ben: Person, new: str = NEW) -> str:
    sent = {"newEmail": new, "password": cast.PASSWORD}
    world.post("/users/me/email", sent, as_=ben).must(202)
    return world.code(new)


def test_the_new_address_takes_the_old_ones_place_once_it_is_proved(world: World) -> None:
    ben = cast.ben(world)
    code = _ask(world, ben)
    assert world.get("/users/me", as_=ben).data["email"] == OLD
    shown = world.post("/users/me/email/confirm", {"otp": code}, as_=ben).must(200)
    assert shown.data["email"] == NEW
    cast.sign_in(world, NEW.lower())
    gone = world.post("/auth/login", {"email": OLD, "password": cast.PASSWORD}).must(404)
    assert gone.json["code"] == "ACCOUNT_NOT_FOUND"
    told = world.mail(OLD)[-1].get_body(("plain",))
    assert told is not None
    assert NEW in told.get_content()
    world.post("/users/me/email/confirm", {"otp": code}, as_=ben).must(400)


def test_it_takes_the_password_and_a_free_address(world: World) -> None:
    ben = cast.ben(world)
    cast.ada(world)
    wrong = {"newEmail": NEW, "password": "not this one"}
    assert world.post("/users/me/email", wrong, as_=ben).must(403).error == "password_wrong"
    taken = {"newEmail": "ADA@example.com", "password": cast.PASSWORD}
    assert world.post("/users/me/email", taken, as_=ben).must(409).error == "email_taken"
    world.post("/users/me/email", {"newEmail": NEW, "password": cast.PASSWORD}).must(401)


def test_who_registers_it_meanwhile_keeps_it(world: World) -> None:
    ben = cast.ben(world)
    code = _ask(world, ben)
    cast.register(world, NEW)
    refused = world.post("/users/me/email/confirm", {"otp": code}, as_=ben).must(409)
    assert refused.error == "email_taken"
    assert world.get("/users/me", as_=ben).data["email"] == OLD


def test_a_code_proves_the_address_it_was_sent_to_and_no_other(world: World) -> None:
    ben = cast.ben(world)
    first = _ask(world, ben, "first@example.com")
    second = _ask(world, ben, "second@example.com")
    if first != second:
        world.post("/users/me/email/confirm", {"otp": first}, as_=ben).must(400)
    shown = world.post("/users/me/email/confirm", {"otp": second}, as_=ben).must(200)
    assert shown.data["email"] == "second@example.com"


def test_without_a_request_there_is_nothing_to_confirm(world: World) -> None:
    ben = cast.ben(world)
    world.post("/users/me/email/confirm", {"otp": "123456"}, as_=ben).must(400)
