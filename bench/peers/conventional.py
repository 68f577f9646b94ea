"""The conventional stack: the application in `conventional_app`, served by uvicorn."""

import hashlib
import importlib.util
import pathlib
import uuid
from datetime import UTC, datetime, timedelta

import click
import sqlalchemy as sa

from bench import processes
from bench.dataset import Dataset
from bench.peers import conventional_models as models
from bench.peers.accounts import SignedInPeer


class Conventional(SignedInPeer):
    """On SQLite, or on the PostgreSQL database at `url`, as SQLAlchemy with psycopg knows it."""

    def __init__(
        self,
        folder: pathlib.Path,
        dataset: Dataset,
        url: str = "",
        backing_pids: tuple[int, ...] = (),
    ) -> None:
        super().__init__(folder, dataset)
        self.name = "conventional-postgresql" if url else "conventional"
        self.title = f"FastAPI + SQLAlchemy async{', PostgreSQL' if url else ''}"
        self.backing_pids = backing_pids
        self._url = url
        self.database = url or self.database
        self.stored = {"post": ["SELECT count(*) FROM posts"]}
        if not url:
            self.kinds |= {"application"}
            to_clinic = f"recipient = '{dataset.clinic['email']}'"
            self.stored["application"] = [
                "SELECT count(*) FROM job_applications",
                f"SELECT count(*) FROM outbox_emails WHERE {to_clinic}",
            ]

    def prepare(self) -> None:
        if importlib.util.find_spec("uvicorn") is None:
            raise click.ClickException("uvicorn is not installed: run script/setup bench")
        (self.folder / "data").mkdir(parents=True)
        engine = sa.create_engine(self._url or f"sqlite:///{self.folder}/data/experts.db")
        models.Base.metadata.create_all(engine)
        experts = [
            {**models.ExpertRecord.model_validate(row).model_dump(), "position": position}
            for position, row in enumerate(self.dataset.records)
        ]
        accounts = [*self.dataset.accounts, self.dataset.clinic]
        users = [models.Account.model_validate(row).model_dump() for row in accounts]
        expires_at = datetime.now(UTC) + timedelta(days=1)
        sessions = [
            {
                "token_hash": hashlib.sha256(token.encode()).hexdigest(),
                "user_id": uuid.UUID(str(user["id"])),
                "expires_at": expires_at,
            }
            for token, user in zip(self.tokens, users[:-1], strict=True)
        ]
        owner_id = users[-1]["id"]
        jobs = [
            {"id": uuid.UUID(job["id"]), "role_needed": job["roleNeeded"], "owner_id": owner_id}
            for job in self.dataset.jobs
        ]
        cvs = [
            {"path": body["cvObjectPath"], "owner_id": user["id"]}
            for body, user in zip(self.dataset.applications, users[:-1], strict=True)
        ]
        with engine.begin() as connection:
            connection.execute(sa.insert(models.Expert), experts)
            connection.execute(sa.insert(models.User), users)
            connection.execute(sa.insert(models.Session), sessions)
            connection.execute(sa.insert(models.Job), jobs)
            connection.execute(sa.insert(models.Cv), cvs)
        engine.dispose()

    def launch(self, port: int) -> processes.Launch:
        if self._url:
            url = self._url.replace("postgresql+psycopg:", "postgresql+asyncpg:", 1)
        else:
            self.renew()
            url = f"sqlite+aiosqlite:///{self.folder}/copy/experts.db"
        address = ["--host", "127.0.0.1", "--port", str(port)]
        quiet = ["--no-access-log", "--log-level", "warning"]
        app = "bench.peers.conventional_app:app"
        return processes.Launch(
            processes.python("-m", "uvicorn", *address, *quiet, app),
            self.folder,
            {"DATABASE_URL": url},
        )
