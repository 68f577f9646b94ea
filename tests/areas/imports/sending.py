"""Helpers that send files and have the worker process them."""

from typing import Any

from tests.world import Person, Response, World

CSV = "text/csv"
JSONL = "application/x-ndjson"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
HEADER = "email,firstName,lastName,role,jobsRole,vendorsRole"


def send(
    world: World,
    root: Person,
    kind: str,
    body: bytes | str,
    *,
    content_type: str = CSV,
    dry_run: bool = False,
    columns: str = "",
) -> Response:
    """Send a file."""
    raw = body.encode() if isinstance(body, str) else body
    query = f"kind={kind}" + ("&dryRun=true" if dry_run else "")
    if columns:
        query += f"&columns={columns}"
    headers = {"content-type": content_type}
    return world.post(f"/admin/imports?{query}", raw, as_=root, headers=headers)


def read_columns(
    world: World, root: Person, body: bytes | str, content_type: str = CSV
) -> Response:
    """Send a file of accounts, or its first part, to read its columns."""
    raw = body.encode() if isinstance(body, str) else body
    path = "/admin/imports/columns?kind=accounts"
    return world.post(path, raw, as_=root, headers={"content-type": content_type})


def process(world: World) -> None:
    """Have the worker process the running import to its end."""
    while world.application.import_worker.work_once():
        continue


def imported(world: World, root: Person, kind: str, body: bytes | str, **how: Any) -> Any:
    """Send a file, process it, and return the import."""
    import_id = send(world, root, kind, body, **how).must(202).data["id"]
    process(world)
    return read(world, root, import_id)


def read(world: World, root: Person, import_id: str) -> Any:
    """Return an import."""
    return world.get(f"/admin/imports/{import_id}", as_=root).must(200).data


def counts(done: Any) -> tuple[str, int, int, int, int]:
    """Return the state and the numbers of an import."""
    return (done["state"], done["lines"], done["created"], done["skipped"], done["failed"])


def messages(done: Any) -> dict[int, str]:
    """Return the messages of the report by line."""
    return {entry["line"]: entry["message"] for entry in done["report"]}


def lines(rows: list[str], header: str = HEADER) -> str:
    """Return a CSV file."""
    return "\r\n".join([header, *rows, ""])


def people(world: World, root: Person) -> list[tuple[str, ...]]:
    """Return names and roles of the accounts, without the administrator."""
    items: list[dict[str, Any]] = world.get("/admin/users", as_=root).must(200).data["items"]
    return sorted(
        tuple(item[name] or "" for name in ("firstName", "lastName", "role"))
        for item in items
        if item["email"] != root.email
    )
