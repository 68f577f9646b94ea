"""The list of common passwords, which contains only passwords that could be chosen."""

from bridgework.kit.security import Passwords, passwords

SHORTEST = 6
"""The minimum length of a password; the list contains no shorter ones."""


def test_the_list_is_long_and_has_no_duplicates() -> None:
    lines = passwords._COMMON.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines))
    assert len(lines) == len(passwords.common_passwords()) > 1_000
    assert [line for line in lines if len(line) < SHORTEST or line != line.strip()] == []


def test_case_and_unicode_form_are_ignored() -> None:
    strict = Passwords(refuse_common=True)
    for typed in ("password", "PASSWORD", "pAssWord", "contrasen\u0303a", "CONTRASE\u00d1A"):
        assert strict.is_refused(typed)
    for typed in ("passwort, aber lang", "correct horse battery", " password", ""):
        assert not strict.is_refused(typed)


def test_common_passwords_are_accepted_by_default() -> None:
    assert not Passwords().is_refused("password")
