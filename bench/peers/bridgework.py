"""Bridgework itself, as its own command line loads and serves it."""

import pathlib

from bench import ask, directory, processes


class Bridgework:
    name = "bridgework"
    title = "Bridgework"
    list_path = "/experts?limit=20"

    def __init__(self, folder: pathlib.Path, experts: int) -> None:
        self._folder = folder
        self._experts = experts

    def prepare(self) -> None:
        self._folder.mkdir()
        processes.run(self._call("demo-data", "load", "--experts", str(self._experts)))

    def launch(self, port: int) -> processes.Launch:
        return self._call("serve", "--port", str(port))

    def one_path(self, expert_id: str) -> str:
        return f"/experts/{expert_id}"

    def listed(self, answer: ask.Answer) -> directory.Listed:
        return directory.listed(answer)

    def shown(self, answer: ask.Answer) -> str:
        return directory.shown(answer)

    def _call(self, *arguments: str) -> processes.Launch:
        return processes.Launch(
            processes.python("-m", "bridgework", *arguments),
            self._folder,
            {
                "BRIDGEWORK_DATA_DIR": str(self._folder / "data"),
                "BRIDGEWORK_ENV": "development",
                # High enough that no load reaches it: a refusal would end the run.
                "BRIDGEWORK_RATE_LIMIT": "100000000/60",
            },
        )
