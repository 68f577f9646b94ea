"""docs/settings.md lists every setting with its default, and none that isn't there."""

import re
from collections.abc import Mapping

from pydantic.fields import FieldInfo

from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import PREFIX, Settings
from tests.architecture.sources import ROOT

PAGE = ROOT / "docs" / "settings.md"
ROW = re.compile(r"^\| `(BRIDGEWORK_[A-Z_]+)` \| (.+?) \| (.+) \|$", re.MULTILINE)
NOTHING = "–"


def shown(member: FieldInfo) -> str:
    """A default as the page has it."""
    default = member.default
    if isinstance(default, Rule):
        return f"`{default.quota}/{default.window}`"
    if default in (None, "", ()):
        return NOTHING
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f"`{default}`"


def listed() -> Mapping[str, str]:
    """The settings of the page, with their defaults."""
    return {name: default for name, default, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))}


def test_the_page_lists_every_setting_with_its_default() -> None:
    settings = {
        PREFIX + name.upper(): shown(member) for name, member in Settings.model_fields.items()
    }
    assert listed() == settings


def test_every_setting_says_what_it_means() -> None:
    silent = [name for name, member in Settings.model_fields.items() if not member.description]
    assert silent == []
