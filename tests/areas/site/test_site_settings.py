"""What `site.toml` may contain."""

from pathlib import Path

import pytest

from bridgework.web import site_settings


def test_everything_has_a_default_with_enough_contrast(tmp_path: Path) -> None:
    settings = site_settings.load(tmp_path)
    for colors in (settings.light, settings.dark):
        assert site_settings.contrast(colors.on_accent, colors.accent) >= 4.5
        assert site_settings.contrast(colors.ink, colors.ground) >= 7


def test_contrast_is_that_of_wcag() -> None:
    assert site_settings.contrast("#000000", "#ffffff") == 21
    assert site_settings.contrast("#ffffff", "#ffffff") == 1
    assert site_settings.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("name = ", "Invalid value"),
        ("title = 'x'", "title: Extra inputs are not permitted"),
        ("radius = 100", "radius: Input should be less than or equal to 24"),
        ("logo = '../secret.key'", "logo: String should match pattern"),
        ("logo = 'missing.svg'", "the logo does not exist"),
        ("[light]\naccent = 'red'", "light.accent: String should match pattern"),
        ("[light]\naccent = '#ffee88'", "accent on surface has a contrast of 1.2, and needs 4.5"),
        ("[footer]\nlinks = [{label = 'x', url = 'javascript:alert(1)'}]", "url must begin with"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "site.toml").write_text(content)
    with pytest.raises(site_settings.SiteFileInvalid) as refused:
        site_settings.load(tmp_path)
    assert "site.toml" in str(refused.value) or "missing.svg" in str(refused.value)
    assert said in str(refused.value)
