"""docs/settings.md is generated, and each setting has a description in one section."""

import re

from bridgework.kit.validation import member_docstrings
from bridgework.settings import PREFIX, Settings
from tests.contract import snapshots

ROW = re.compile(r"^\| `(BRIDGEWORK_[A-Z_]+)` \| (.+?) \| (.+) \|$", re.MULTILINE)


def test_the_page_lists_every_setting_once() -> None:
    listed = [name for name, _, _ in ROW.findall(snapshots.settings_page())]
    assert sorted(listed) == sorted(PREFIX + name.upper() for name in Settings.model_fields)


def test_every_setting_has_a_meaning() -> None:
    assert member_docstrings(Settings).keys() == Settings.model_fields.keys()
