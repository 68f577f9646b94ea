"""How the files of the console are served, and the files of its libraries."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.settings import Settings
from bridgework.web import page_files
from tests import world as worlds
from tests.world import World

FOLDER = Path(__file__).parents[2] / "src" / "bridgework" / "web"
SOURCES = [
    path
    for folder in ("ui", "theme", "console")
    for path in sorted((FOLDER / folder).rglob("*"))
    if path.suffix in {".js", ".css"}
]


def script_path(world: World) -> str:
    page = world.get("/console/").must(200).body.decode()
    match = re.search(r'type="module" src="([^"]+)"', page)
    assert match is not None
    return f"/console/{match[1]}"


def test_files_are_compressed_and_kept_forever(world: World) -> None:
    path = script_path(world)
    plain = world.get(path).must(200)
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert plain.headers["vary"].startswith("Accept-Encoding")
    packed = world.get(path, headers={"accept-encoding": "gzip"}).must(200)
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["etag"] != plain.headers["etag"]
    assert len(packed.body) < len(plain.body)


def test_a_current_copy_is_not_sent_again(world: World) -> None:
    for path in ("/console/", script_path(world)):
        etag = world.get(path).must(200).headers["etag"]
        assert world.get(path, headers={"if-none-match": etag}).must(304).body == b""
        head = world.send("HEAD", path).must(200)
        assert (head.body, head.headers["etag"]) == (b"", etag)


def test_the_page_is_revalidated_and_permits_its_own_scripts_only(world: World) -> None:
    page = world.get("/console/").must(200)
    assert "must-revalidate" in page.headers["cache-control"]
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    scripts = re.search(r"script-src ([^;]+)", policy)
    assert scripts is not None
    assert re.fullmatch(r"'self' 'sha256-[A-Za-z0-9+/=]+'", scripts[1])
    assert "unsafe" not in policy
    world.get("/console").must(308)


def test_the_page_permits_images_of_the_installation_only(world: World) -> None:
    policy = world.get("/console/").must(200).headers["content-security-policy"].split("; ")
    assert f"img-src 'self' {worlds.PUBLIC_URL}" in policy
    assert f"connect-src 'self' {worlds.PUBLIC_URL}" in policy


@pytest.mark.parametrize(
    "path", ["main.js", "../settings.py", "console_files.py", "index.html", "x/main.js"]
)
def test_nothing_else_is_served(world: World, path: str) -> None:
    base = script_path(world).removesuffix("/console/main.js")
    world.get(f"{base}/nothing.js").must(404)
    world.get(f"/console/{path}").must(404)


def test_the_libraries_are_unchanged() -> None:
    text = (FOLDER / "vendor" / "VERSION").read_text()
    pairs = re.findall(r"^([0-9a-f]{64})  (\S+)$", text, re.MULTILINE)
    listed = {name: digest for digest, name in pairs}
    actual = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (FOLDER / "vendor").iterdir()
        if path.name != "VERSION"
    }
    assert actual == listed


def test_modules_are_served_without_comments_in_the_same_lines() -> None:
    module = """// What it is.
import { html } from "./html.js"; // at the end

/**
 * A row.
 *
 * @param {{ one: string }} properties
 */
export function Row({ one }) {
  const url = "https://example.com/a";
  // Why.
  return html`<a href=${url}>${/** @type {any} */ (one).name} // ${one}</a>`;
}
"""
    assert (
        page_files.without_comments(module)
        == """
import { html } from "./html.js"; // at the end






export function Row({ one }) {
  const url = "https://example.com/a";

  return html`<a href=${url}>${(one).name} // ${one}</a>`;
}
"""
    )


def test_every_operation_that_is_called_exists() -> None:
    names = {operation.operation_id for operation in routes.operations()}
    functions = "call|get|follow|useCall|loadAll"
    calls = rf"""(?:(?<![.\w])(?:{functions})\(\s*|operation=)"(\w+)\""""
    called = {name for path in SOURCES for name in re.findall(calls, path.read_text())}
    assert called - names == set()


def test_the_console_knows_the_path_of_every_operation(world: World) -> None:
    folder = script_path(world).removesuffix("/console/main.js")
    module = world.get(f"{folder}/operations.js").must(200)
    assert module.headers["content-type"].startswith("text/javascript")
    known = json.loads(module.body.decode().partition("= ")[2].rstrip(";\n"))
    operations = routes.operations()
    paths = {name: (method, path) for name, (method, path, _) in known.items()}
    assert paths == {each.operation_id: (each.method, each.path) for each in operations}
    repeatable = {name for name, (_, _, has_key) in known.items() if has_key}
    assert {"createRole", "applyToJob", "adminCreateBlog"} < repeatable
    assert repeatable & {"login", "updateRole", "createUploadUrl"} == set()


def test_every_operation_of_administrators_is_called() -> None:
    names = {
        operation.operation_id
        for operation in routes.operations()
        if operation.who.needs_admin_login
    }
    assert len(names) > 50
    quoted = {name for path in SOURCES for name in re.findall(r'"(\w+)"', path.read_text())}
    assert names - quoted == set()


def test_a_reader_who_has_loaded_the_console_twice_can_sign_in(world: World) -> None:
    folder = script_path(world).removesuffix("/console/main.js")
    scripts = [str(path.relative_to(FOLDER)) for path in SOURCES if path.suffix == ".js"]
    for _ in range(2):
        for path in [*scripts, "operations.js", "console.css"]:
            world.get(f"{folder}/{path}").must(200)
    wrong = {"email": "robin@example.com", "masterPassword": "not this one"}
    world.post("/auth/admin/login", wrong).must(401)


class TestWithoutConsole:
    """A server whose console is turned off."""

    @pytest.fixture
    def settings(self, tmp_path: Path, database_url: str) -> Settings:
        return worlds.settings(tmp_path, database_url=database_url, console=False)

    def test_it_is_not_found(self, world: World) -> None:
        world.get("/console/").must(404)
        page = world.get("/", headers={"accept": "text/html"}).must(200).body.decode()
        assert "console/" not in page
