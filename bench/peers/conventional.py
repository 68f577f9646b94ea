"""The conventional stack: the application in `conventional_app`, served by uvicorn."""

import importlib.util
import pathlib

import click
import sqlalchemy as sa
from pydantic import BaseModel

from bench import ask, directory, processes
from bench.peers import READS, reads
from bench.peers import conventional_shapes as shapes
from bench.requests import Request


class Id(BaseModel):
    id: str


class Ids(BaseModel):
    items: list[Id]
    total: int


class Conventional:
    """On SQLite, or on the PostgreSQL database at `url`, as SQLAlchemy with psycopg knows it."""

    asks = READS
    list_path = "/experts?limit=20"

    def __init__(
        self,
        folder: pathlib.Path,
        rows: directory.Directory,
        url: str = "",
        leans_on: tuple[int, ...] = (),
    ) -> None:
        self.name = "conventional-postgresql" if url else "conventional"
        self.title = f"FastAPI + SQLAlchemy async{', PostgreSQL' if url else ''}"
        self.leans_on = leans_on
        self._folder = folder
        self._url = url or f"sqlite:///{folder / 'experts.db'}"
        self._rows = rows
        self.first = rows.first

    def prepare(self) -> None:
        if importlib.util.find_spec("uvicorn") is None:
            raise click.ClickException("uvicorn is not installed. Run: script/setup bench")
        self._folder.mkdir()
        engine = sa.create_engine(self._url)
        shapes.Base.metadata.create_all(engine)
        cards = [shapes.ExpertCard.model_validate(row).model_dump() for row in self._rows.rows]
        rows = [{**card, "position": position} for position, card in enumerate(cards)]
        with engine.begin() as connection:
            connection.execute(sa.insert(shapes.Expert), rows)
        engine.dispose()

    def launch(self, port: int) -> processes.Launch:
        address = ["--host", "127.0.0.1", "--port", str(port)]
        quiet = ["--no-access-log", "--log-level", "warning"]
        app = "bench.peers.conventional_app:app"
        return processes.Launch(
            processes.python("-m", "uvicorn", *address, *quiet, app),
            self._folder,
            {"DATABASE_URL": _for_async(self._url)},
        )

    def requests(self, asks: str, count: int) -> list[Request]:
        del count
        return reads(self, self._rows.ids)[asks]

    def one_path(self, expert_id: str) -> str:
        return f"/experts/{expert_id}"

    def listed(self, answer: ask.Answer) -> directory.Listed:
        page = Ids.model_validate_json(answer.body)
        return directory.Listed([one.id for one in page.items], page.total)

    def shown(self, answer: ask.Answer) -> str:
        return Id.model_validate_json(answer.body).id


def _for_async(url: str) -> str:
    """The same database by an asynchronous driver."""
    to_file = url.replace("sqlite:", "sqlite+aiosqlite:", 1)
    return to_file.replace("postgresql+psycopg:", "postgresql+asyncpg:", 1)
