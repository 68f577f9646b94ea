"""The ceiling: granian and an ASGI function that sends bytes made beforehand."""

import pathlib

from bench import ask, directory, processes
from bench.peers import READS, reads
from bench.requests import Request


class Raw:
    name = "raw"
    title = "raw ASGI, fixed bytes"
    asks = READS
    list_path = "/experts?limit=20"
    leans_on: tuple[int, ...] = ()

    def __init__(self, folder: pathlib.Path, rows: directory.Directory) -> None:
        self._folder = folder
        self._rows = rows
        self.first = rows.first

    def prepare(self) -> None:
        self._folder.mkdir()
        (self._folder / "list.json").write_bytes(self._rows.list_body)
        (self._folder / "one.json").write_bytes(self._rows.one_body)

    def launch(self, port: int) -> processes.Launch:
        options = ["--interface", "asginl", "--loop", "uvloop", "--http", "1", "--no-ws"]
        address = ["--host", "127.0.0.1", "--port", str(port), "--backpressure", "4096"]
        return processes.Launch(
            processes.python("-m", "granian", *options, *address, "bench.peers.raw_app:app"),
            self._folder,
            {"BENCH_FOLDER": str(self._folder), "BENCH_TOTAL": str(len(self._rows.rows))},
        )

    def requests(self, asks: str, count: int) -> list[Request]:
        del count
        return reads(self, self._rows.ids)[asks]

    def one_path(self, expert_id: str) -> str:
        return f"/experts/{expert_id}"

    def listed(self, answer: ask.Answer) -> directory.Listed:
        return directory.listed(answer)

    def shown(self, answer: ask.Answer) -> str:
        return directory.shown(answer)
