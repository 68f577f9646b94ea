"""What may be set: nothing that would let everybody pass in production."""

from pathlib import Path
from typing import Any

import pytest

from bridgework.kit.captcha.providers import DUMMY_SECRETS, PROVIDERS
from bridgework.settings import Settings
from tests import world as worlds

ON = {"captcha": "hcaptcha", "captcha_secret": "0xReal"}


def production(folder: Path, **changes: Any) -> Settings:
    return worlds.settings(folder, env="production", **changes)


@pytest.mark.parametrize("vendor", PROVIDERS)
def test_production_asks_for_a_secret(tmp_path: Path, vendor: str) -> None:
    with pytest.raises(ValueError, match="BRIDGEWORK_CAPTCHA_SECRET must be set while"):
        production(tmp_path, captcha=vendor)
    production(tmp_path, captcha=vendor, captcha_secret="real")
    worlds.settings(tmp_path, captcha=vendor)


def test_off_needs_none(tmp_path: Path) -> None:
    assert production(tmp_path).captcha == "off"


@pytest.mark.parametrize("secret", sorted(DUMMY_SECRETS))
def test_production_refuses_a_dummy_that_lets_everybody_pass(tmp_path: Path, secret: str) -> None:
    with pytest.raises(ValueError, match="BRIDGEWORK_CAPTCHA_SECRET must not be a dummy"):
        production(tmp_path, **{**ON, "captcha_secret": secret})
    worlds.settings(tmp_path, **{**ON, "captcha_secret": secret})


def test_the_dummies_are_those_that_the_vendors_publish() -> None:
    assert {
        "1x0000000000000000000000000000000AA",
        "2x0000000000000000000000000000000AA",
        "3x0000000000000000000000000000000AA",
        "0x0000000000000000000000000000000000000000",
        "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe",
    } == DUMMY_SECRETS


@pytest.mark.parametrize("url", ["vendor.example", "ftp://vendor.example", "https://a@b.example"])
def test_the_vendors_address_is_one(tmp_path: Path, url: str) -> None:
    with pytest.raises(ValueError, match="must be an absolute http or https address, or empty"):
        worlds.settings(tmp_path, **ON, captcha_url=url)


def test_the_secret_is_not_shown(tmp_path: Path) -> None:
    assert "0xReal" not in repr(worlds.settings(tmp_path, **ON))


def test_our_pages_are_of_the_public_host_and_the_origins(tmp_path: Path) -> None:
    origins = ("https://www.example.com", "http://localhost:5173")
    settings = worlds.settings(tmp_path, cors_origins=origins)
    assert settings.site_hosts is not None
    assert sorted(settings.site_hosts) == ["api.example.com", "localhost", "www.example.com"]
    assert worlds.settings(tmp_path, cors_origins=("*",)).site_hosts is None
