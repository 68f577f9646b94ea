"""The settings of CAPTCHAs: production refuses those that accept every token."""

from pathlib import Path
from typing import Any

import pytest

from bridgework.kit.security.captcha import DUMMY_SECRETS, PROVIDERS
from bridgework.settings import Settings
from tests import world as worlds

ON = {"captcha": "hcaptcha", "captcha_secret": "0xReal"}


def production(folder: Path, **changes: Any) -> Settings:
    return worlds.settings(folder, env="production", **changes)


@pytest.mark.parametrize("vendor", PROVIDERS)
def test_production_requires_a_secret(tmp_path: Path, vendor: str) -> None:
    with pytest.raises(ValueError, match="BRIDGEWORK_CAPTCHA_SECRET must be set when"):
        production(tmp_path, captcha=vendor)
    production(tmp_path, captcha=vendor, captcha_secret="real")
    worlds.settings(tmp_path, captcha=vendor)


def test_no_secret_is_required_if_captcha_is_off(tmp_path: Path) -> None:
    assert production(tmp_path).captcha == "off"


@pytest.mark.parametrize("secret", sorted(DUMMY_SECRETS))
def test_production_refuses_a_test_secret(tmp_path: Path, secret: str) -> None:
    with pytest.raises(ValueError, match="BRIDGEWORK_CAPTCHA_SECRET must not be a test secret"):
        production(tmp_path, **{**ON, "captcha_secret": secret})
    worlds.settings(tmp_path, **{**ON, "captcha_secret": secret})


def test_the_test_secrets_are_those_of_the_providers() -> None:
    assert {
        "1x0000000000000000000000000000000AA",
        "2x0000000000000000000000000000000AA",
        "3x0000000000000000000000000000000AA",
        "0x0000000000000000000000000000000000000000",
        "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe",
    } == DUMMY_SECRETS


@pytest.mark.parametrize("url", ["vendor.example", "ftp://vendor.example", "https://a@b.example"])
def test_the_url_of_the_provider_is_validated(tmp_path: Path, url: str) -> None:
    with pytest.raises(ValueError, match="must be an absolute http or https URL, or empty"):
        worlds.settings(tmp_path, **ON, captcha_url=url)


def test_the_secret_is_not_in_the_repr(tmp_path: Path) -> None:
    assert "0xReal" not in repr(worlds.settings(tmp_path, **ON))


def test_the_site_hosts_are_the_public_host_and_the_cors_origins(tmp_path: Path) -> None:
    origins = ("https://www.example.com", "http://localhost:5173")
    settings = worlds.settings(tmp_path, cors_origins=origins)
    assert settings.site_hosts is not None
    assert sorted(settings.site_hosts) == ["api.example.com", "localhost", "www.example.com"]
    assert worlds.settings(tmp_path, cors_origins=("*",)).site_hosts is None
