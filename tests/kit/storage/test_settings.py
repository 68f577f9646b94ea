"""The settings of the file storage."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bridgework.__main__ import bridgework
from bridgework.kit.storage import S3Address

SECRET = "hunter2/+"
WHOLE = (
    "s3://KEY:hunter2%2F%2B@store.example:9000/files"
    "?region=eu-west-1&tls=off&style=host&public=https://files.example/p/"
)


def test_a_url_defines_every_option() -> None:
    address = S3Address.parse(WHOLE)
    assert address == S3Address(
        bucket="files",
        endpoint="http://store.example:9000",
        region="eu-west-1",
        path_style=False,
        public="https://files.example/p",
        key="KEY",
        secret=SECRET,
    )
    assert SECRET not in repr(address) + str(address)
    assert S3Address.parse(str(address).replace("***", "hunter2%2F%2B")) == address


def test_omitted_options_have_defaults() -> None:
    assert S3Address.parse("s3://k:s@[::1]:9000/files") == S3Address(
        "files",
        "https://[::1]:9000",
        "us-east-1",
        path_style=True,
        public=None,
        key="k",
        secret="s",
    )
    assert S3Address.parse("s3:///files") == S3Address(
        "files", None, "us-east-1", path_style=False, public=None
    )


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("https://hunter2@store.example/files", "must begin with s3://"),
        ("s3://k:hunter2@store.example", "the path must be one bucket"),
        ("s3://k:hunter2@store.example/files/more", "the path must be one bucket"),
        ("s3://k:hunter2@store.example:0/files", "the port must be"),
        ("s3://k:hunter2@store.example:99999/files", "the port must be"),
        ("s3://hunter2@store.example/files", "a key requires a secret"),
        ("s3://k:hunter2@[::1/files", "the host is not well-formed"),
        ("s3://k:hunter2@store.example/files?tls=maybe", "tls must be on or off"),
        ("s3://k:hunter2@store.example/files?style=new", "style must be path or host"),
        ("s3://k:hunter2@store.example/files?public=files", "public must be an absolute"),
        (
            "s3://k:hunter2@store.example/files?region=",
            "each parameter must have exactly one",
        ),
        ("s3://k:hunter2@store.example/files?colour=red", "the only parameters are "),
    ],
)
def test_an_error_does_not_quote_the_url(url: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault) as result:
        S3Address.parse(url)
    assert "hunter2" not in str(result.value)


def test_config_check_redacts_the_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["config", "check"]
    printed = CliRunner().invoke(bridgework, command, env={"BRIDGEWORK_STORAGE_URL": WHOLE})
    assert printed.exit_code == 0
    assert "BRIDGEWORK_STORAGE_URL=s3://KEY:***@store.example:9000/files?" in printed.output
    assert "hunter2" not in printed.output
    faulty = {"BRIDGEWORK_STORAGE_URL": "s3://KEY:hunter2@store.example"}
    refused = CliRunner().invoke(bridgework, command, env=faulty)
    assert refused.exit_code == 1
    assert "BRIDGEWORK_STORAGE_URL: the path must be one bucket" in refused.output
    assert "hunter2" not in refused.output


def test_boto3_is_loaded_only_for_an_s3_storage() -> None:
    code = "import sys, bridgework.app; print('boto3' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"


def test_an_s3_storage_requires_boto3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ValueError, match="script/setup s3"):
        S3Address.parse(WHOLE)
