"""Each e-mail to a member leaves a notification, or says why not."""

import re
from pathlib import Path
from typing import get_args

import pytest

from bridgework.areas.history.notifications.fields import (
    NotificationKindName,
    NotificationSubjectKind,
)
from bridgework.areas.history.notifications.kinds import CHOICES, KINDS, WITHOUT, subject_of
from bridgework.areas.identity.email_preferences.schemas import Kind as OptionalEmail
from bridgework.kit.validation import to_wire_name

ROOT = Path(__file__).parents[2]
_AREAS = ROOT / "src" / "bridgework" / "areas"
_CUSTOM = re.compile(r"(/admin_custom)_.*")
"""The e-mails of administrators have a template each, and one kind."""
_SITE_PAGES = re.compile(r"/(app/|console/(#/)?)[a-z/{}]*")
_EMAIL_ALONE = re.compile(r"enqueue_email\(\s*emails\.(\w+)")


def templates() -> set[str]:
    found = _AREAS.glob("*/*/templates/*.jinja")
    return {f"{file.parents[1].name}/{file.stem}" for file in found}


def test_each_email_has_a_kind_of_notification_or_a_reason() -> None:
    with_kind = {kind.email for kind in KINDS.values()}
    assert with_kind | set(WITHOUT) == {_CUSTOM.sub(r"\1", name) for name in templates()}
    assert not with_kind & set(WITHOUT)


def test_an_email_with_a_notification_is_queued_with_its_page() -> None:
    sources = [file.read_text(encoding="utf-8") for file in _AREAS.rglob("*.py")]
    alone = {name for source in sources for name in _EMAIL_ALONE.findall(source)}
    assert alone == {name.partition("/")[2] for name in WITHOUT}


def test_the_first_part_of_a_kind_is_its_subject() -> None:
    subjects = {subject_of(kind) for kind in get_args(NotificationKindName)}
    assert subjects == set(get_args(NotificationSubjectKind.__value__))


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_has_a_sentence_and_a_page(name: NotificationKindName) -> None:
    kind = KINDS[name]
    text = kind.text.format(actor="Ada Lovell", title="Associate")
    assert text[0].isupper()
    assert text.endswith(".")
    assert "{" not in text
    assert _SITE_PAGES.fullmatch(kind.path)


def test_each_optional_email_has_the_choice_of_its_template() -> None:
    assert set(CHOICES.values()) == set(get_args(OptionalEmail))
    assert set(CHOICES) <= {kind.email for kind in KINDS.values()}


def test_the_guide_has_each_kind_with_its_text_page_and_choice() -> None:
    guide = (ROOT / "docs" / "guides" / "notifications.md").read_text(encoding="utf-8")
    for name, kind in KINDS.items():
        choice = CHOICES.get(kind.email)
        shown = f"`{to_wire_name(choice)}`" if choice else ""
        assert f"| `{name}` | {kind.text} | `{kind.path}` | {shown} |" in guide
