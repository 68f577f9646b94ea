"""The first steps of a member: register, verify the address, sign in, sign out."""

from tests import cast
from tests.world import World


def test_register_verify_sign_in_and_sign_out(world: World) -> None:
    response = world.post(
        "/auth/register", {"email": "ada@example.com", "password": cast.PASSWORD}
    ).must(201)
    assert response.data["user"]["role"] == "expert"
    refused = world.post(
        "/auth/login", {"email": "ada@example.com", "password": cast.PASSWORD}
    ).must(403)
    assert refused.json["isEmailVerified"] is False
    assert refused.json["code"] == "EMAIL_NOT_VERIFIED"
    proof = {"email": "ada@example.com", "otp": world.code("ada@example.com")}
    world.post("/auth/verify-email", proof).must(200)
    ada = cast.sign_in(world, "ADA@Example.com")
    assert world.get("/users/me", as_=ada).must(200).data["email"] == "ada@example.com"
    world.post("/auth/logout", as_=ada).must(200)
    assert world.get("/users/me", as_=ada).must(401).error == "token_invalid"
