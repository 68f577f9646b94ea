"""The rules and the dashboard for Prometheus: valid, tested, and about metrics that exist."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests import cast
from tests.architecture.sources import ROOT
from tests.servers import missing
from tests.world import Person, World

FOLDER = ROOT / "deploy" / "prometheus"
RULES = FOLDER / "bridgework.rules.yaml"
DASHBOARD = json.loads((FOLDER / "grafana-dashboard.json").read_text())
GROUPS: list[dict[str, Any]] = yaml.safe_load(RULES.read_text())["groups"]
ALERTS: list[dict[str, Any]] = [
    rule for group in GROUPS for rule in group["rules"] if "alert" in rule
]
EXPRESSIONS = [
    *(rule["expr"] for group in GROUPS for rule in group["rules"]),
    *(
        target["expr"]
        for panel in DASHBOARD["panels"]
        for target in panel.get("targets", ())
    ),
]  # fmt: skip
METRIC = re.compile(r"\b(?:bridgework|process)_[a-z0-9_]+")
WITHOUT_A_REQUEST = {
    "bridgework_last_backup_timestamp_seconds",
    "bridgework_last_backup_verification_timestamp_seconds",
    "bridgework_rate_limits_shared",
    "bridgework_storage_available",
}
"""Metrics that only some installations have, or only after a first check."""

_NAME = {"type": "string", "minLength": 1}
_TARGETS = {
    "type": "array",
    "minItems": 1,
    "items": {"type": "object", "required": ["refId", "expr", "legendFormat", "datasource"]},
}
SCHEMA = {
    "type": "object",
    "required": ["title", "uid", "schemaVersion", "panels", "templating", "time", "refresh"],
    "properties": {
        "title": _NAME,
        "uid": {"type": "string", "maxLength": 40, "pattern": "^[a-zA-Z0-9_-]+$"},
        "schemaVersion": {"type": "integer", "minimum": 36},
        "templating": {
            "type": "object",
            "properties": {
                "list": {"type": "array", "items": {"required": ["name", "type", "query"]}}
            },
        },
        "panels": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "type", "title", "gridPos"],
                "properties": {
                    "type": {"enum": ["row", "stat", "timeseries"]},
                    "title": _NAME,
                    "gridPos": {
                        "required": ["h", "w", "x", "y"],
                        "additionalProperties": False,
                        "properties": {
                            "h": {"type": "integer", "minimum": 1},
                            "w": {"type": "integer", "minimum": 1, "maximum": 24},
                            "x": {"type": "integer", "minimum": 0, "maximum": 23},
                            "y": {"type": "integer", "minimum": 0},
                        },
                    },
                    "targets": _TARGETS,
                },
                "if": {"properties": {"type": {"const": "row"}}},
                "else": {"required": ["targets", "fieldConfig", "options", "datasource"]},
            },
        },
    },
}
"""The parts of a dashboard that Grafana requires; it publishes no JSON Schema of all of it."""


@pytest.fixture
def promtool() -> str:
    program = shutil.which("promtool")
    if program is None:
        raise missing.ServerMissing("promtool is not installed: apt install prometheus")
    return program


def run(*command: str) -> str:
    done = subprocess.run(
        command, cwd=FOLDER, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_rules_are_valid_and_pass_their_tests(promtool: str) -> None:
    run(promtool, "check", "rules", RULES.name)
    assert "SUCCESS" in run(promtool, "test", "rules", "bridgework.test.yaml")


def test_the_sample_of_a_configuration_is_valid(promtool: str, tmp_path: Path) -> None:
    for file in FOLDER.glob("*.yaml"):
        shutil.copy(file, tmp_path)
    (tmp_path / "bridgework-metrics-token").write_text("token")
    run(promtool, "check", "config", str(tmp_path / "prometheus.yaml"))


def test_inhibitions_name_alerts_that_exist_and_never_each_other() -> None:
    sample = yaml.safe_load((FOLDER / "alertmanager.yaml").read_text())
    names = {rule["alert"] for rule in ALERTS}
    inhibited: dict[str, set[str]] = {}
    for rule in sample["inhibit_rules"]:
        (source,), (target,) = rule["source_matchers"], rule["target_matchers"]
        pattern = re.compile(target.partition("=")[2].removeprefix("~").strip().strip('"'))
        found = {name for name in names if pattern.fullmatch(name)}
        parts = pattern.pattern.removeprefix("Bridgework").strip("()").split("|")
        assert found == {f"Bridgework{part.removeprefix('Bridgework')}" for part in parts}
        inhibited[source.partition("=")[2].strip()] = found
    assert inhibited.keys() <= names
    lasting = {rule["alert"] for rule in ALERTS if "keep_firing_for" in rule}
    assert {name for name in inhibited if name not in lasting} <= {
        "BridgeworkEmailsDelayed",
        "BridgeworkTasksStopped",
    }, "an alert with consequences ends after them"
    for name, targets in inhibited.items():
        assert not any(name in inhibited.get(target, ()) for target in targets | {name})


def test_the_inhibitions_are_valid() -> None:
    amtool = shutil.which("amtool")
    if amtool is None:
        raise missing.ServerMissing("amtool is not installed: apt install prometheus-alertmanager")
    assert "10 inhibit rules" in run(amtool, "check-config", "alertmanager.yaml")


def test_the_sample_names_where_the_runbook_is_published() -> None:
    sample = yaml.safe_load((FOLDER / "prometheus.yaml").read_text())
    address = sample["global"]["external_labels"]["bridgework_docs"]
    assert f"{address}/runbook.md#bridgeworkdown" in (FOLDER / "bridgework.test.yaml").read_text()
    dropped = [rule["regex"] for rule in sample["alerting"]["alert_relabel_configs"]]
    assert dropped == ["bridgework_docs"]


def test_the_expressions_of_the_dashboard_are_valid(promtool: str, tmp_path: Path) -> None:
    rules = [{"record": "sample", "expr": text.replace("$job", "a")} for text in EXPRESSIONS]
    for number, rule in enumerate(rules):
        rule["record"] += str(number)
    file = tmp_path / "rules.yaml"
    file.write_text(json.dumps({"groups": [{"name": "samples", "rules": rules}]}))
    run(promtool, "check", "rules", str(file))


def test_the_dashboard_is_valid() -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(DASHBOARD)
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (place["x"] + column, place["y"] + line)
        for place in (panel["gridPos"] for panel in panels)
        for column in range(place["w"])
        for line in range(place["h"])
    ]
    assert len(set(cells)) == len(cells), "panels overlap"
    assert max(column for column, _ in cells) < 24


def test_every_metric_exists(world: World) -> None:
    root = cast.root(world)
    world.get("/users/me", as_=root).must(200)
    here = Person("operator@example.com", address="127.0.0.1")
    text = world.get("/metrics", as_=here).must(200).body.decode()
    exposed = set(re.findall(r"^([a-z0-9_]+)[ {]", text, re.MULTILINE))
    declared = set(re.findall(r"^# TYPE ([a-z0-9_]+) ", text, re.MULTILINE))
    recorded = {rule["record"] for group in GROUPS for rule in group["rules"] if "record" in rule}
    named = {
        name for expression in EXPRESSIONS for name in METRIC.findall(expression)
        if not any(record.startswith(f"{name}:") for record in recorded)
    } - WITHOUT_A_REQUEST  # fmt: skip
    unknown = {
        name for name in named
        if not {name, name.removesuffix("_total"), name.removesuffix("_bucket")}
        & (exposed | declared)
    }  # fmt: skip
    assert unknown == set()
    queues = set(re.findall(r'queue="([a-z_]+)"', " ".join(EXPRESSIONS)))
    assert queues <= set(re.findall(r'queue="([a-z_]+)"', text))


def test_each_alert_has_a_paragraph_in_the_runbook() -> None:
    page = (ROOT / "docs" / "runbook.md").read_text()
    paragraphs = re.findall(r"^### (Bridgework\w+)$", page, re.MULTILINE)
    assert paragraphs == [rule["alert"] for rule in ALERTS], "in the order of the rules"
    for rule in ALERTS:
        anchor = rule["annotations"]["runbook_url"]
        address = '{{ or $externalLabels.bridgework_docs "docs" }}'
        assert anchor == f"{address}/runbook.md#{rule['alert'].lower()}"
        assert rule["labels"]["severity"] in {"critical", "warning", "info"}
    for section in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        if section.startswith("Bridgework"):
            for word in ("**Means:**", "**Look at:**", "**Do:**"):
                assert word in section, section.partition("\n")[0]
