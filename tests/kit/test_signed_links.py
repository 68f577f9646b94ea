"""A signed link is valid for one subject, one purpose and the values that it is bound to."""

import pytest

from bridgework.kit.core import Id
from bridgework.kit.security import Keyring, signed_links

KEYS = Keyring(("a secret that is long enough for a keyring",))
NEWER = Keyring(
    ("a secret that has come after the other one", "a secret that is long enough for a keyring")
)
THING = Id("01942520-e3a0-7704-b3c8-3850c0ae0354")
TOKEN = signed_links.create_token(KEYS, "/reply", THING, "ada@example.com")


def test_a_token_is_valid_after_a_change_of_secrets() -> None:
    assert signed_links.parse_subject(TOKEN) == THING
    assert signed_links.verify(KEYS, "/reply", TOKEN, "ada@example.com")
    assert signed_links.verify(NEWER, "/reply", TOKEN, "ada@example.com")


@pytest.mark.parametrize(
    ("purpose", "token", "bound_to"),
    [
        ("/other", TOKEN, ("ada@example.com",)),
        ("/reply", TOKEN, ("ben@example.com",)),
        ("/reply", TOKEN, ()),
        ("/reply", TOKEN, ("ada@example.com", "")),
        ("/reply", TOKEN[:-1], ("ada@example.com",)),
        ("/reply", TOKEN + "0", ("ada@example.com",)),
        (
            "/reply",
            f"01942520-e3a0-7704-b3c8-3850c0ae0355.{TOKEN.partition('.')[2]}",
            ("ada@example.com",),
        ),
        ("/reply", f"{THING}.é", ("ada@example.com",)),
        ("/reply", THING, ("ada@example.com",)),
    ],
)
def test_a_token_is_valid_only_for_its_purpose_and_values(
    purpose: str, token: str, bound_to: tuple[str, ...]
) -> None:
    assert not signed_links.verify(KEYS, purpose, token, *bound_to)


@pytest.mark.parametrize("text", ["", ".", "x.y", THING.upper() + ".0", "\x00"])
def test_a_token_without_an_id_has_no_subject(text: str) -> None:
    assert signed_links.parse_subject(text) is None
