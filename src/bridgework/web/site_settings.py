"""`site.toml` in the data folder: the name, the look and the texts of the member site."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from bridgework.kit.validation import is_http_url

FILE_NAME = "site.toml"
MIN_CONTRAST = 4.5
"""The contrast of text that WCAG 2.2 requires at level AA."""
_MAX_LOGO_BYTES = 200_000
_MAX_IMAGE_BYTES = 1_000_000
_COLOR = r"^#[0-9a-fA-F]{6}$"
_LOGO = r"^[A-Za-z0-9_-]+\.(svg|png|webp)$"
_IMAGE = r"^[A-Za-z0-9_-]+\.(png|jpg|webp)$"

Color = Annotated[str, Field(pattern=_COLOR)]
Line = Annotated[str, Field(min_length=1, max_length=120)]
Text = Annotated[str, Field(max_length=1000)]


class SiteFileInvalid(Exception):
    """`site.toml` cannot be used. The message says why."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Colors(_Table):
    """The colors of one scheme. An accent is the color of buttons and links."""

    accent: Color
    ground: Color
    surface: Color
    ink: Color

    @property
    def on_accent(self) -> str:
        """White or black, whichever is easier to read on the accent."""
        return max(("#ffffff", "#000000"), key=lambda text: contrast(text, self.accent))

    @model_validator(mode="after")
    def _check_contrast(self) -> Self:
        pairs = {
            "accent on surface": (self.accent, self.surface),
            "accent on ground": (self.accent, self.ground),
            "ink on surface": (self.ink, self.surface),
            "ink on ground": (self.ink, self.ground),
        }
        faults = [
            f"{name} has a contrast of {contrast(*pair):.1f}, and needs {MIN_CONTRAST}"
            for name, pair in pairs.items()
            if contrast(*pair) < MIN_CONTRAST
        ]
        if faults:
            raise ValueError("; ".join(faults))
        return self


class Light(Colors):
    """The colors where the reader prefers light ones."""

    accent: Color = "#0f6b63"
    ground: Color = "#fbfaf7"
    surface: Color = "#ffffff"
    ink: Color = "#1d2527"


class Dark(Colors):
    """The colors where the reader prefers dark ones."""

    accent: Color = "#6fd6c6"
    ground: Color = "#121617"
    surface: Color = "#1a2021"
    ink: Color = "#e8ecec"


class Link(_Table):
    """A link of the footer."""

    label: Line
    url: str

    @model_validator(mode="after")
    def _check_url(self) -> Self:
        if not (is_http_url(self.url) or re.fullmatch(r"mailto:[^\s<>\"]+", self.url)):
            raise ValueError("url must begin with https://, http:// or mailto:")
        return self


class FirstPage(_Table):
    """The texts of the first page."""

    title: Line = "The right people for every practice"
    text: Text = (
        "Independent experts, clinics and candidates in dentistry meet here: verified profiles, "
        "matches with their reasons, and events where people get to know each other."
    )


class Footer(_Table):
    """The text and the links at the end of every page."""

    text: Text = ""
    links: Annotated[tuple[Link, ...], Field(max_length=12)] = ()


class SiteSettings(_Table):
    """The content of `site.toml`. Everything has a default."""

    name: Line | None = None
    """The name of the site. By default the name of the installation."""
    logo: Annotated[str, Field(pattern=_LOGO)] | None = None
    """The name of an SVG, PNG or WebP file in the data folder."""
    image: Annotated[str, Field(pattern=_IMAGE)] | None = None
    """The name of a PNG, JPEG or WebP file in the data folder, which other sites show beside a link
    to a page without a picture of its own."""
    radius: Annotated[int, Field(ge=0, le=24)] = 10
    """The radius of corners in pixels."""
    light: Light = Field(default_factory=Light)
    dark: Dark = Field(default_factory=Dark)
    first_page: FirstPage = Field(default_factory=FirstPage)
    footer: Footer = Field(default_factory=Footer)

    def stylesheet(self) -> str:
        """The colors and the radius as custom properties of the theme."""
        light, dark = _properties(self.light), _properties(self.dark)
        return (
            f":root {{ --radius: {self.radius}px; {light} }}\n"
            f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
        )


def load(data_dir: Path) -> SiteSettings:
    """Read `site.toml`; without the file, everything has its default. Raises SiteFileInvalid."""
    path = data_dir / FILE_NAME
    try:
        content = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
        settings = SiteSettings.model_validate(content)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SiteFileInvalid(f"{path}: {error}") from None
    except ValidationError as error:
        faults = [
            f"{'.'.join(map(str, fault['loc'])) or 'file'}: {fault['msg']}"
            for fault in error.errors(include_url=False, include_context=False)
        ]
        raise SiteFileInvalid(f"{path}: {'; '.join(faults)}") from None
    if settings.logo is not None:
        _check_file("logo", data_dir / settings.logo, _MAX_LOGO_BYTES)
    if settings.image is not None:
        _check_file("image", data_dir / settings.image, _MAX_IMAGE_BYTES)
    return settings


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _check_file(use: str, path: Path, max_bytes: int) -> None:
    if not path.is_file():
        raise SiteFileInvalid(f"{path}: the {use} does not exist")
    if path.stat().st_size > max_bytes:
        raise SiteFileInvalid(f"{path}: the {use} has more than {max_bytes} bytes")


def _luminance(color: str) -> float:
    channels = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _properties(colors: Colors) -> str:
    values = {
        "accent": colors.accent,
        "accent-strong": f"color-mix(in srgb, {colors.accent} 82%, {colors.ink})",
        "on-accent": colors.on_accent,
        "tint": f"color-mix(in srgb, {colors.accent} 10%, {colors.surface})",
        "ground": colors.ground,
        "surface": colors.surface,
        "ink": colors.ink,
        "quiet": f"color-mix(in srgb, {colors.ink} 72%, {colors.surface})",
        "line": f"color-mix(in srgb, {colors.ink} 14%, {colors.surface})",
        "edge": f"color-mix(in srgb, {colors.ink} 52%, {colors.surface})",
    }
    return " ".join(f"--{name}: {value};" for name, value in values.items())
