"""What an administrator's export contains, and what the erasure of the account leaves."""

from tests import cast
from tests.areas.administrators.second_factor import SoftwarePasskey, add_app, add_passkey
from tests.areas.administrators.test_removal import rows
from tests.world import World


def test_an_export_names_passkeys_and_contains_no_secret(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    add_passkey(world, root, SoftwarePasskey(), name="Laptop")
    exported = world.get("/users/me/export", as_=root).must(200)
    (passkey,) = exported.data["tables"]["passkeys"]
    assert passkey["name"] == "Laptop"
    assert "public_key" not in passkey
    (totp,) = exported.data["tables"]["totp_secrets"]
    assert not {"secret", "pending_secret"} & set(totp)
    for code in (app.secret, *app.recovery_codes):
        assert code not in exported.body.decode()


def test_an_erasure_deletes_second_factors_and_devices(world: World) -> None:
    cast.root(world, "second@example.com")
    root = cast.root(world)
    add_app(world, root)
    add_passkey(world, root, SoftwarePasskey())
    assert rows(world, root.id) > 0
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=root).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    assert rows(world, root.id) == 0
