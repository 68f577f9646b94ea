"""The limits on passwords and codes that several operations share."""

from tests import cast
from tests.world import World

WRONG = "not this one"


def test_wrong_passwords_are_counted_across_operations(world: World) -> None:
    root = cast.root(world)
    for _ in range(10):
        world.post("/users/me/erase", {"password": WRONG}, as_=root).must(403)
    change = {"currentMasterPassword": WRONG, "newMasterPassword": "x" * 12}
    for path, body in (
        ("/users/me/erase", {"password": cast.PASSWORD}),
        ("/users/me/email", {"newEmail": "new@example.com", "password": cast.PASSWORD}),
        ("/admin/me/master-password", change),
    ):
        assert world.post(path, body, as_=root).must(429).error == "too_many_passwords"


def test_reset_codes_and_change_codes_are_each_sent_five_times(world: World) -> None:
    ben = cast.ben(world)
    for number in range(5):
        world.post("/auth/forgot-password", {"email": ben.email}).must(202)
        body = {"newEmail": f"new{number}@example.com", "password": cast.PASSWORD}
        world.post("/users/me/email", body, as_=ben).must(202)
    forgot = world.post("/auth/forgot-password", {"email": ben.email}).must(429)
    body = {"newEmail": "new@example.com", "password": cast.PASSWORD}
    change = world.post("/users/me/email", body, as_=ben).must(429)
    assert forgot.error == change.error == "too_many_codes"


def test_a_change_code_has_five_tries(world: World) -> None:
    ben = cast.ben(world)
    body = {"newEmail": "new@example.com", "password": cast.PASSWORD}
    world.post("/users/me/email", body, as_=ben).must(202)
    code = world.code("new@example.com")
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    for _ in range(5):
        world.post("/users/me/email/confirm", {"otp": wrong}, as_=ben).must(400)
    refused = world.post("/users/me/email/confirm", {"otp": code}, as_=ben).must(429)
    assert refused.error == "too_many_tries"
