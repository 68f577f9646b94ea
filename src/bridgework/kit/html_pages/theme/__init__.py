"""The look that all pages share: the console, the pages of links and the API documentation.

`THEME` has the colors, the type and the focus ring. `COMPONENTS` has buttons, fields, messages,
tables and Markdown; Swagger UI brings its own.
"""

from pathlib import Path
from typing import Final


def _read(name: str) -> str:
    return (Path(__file__).parent / "assets" / name).read_text(encoding="utf-8")


THEME: Final = _read("theme.css")
COMPONENTS: Final = _read("components.css")
ICON: Final = _read("icon.svg")
ICON_PNG: Final = (Path(__file__).parent / "assets" / "icon.png").read_bytes()
"""The icon with 512 by 512 pixels, for programs that read no SVG."""
