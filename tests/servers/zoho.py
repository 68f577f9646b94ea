"""A fake Zoho Recruit v2: its accounts server and its API over a real socket.

It accepts one client and stores candidates, openings and associations. It misbehaves on demand: for
the next request, or for the next one to a path. Records younger than `lag` are not found by a
search yet, as in the original.
"""

import contextlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.servers import standing_in

CLIENT = "1000.CLIENT"
SECRET = "secret-of-the-client"
REFRESH = "1000.refresh.token"
REFERENCE = "Bridgework_Reference"
_API = "/recruit/v2/"
_FIRST_ID = 100001000000028010
_CRITERION = re.compile(r"\((\w+):(equals|starts_with):((?:\\.|[^\\()])*)\)")
_ESCAPE = re.compile(r"\\(.)")

Misbehaviour = Callable[["Asked"], None]
StatusAndBody = tuple[int, object]


@dataclass
class StandIn:
    """An account: its content, the received requests, and how to misbehave."""

    url: str = ""
    candidates: dict[str, dict[str, Any]] = field(default_factory=dict)
    openings: dict[str, dict[str, Any]] = field(default_factory=dict)
    associations: dict[tuple[str, str], str] = field(default_factory=dict)
    """The status by candidate and opening, oldest first."""
    asked: list[str] = field(default_factory=list)
    """Method and path of the received requests, oldest first."""
    misbehaving: list[tuple[str, Misbehaviour]] = field(default_factory=list)
    verdicts: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """The response for a candidate with this last name, or for an opening, instead of adding it."""
    locked: dict[str, int] = field(default_factory=dict)
    """How many more times it is locked, by the same key."""
    lag: timedelta = timedelta(0)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    tokens: set[str] = field(default_factory=set)
    refreshed: int = 0
    refresh_seconds: float = 0.0
    ending: threading.Event = field(default_factory=threading.Event)
    turn: threading.Lock = field(default_factory=threading.Lock)

    def misbehave(self, path: str, how: Misbehaviour, times: int = 1) -> None:
        self.misbehaving += [(path, how)] * times

    def count(self, request: str) -> int:
        """Return the number of requests whose method and path end like this."""
        return sum(each.endswith(request) for each in self.asked)

    def add_opening(self, title: str, **fields: Any) -> str:
        """Add an opening, as a user of Zoho does."""
        fresh = {"Posting_Title": title, "Job_Opening_Status": "In-progress", **fields}
        return self._made(self.openings, fresh)

    def add_candidate(self, **fields: Any) -> str:
        """Add a candidate manually."""
        return self._made(self.candidates, fields)

    def _made(self, records: dict[str, dict[str, Any]], fields: Mapping[str, Any]) -> str:
        made = str(_FIRST_ID + len(self.candidates) + len(self.openings))
        at = self.now().isoformat(timespec="seconds")
        records[made] = {**fields, "id": made, "Created_Time": at, "Modified_Time": at}
        return made

    # --- the operations: status and body ------------------------------------------------------

    def refresh(self, form: Mapping[str, str]) -> StatusAndBody:
        time.sleep(self.refresh_seconds)
        right = {"client_id": CLIENT, "client_secret": SECRET, "refresh_token": REFRESH}
        if form != {**right, "grant_type": "refresh_token"}:
            return 200, {"error": "invalid_client"}
        self.refreshed += 1
        token = f"1000.access.{self.refreshed}"
        self.tokens.add(token)
        api_domain = "https://www.zohoapis.com"
        content = {"access_token": token, "expires_in": 3600, "api_domain": api_domain}
        return 200, {**content, "token_type": "Bearer"}

    def listed(
        self, records: Mapping[str, dict[str, Any]], query: Mapping[str, str]
    ) -> StatusAndBody:
        found = list(records.values())
        if query.get("sort_by") == "Created_Time":
            found.sort(key=lambda one: (one["Created_Time"], one["id"]), reverse=True)
        return self._paged(found, query)

    def search(self, query: Mapping[str, str]) -> StatusAndBody:
        young = (self.now() - self.lag).isoformat(timespec="seconds")
        indexed = [
            candidate
            for candidate in self.candidates.values()
            if not self.lag or str(candidate["Created_Time"]) <= young
        ]
        return self._paged([one for one in indexed if _fits(one, query["criteria"])], query)

    def get(self, record_id: str) -> StatusAndBody:
        record = self.candidates.get(record_id)
        return (200, {"data": [record]}) if record else (204, None)

    def jobs_of(self, candidate_id: str, query: Mapping[str, str]) -> StatusAndBody:
        found = [
            {**self.openings[opening], "Candidate_Status": status}
            for (candidate, opening), status in reversed(self.associations.items())
            if candidate == candidate_id
        ]
        return self._paged(found, query)

    def _paged(self, found: Sequence[object], query: Mapping[str, str]) -> StatusAndBody:
        page, per_page = int(query.get("page", 1)), int(query.get("per_page", 200))
        shown = found[(page - 1) * per_page : page * per_page]
        if not shown:
            return 204, None
        more = len(found) > page * per_page
        info = {"per_page": per_page, "count": len(shown), "page": page, "more_records": more}
        return 200, {"data": shown, "info": info}

    def insert(self, body: Any) -> StatusAndBody:
        return 200, {"data": [self._added(fields, None) for fields in body["data"]]}

    def upsert(self, body: Any) -> StatusAndBody:
        (unique,) = body["duplicate_check_fields"]
        return 200, {"data": [self._added(fields, unique) for fields in body["data"]]}

    def _added(self, fields: dict[str, Any], unique: str | None) -> Mapping[str, Any]:
        said = self._said(str(fields["Last_Name"]))
        if said is not None:
            return said
        for candidate in self.candidates.values():
            if unique and str(candidate.get(unique, "")).lower() == fields[unique].lower():
                candidate.update(fields, Modified_Time=f"{candidate['Created_Time']}+")
                return _success(
                    "record updated", candidate, action="update", duplicate_field=unique
                )
        made = self._made(self.candidates, fields)
        return _success("record added", self.candidates[made], action="insert")

    def _said(self, name: str) -> Mapping[str, Any] | None:
        if self.locked.get(name, 0) > 0:
            self.locked[name] -= 1
            return refusal("RECORD_LOCKED", {})
        return self.verdicts.get(name)

    def associate(self, body: Any) -> StatusAndBody:
        (wanted,) = body["data"]
        items = []
        for job in wanted["jobids"]:
            said = self._said(job)
            if said is not None or job not in self.openings:
                no = said or refusal("INVALID_DATA", {})
                items.append({**no, "details": {"jobid": job}})
                continue
            pairs = [(candidate, job) for candidate in wanted["ids"]]
            is_known = all(pair in self.associations for pair in pairs)
            for pair in pairs:
                self.associations.setdefault(pair, "Associated")
            details = {"jobid": job, "ids": f"[{', '.join(wanted['ids'])}]"}
            code = "ALREADY_ASSOCIATED" if is_known else "SUCCESS"
            status = "error" if is_known else "success"
            items.append({"code": code, "details": details, "message": "", "status": status})
        return 200, {"data": [items]}


@contextlib.contextmanager
def running() -> Iterator[StandIn]:
    """Run the fake server until the end of the block."""
    stand_in = StandIn()

    class Asking(Asked):
        at = stand_in

    with standing_in.listening(Asking, stand_in.ending, "zoho") as stand_in.url:
        yield stand_in


class Asked(standing_in.Handler):
    """One request and its response."""

    at: StandIn

    def asked(self) -> None:
        """Respond as Zoho does, or misbehave as set."""
        request = f"{self.command} {urlsplit(self.path).path}"
        self.at.asked.append(request)
        for number, (ending, how) in enumerate(self.at.misbehaving):
            if request.endswith(ending):
                del self.at.misbehaving[number]
                how(self)
                return
        self.behave()

    def behave(self) -> None:
        """Respond as Zoho does."""
        self.respond(*self.verdict())

    def verdict(self) -> StatusAndBody:
        """Return Zoho's response; a write is executed."""
        parts = urlsplit(self.path)
        if (self.command, parts.path) == ("POST", "/oauth/v2/token"):
            return self.at.refresh(_only(self.raw.decode()))
        token = self.headers.get("authorization", "").removeprefix("Zoho-oauthtoken ")
        if token not in self.at.tokens:
            return 401, refusal("INVALID_TOKEN", {})
        with self.at.turn:
            return self._of_api(parts.path.removeprefix(_API), _only(parts.query))

    def _of_api(self, path: str, query: Mapping[str, str]) -> StatusAndBody:
        at, (module, _, rest) = self.at, path.partition("/")
        body = json.loads(self.raw) if self.raw else {}
        if module == "Job_Openings" and self.command == "GET" and not rest:
            return at.listed(at.openings, query)
        if module != "Candidates":
            return 400, refusal("INVALID_MODULE", {})
        if self.command == "GET":
            if not rest:
                return at.listed(at.candidates, query)
            if rest == "search":
                return at.search(query)
            record_id, _, associate = rest.partition("/")
            return at.jobs_of(record_id, query) if associate else at.get(record_id)
        writes = {"": at.insert, "upsert": at.upsert, "actions/associate": at.associate}
        return writes[rest](body)

    def respond(self, status: int, content: object, **headers: str) -> None:
        body = content if isinstance(content, bytes) else b"" if content is None else _json(content)
        self.send_response(status)
        if status != 204:
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - name of the base class
        """Log nothing: tests report what went wrong."""


def _json(content: object) -> bytes:
    return json.dumps(content).encode()


def _only(text: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(text).items()}


def _success(message: str, record: Mapping[str, Any], **more: object) -> Mapping[str, Any]:
    times = {name: record[name] for name in ("id", "Created_Time", "Modified_Time")}
    content = {"code": "SUCCESS", "status": "success", "message": message, "details": times}
    return {**content, **more}


def refusal(code: str, details: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a refused item, or a refused request."""
    return {"code": code, "status": "error", "message": code.lower(), "details": details}


def _fits(record: Mapping[str, Any], criteria: str) -> bool:
    """Return whether a record matches the criteria: joined by `and`, and in parentheses by `or`."""
    groups = re.split(r"\)and\(", criteria)
    return all(
        any(_meets(record, each) for each in _CRITERION.findall(f"({group})")) for group in groups
    )


def _meets(record: Mapping[str, Any], criterion: tuple[str, str, str]) -> bool:
    name, operator, value = criterion
    wanted, content = _ESCAPE.sub(r"\1", value).lower(), str(record.get(name) or "").lower()
    return (
        content == wanted if operator == "equals" else bool(wanted) and content.startswith(wanted)
    )
