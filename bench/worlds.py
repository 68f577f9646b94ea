"""Datasets of Bridgework, loaded by its commands, with signed-in members."""

import contextlib
import dataclasses
import pathlib
import random
import sqlite3
from typing import Any

import click

from bench import client, processes
from bench.client import Request

READY_PATH = "/experts?limit=20"
PASSWORD = "bridgework-demo"
MASTER_PASSWORD = "bridgework-demo-master"
ADMINISTRATOR = "root.admin@example.com"
CLIENT = "ben.client@example.com"
CLINIC = "carla.clinic@example.com"
VENDOR = "vera.vendor@example.com"
AMBASSADOR = "omar.ambassador@example.com"
"""People of the demo data, as `bridgework demo` prints them."""
SETTINGS = {
    "BRIDGEWORK_ENV": "development",
    # High enough that no load reaches them: a refused request ends a measurement.
    "BRIDGEWORK_RATE_LIMIT": "100000000/60",
    "BRIDGEWORK_ADMIN_RATE_LIMIT": "100000000/60",
    "BRIDGEWORK_ADDRESS_LIMIT_FACTOR": "1000000",
    # Access tokens contain their issuer, and the port differs between starts.
    "BRIDGEWORK_PUBLIC_URL": "http://127.0.0.1:8000",
    "BRIDGEWORK_ACCESS_TOKEN_TTL": "86400",
}
NO_CACHE = {"BRIDGEWORK_RESPONSE_CACHE_BYTES": "0"}
JOB = {
    "companyName": "Orchard Gate Dental",
    "contactPerson": "Robin Lark",
    "contactEmail": "office@example.com",
    "roleNeeded": "Associate dentist",
    "challenge": "Our doctor steps back in autumn and patients wait three weeks.",
}
CV = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@dataclasses.dataclass(frozen=True, slots=True)
class World:
    """A directory with the data of `experts` experts; on SQLite unless `database_url` is given."""

    folder: pathlib.Path
    experts: int
    database_url: str = ""

    @property
    def data(self) -> pathlib.Path:
        return self.folder / "data"

    def load(self) -> None:
        """Load the demo data unless an earlier run has loaded it into the same directory."""
        self._once("loaded", self.call("demo-data", "load", "--experts", str(self.experts)))

    def fill(self, rows: int) -> None:
        """Add `rows` job postings, roles and vendors unless an earlier run has."""
        program = processes.python("-m", "bench.fill", str(rows))
        self._once(f"filled-{rows}", processes.Launch(program, self.folder, self.environment()))

    def read_through(self) -> None:
        """Read the database file once, so that measurements do not wait for the disk."""
        for file in self.data.glob("*.db"):
            with file.open("rb", buffering=0) as opened:
                while opened.read(1024 * 1024):
                    continue

    def random_ids(self, count: int) -> list[str]:
        """Return ids of random experts, read from the file: a million would take too many pages."""
        condition = "role = 'expert' AND on_matchmaker AND verification_tier != 'not-verified'"
        with contextlib.closing(sqlite3.connect(next(self.data.glob("*.db")))) as database:
            rows = database.execute(f"SELECT id FROM accounts WHERE {condition}").fetchall()
        ids = sorted(str(row[0]) for row in rows)
        return random.Random(count).sample(ids, min(count, len(ids)))  # noqa: S311

    def call(self, *arguments: str) -> processes.Launch:
        """Return a command of Bridgework on this dataset."""
        command = processes.python("-m", "bridgework", *arguments)
        return processes.Launch(command, self.folder, self.environment())

    def serve(self, port: int) -> processes.Launch:
        return self.call("serve", "--port", str(port))

    def environment(self) -> dict[str, str]:
        environment = {**SETTINGS, "BRIDGEWORK_DATA_DIR": str(self.data)}
        if self.database_url:
            environment["BRIDGEWORK_DATABASE_URL"] = self.database_url
        return environment

    def _once(self, step: str, launch: processes.Launch) -> None:
        marker = self.folder / f"{step}-{self.experts}"
        if marker.exists():
            return
        click.echo(f"  {step}: {self.experts:,} experts in {self.folder}", err=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        processes.run(launch)
        marker.touch()


@dataclasses.dataclass(frozen=True, slots=True)
class Member:
    """An expert of the demo data, with a CV once `upload_cvs` has run."""

    email: str
    first_name: str
    last_name: str
    authorization: str
    cv: str = ""

    @property
    def application(self) -> dict[str, str]:
        """The body of a job application."""
        return {
            "firstName": self.first_name,
            "lastName": self.last_name,
            "email": self.email,
            "cvObjectPath": self.cv,
        }


@dataclasses.dataclass(frozen=True, slots=True)
class People:
    """The members, and the `Authorization` headers of people with other roles."""

    members: list[Member]
    administrator: str
    client: str
    clinic: str
    vendor: str
    ambassador: str


def sign_in(port: int, count: int) -> People:
    """Sign in `count` experts and one person for each other role."""
    master = {"email": ADMINISTRATOR, "masterPassword": MASTER_PASSWORD}
    administrator = _authorization(port, "/auth/admin/login", master)
    accounts: list[Any] = []
    for page in range(-(-count // 100)):
        path = f"/admin/users?role=expert&platform=matchmaker&limit=100&page={page + 1}"
        response = client.must_succeed(port, Request(path, authorization=administrator))
        accounts += response.json()["data"]["items"]
    members = [
        Member(
            email=account["email"],
            first_name=account["firstName"],
            last_name=account["lastName"],
            authorization=_authorization(port, "/auth/login", credentials(account["email"])),
        )
        for account in accounts[:count]
        if not account["email"].startswith("ada.")  # she has far more data than other experts
    ]
    others = [
        _authorization(port, "/auth/login", credentials(email))
        for email in (CLIENT, CLINIC, VENDOR, AMBASSADOR)
    ]
    return People(members, administrator, *others)


def credentials(email: str) -> dict[str, str]:
    return {"email": email, "password": PASSWORD}


def upload_cvs(port: int, people: People) -> People:
    """Upload a CV as each member, as their browser would."""
    members = []
    for member in people.members:
        upload_request = {
            "fileName": "cv.pdf",
            "contentType": "application/pdf",
            "fileSizeBytes": len(CV),
        }
        upload = _post(port, "/jobs/cv-upload-url", upload_request, member.authorization)
        path = upload["uploadUrl"].removeprefix(SETTINGS["BRIDGEWORK_PUBLIC_URL"])
        client.must_succeed(
            port, Request(path, "PUT", CV.decode(), content_type=upload["headers"]["Content-Type"])
        )
        completion = {"objectPath": upload["objectPath"]}
        _post(port, "/assets/complete", completion, member.authorization)
        members.append(dataclasses.replace(member, cv=upload["objectPath"]))
    return dataclasses.replace(people, members=members)


def post_jobs(port: int, people: People, count: int) -> list[str]:
    """Post and approve `count` jobs; return their ids."""
    ids: list[str] = []
    for _ in range(count):
        ids.append(_post(port, "/jobs", JOB, people.clinic)["id"])
        _post(port, f"/admin/jobs/{ids[-1]}/approve", {}, people.administrator)
    return ids


def active_roles(port: int, people: People) -> list[str]:
    """Return the roles of the demo's client that experts are matched with."""
    request = Request("/roles/mine?status=active&limit=100", authorization=people.client)
    return [role["id"] for role in client.must_succeed(port, request).json()["data"]["items"]]


def _authorization(port: int, path: str, body: dict[str, str]) -> str:
    return f"Bearer {_post(port, path, body)['token']}"


def _post(port: int, path: str, body: object, authorization: str = "") -> Any:
    request = Request.of_json("POST", path, body, authorization)
    return client.must_succeed(port, request).json()["data"]
