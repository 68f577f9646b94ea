"""Keys: one per secret and purpose, newest first; the former ones remain valid."""

import pytest
from cryptography.fernet import InvalidToken

from bridgework.kit.security import Keyring

OLD = "the former secret of this installation"
NEW = "the newest secret of this installation"


def test_a_keyring_requires_a_secret() -> None:
    with pytest.raises(ValueError, match="at least one secret"):
        Keyring(())


def test_each_secret_and_purpose_has_a_different_key() -> None:
    ring = Keyring((NEW, OLD))
    keys = [*ring.keys("codes"), *ring.keys("tokens")]
    assert len(set(keys)) == 4
    assert {len(key) for key in keys} == {32}
    assert ring.keys("codes") == Keyring((NEW, OLD)).keys("codes")
    assert Keyring((OLD,)).keys("codes") == ring.keys("codes")[1:]


def test_no_key_contains_the_secret() -> None:
    assert all(NEW.encode() not in key for key in Keyring((NEW,)).keys("codes"))


def test_a_digest_matches_only_its_parts_and_purpose() -> None:
    ring = Keyring((NEW,))
    digest = ring.digest("codes", "ada", "123456")
    assert ring.matches(digest, "codes", "ada", "123456")
    for purpose, parts in [
        ("tokens", ("ada", "123456")),
        ("codes", ("ada", "123457")),
        ("codes", ("ben", "123456")),
        ("codes", ("ada1", "23456")),
        ("codes", ("ada123456",)),
        ("codes", ("ada", "123456", "")),
        ("codes", ("123456", "ada")),
    ]:
        assert not ring.matches(digest, purpose, *parts), parts
        assert ring.digest(purpose, *parts) != digest


def test_a_digest_of_another_installation_does_not_match() -> None:
    digest = Keyring((OLD,)).digest("codes", "ada")
    assert not Keyring((NEW,)).matches(digest, "codes", "ada")


def test_digests_of_a_former_secret_are_valid_until_it_is_removed() -> None:
    before, meanwhile, after = Keyring((OLD,)), Keyring((NEW, OLD)), Keyring((NEW,))
    digest, sealed = before.digest("codes", "ada"), before.encrypt("outbox", b"123456")
    assert meanwhile.matches(digest, "codes", "ada")
    assert meanwhile.decrypt("outbox", sealed) == b"123456"
    assert meanwhile.digest("codes", "ada") == after.digest("codes", "ada")
    assert after.decrypt("outbox", meanwhile.encrypt("outbox", b"123456")) == b"123456"
    assert not after.matches(digest, "codes", "ada")
    with pytest.raises(InvalidToken):
        after.decrypt("outbox", sealed)


def test_encryption_is_randomized() -> None:
    ring = Keyring((NEW,))
    once, again = ring.encrypt("outbox", b"123456"), ring.encrypt("outbox", b"123456")
    assert once != again
    assert b"123456" not in once


@pytest.mark.parametrize("change", [b"", b"nonsense", None])
def test_altered_ciphertext_is_refused(change: bytes | None) -> None:
    ring = Keyring((NEW,))
    sealed = ring.encrypt("outbox", b"123456")
    altered = sealed[:-5] + b"AAAA=" if change is None else change
    with pytest.raises(InvalidToken):
        ring.decrypt("outbox", altered)
    with pytest.raises(InvalidToken):
        ring.decrypt("letters", sealed)
