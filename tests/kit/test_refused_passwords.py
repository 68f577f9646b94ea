"""The passwords that everybody tries first: one list, of such as could be chosen at all."""

from bridgework.kit import passwords
from bridgework.kit.passwords import Passwords

SHORTEST = 6
"""Of a password (specification section 2.1): what is shorter need not stand in the list."""


def test_the_list_is_long_and_holds_each_once() -> None:
    lines = passwords._COMMON.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines))
    assert len(lines) == len(passwords.common_ones()) > 1_000
    assert [line for line in lines if len(line) < SHORTEST or line != line.strip()] == []


def test_case_and_the_way_it_is_typed_make_no_difference() -> None:
    strict = Passwords(refuse_common=True)
    for typed in ("password", "PASSWORD", "pAssWord", "contrasen\u0303a", "CONTRASE\u00d1A"):
        assert strict.is_refused(typed)
    for typed in ("passwort, aber lang", "correct horse battery", " password", ""):
        assert not strict.is_refused(typed)


def test_none_is_refused_unless_that_is_asked_for() -> None:
    assert not Passwords().is_refused("password")
