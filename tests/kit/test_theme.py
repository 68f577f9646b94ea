"""E-mails cannot load the stylesheets that all pages share: they repeat its colors."""

import re
from pathlib import Path

import pytest

from bridgework.kit.delivery import outbox
from bridgework.kit.html_pages import theme

COLOR = re.compile(r"(?<!&)#[0-9a-f]{6}\b")
TEMPLATES = Path(outbox.__file__).parent / "templates" / "html"


@pytest.mark.parametrize("template", sorted(TEMPLATES.iterdir()), ids=lambda path: path.name)
def test_an_email_has_the_colors_of_the_theme(template: Path) -> None:
    assert set(COLOR.findall(template.read_text())) <= set(COLOR.findall(theme.THEME))
