"""Django REST Framework: the application in `django_app`, served by gunicorn's sync worker."""

import importlib.util
import json
import pathlib

import click

from bench import processes
from bench.dataset import Dataset
from bench.peers.accounts import SignedInPeer


class Django(SignedInPeer):
    name = "django"
    title = "Django REST Framework"
    scheme = "Token"

    def __init__(self, folder: pathlib.Path, dataset: Dataset) -> None:
        super().__init__(folder, dataset)
        self.stored = {"post": ["SELECT count(*) FROM django_models_feedpost"]}

    def prepare(self) -> None:
        for package in ("django", "rest_framework", "gunicorn"):
            if importlib.util.find_spec(package) is None:
                raise click.ClickException(f"{package} is not installed: run script/setup bench")
        (self.folder / "data").mkdir(parents=True)
        rows = {
            "records": self.dataset.records,
            "accounts": self.dataset.accounts,
            "tokens": self.tokens,
        }
        (self.folder / "rows.json").write_text(json.dumps(rows))
        program = processes.python("-m", "bench.peers.django_fill", str(self.folder / "rows.json"))
        processes.run(processes.Launch(program, self.folder, self._database("data")))

    def launch(self, port: int) -> processes.Launch:
        self.renew()
        options = ["--workers", "1", "--worker-class", "sync", "--bind", f"127.0.0.1:{port}"]
        app = "bench.peers.django_app:application"
        return processes.Launch(
            processes.python("-m", "gunicorn", *options, app), self.folder, self._database("copy")
        )

    def _database(self, folder: str) -> dict[str, str]:
        return {
            "BENCH_DATABASE": str(self.folder / folder / "experts.db"),
            "DJANGO_SETTINGS_MODULE": "bench.peers.django_settings",
        }
