"""The ceiling: granian and an ASGI function that sends bytes made beforehand."""

from bench import processes
from bench.peers import ReadingPeer


class Raw(ReadingPeer):
    name = "raw"
    title = "raw ASGI, fixed bytes"

    def prepare(self) -> None:
        self.folder.mkdir()
        (self.folder / "list.json").write_bytes(self.dataset.list_body)
        (self.folder / "one.json").write_bytes(self.dataset.one_body)

    def launch(self, port: int) -> processes.Launch:
        options = ["--interface", "asginl", "--loop", "uvloop", "--http", "1", "--no-ws"]
        address = ["--host", "127.0.0.1", "--port", str(port), "--backpressure", "4096"]
        return processes.Launch(
            processes.python("-m", "granian", *options, *address, "bench.peers.raw_app:app"),
            self.folder,
            {"BENCH_FOLDER": str(self.folder), "BENCH_TOTAL": str(self.listed.total)},
        )
