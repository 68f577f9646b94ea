"""Wrong master passwords of a signed-in administrator are limited for all operations together."""

from tests import cast
from tests.world import World


def test_ten_wrong_master_passwords_block_every_operation_that_asks_for_one(world: World) -> None:
    root, second = cast.root(world), cast.root(world, "second@example.com")
    wrong = {"masterPassword": "wrong"}
    for _ in range(10):
        world.post("/admin/me/totp", wrong, as_=root).must(403)
    right = {"masterPassword": cast.MASTER_PASSWORD}
    for path, body in (
        ("/admin/me/totp", right),
        ("/admin/me/passkeys/options", right),
        (f"/admin/me/passkeys/{root.id}/remove", right),
        ("/admin/me/second-factor/remove", {**right, "code": "000000"}),
        (f"/admin/users/{second.id}/second-factor/reset", right),
    ):
        assert world.post(path, body, as_=root).must(429).error == "too_many_passwords"
