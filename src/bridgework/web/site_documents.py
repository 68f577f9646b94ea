"""`terms.md` and `privacy.md` beside `site.toml`: pages of the member site."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bridgework.kit.text import markdown
from bridgework.web.site_settings import SiteFileInvalid

_TITLES: Final = {"terms": "Terms", "privacy": "Privacy"}
"""The titles of documents that begin without a heading, by their paths below the site."""
_MAX_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class SiteDocument:
    """A page that the operator has written."""

    title: str
    body: str
    """Markdown, without the heading that is the title."""


def load(data_dir: Path) -> Mapping[str, SiteDocument]:
    """Read the files that exist, by their paths below the site. Raises SiteFileInvalid."""
    paths = {name: data_dir / f"{name}.md" for name in _TITLES}
    return {name: _read(path, _TITLES[name]) for name, path in paths.items() if path.exists()}


def _read(path: Path, title: str) -> SiteDocument:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise SiteFileInvalid(f"{path}: it has more than {_MAX_BYTES} bytes")
        text = path.read_text("utf-8-sig").strip()
        markdown.to_html(text)
    except (OSError, UnicodeDecodeError) as error:
        raise SiteFileInvalid(f"{path}: {error}") from None
    except markdown.TooIntricate:
        raise SiteFileInvalid(f"{path}: it has too much markup to be rendered") from None
    first, _, rest = text.partition("\n")
    if first.startswith("# "):
        return SiteDocument(markdown.to_text(first).strip() or title, rest.strip())
    return SiteDocument(title, text)
