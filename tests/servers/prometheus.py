"""A real Prometheus with the rules that are delivered, and a real Alertmanager.

Both listen on 127.0.0.1. All times of the rules are divided by `FASTER`, so that an alert of
minutes fires within seconds.
"""

import contextlib
import json
import re
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import yaml

from tests.architecture.sources import ROOT
from tests.servers.guard import guarded
from tests.servers.missing import ServerMissing
from tests.servers.ports import free_port

FOLDER = ROOT / "deploy" / "prometheus"
FASTER = 15
_SCRAPE_MILLISECONDS = 1500
"""More than the metrics take while the database hangs."""
_SLOW_SECONDS = 2.6
"""Less than the deadline of the requests of these tests."""
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION = re.compile(r"(?<=\[)(\d+)([smhd])(?=\])|(?<=offset )(\d+)([smhd])")
_AGE = re.compile(r"(seconds(?:\{[^}]*\})?\)* *> )(\d+)")
_START_SECONDS = 20.0


def faster_rules() -> str:
    """Return the rules with shorter times."""
    text = (FOLDER / "bridgework.rules.yaml").read_text()
    # A busy machine that runs the tests is slow without a fault.
    content: Any = yaml.safe_load(text.replace("p99_5m > 0.5", f"p99_5m > {_SLOW_SECONDS}"))
    for rule in (rule for group in content["groups"] for rule in group["rules"]):
        expression = _DURATION.sub(lambda match: _shorter("".join(filter(None, match.groups()))),
                                   rule["expr"])  # fmt: skip
        if "duration_seconds" not in expression:
            expression = _AGE.sub(lambda match: f"{match[1]}{int(match[2]) / FASTER:g}", expression)
        rule["expr"] = expression
        for name in ("for", "keep_firing_for"):
            if name in rule:
                rule[name] = _shorter(rule[name])
    return json.dumps(content)


def _shorter(duration: str) -> str:
    seconds = int(duration[:-1]) * _UNITS[duration[-1]] / FASTER
    return f"{max(1, round(seconds * 1000))}ms"


@dataclass(frozen=True, slots=True)
class Monitoring:
    """The addresses of both."""

    prometheus: str
    alertmanager: str

    def firing(self) -> set[str]:
        """Return the names of the alerts that fire, inhibited ones among them."""
        alerts = _get(f"{self.prometheus}/api/v1/alerts")["data"]["alerts"]
        return {each["labels"]["alertname"] for each in alerts if each["state"] == "firing"}

    def notified(self) -> Sequence[str]:
        """Return the name of each alert that operators are told now: those not inhibited."""
        alerts = _get(f"{self.alertmanager}/api/v2/alerts?active=true&inhibited=false")
        return sorted(each["labels"]["alertname"] for each in alerts)

    def value(self, metric: str) -> float | None:
        """Return the newest value of a metric of the first target that has it."""
        found = _get(f"{self.prometheus}/api/v1/query?query={metric}")["data"]["result"]
        return float(found[0]["value"][1]) if found else None


@contextlib.contextmanager
def monitoring(folder: Path, targets: Mapping[str, Sequence[int]]) -> Iterator[Monitoring]:
    """Run both. `targets` are the ports of each job on this machine.

    Raises ServerMissing with what to install.
    """
    programs = _program("prometheus"), _program("prometheus-alertmanager", "alertmanager")
    at = Monitoring(*(f"http://127.0.0.1:{free_port()}" for _ in programs))
    (folder / "rules.yaml").write_text(faster_rules())
    (folder / "prometheus.yaml").write_text(json.dumps(_configuration(at, targets)))
    listens = (
        f"--web.listen-address={at.prometheus.removeprefix('http://')}",
        f"--web.listen-address={at.alertmanager.removeprefix('http://')}",
    )
    options = (
        ["--config.file=prometheus.yaml", "--storage.tsdb.path=data", listens[0]],
        [
            f"--config.file={FOLDER / 'alertmanager.yaml'}",
            "--storage.path=alerts",
            "--cluster.listen-address=",
            listens[1],
        ],
    )
    with contextlib.ExitStack() as stack:
        log = stack.enter_context((folder / "monitoring.log").open("wb"))
        for program, given in zip(programs, options, strict=True):
            stack.enter_context(guarded([program, *given], folder, log))
        for url in (at.prometheus, at.alertmanager):
            _wait_for(f"{url}/-/ready", folder / "monitoring.log")
        yield at


def _configuration(at: Monitoring, targets: Mapping[str, Sequence[int]]) -> Mapping[str, Any]:
    every = f"{_SCRAPE_MILLISECONDS}ms"
    return {
        "global": {"scrape_interval": every, "scrape_timeout": every, "evaluation_interval": "1s"},
        "rule_files": ["rules.yaml"],
        "alerting": {
            "alertmanagers": [
                {"static_configs": [{"targets": [at.alertmanager.removeprefix("http://")]}]}
            ]
        },
        "scrape_configs": [
            {
                "job_name": job,
                "static_configs": [{"targets": [f"127.0.0.1:{port}" for port in ports]}],
            }
            for job, ports in targets.items()
        ],
    }


def _program(*names: str) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    raise ServerMissing(f"{names[0]} is not installed: apt install {names[0]}")


def _wait_for(url: str, log: Path) -> None:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(httpx2.TransportError):
            if httpx2.get(url, timeout=5, trust_env=False).status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError(f"{url} does not respond: {log.read_text()[-2000:]}")


def _get(url: str) -> Any:
    return httpx2.get(url, timeout=10, trust_env=False).json()
