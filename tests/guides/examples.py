"""The examples of a guide: its shell blocks, and what the page says about their responses."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
ANYTHING = "…"
"""In the responses that a page shows, this stands for any text."""

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXPECTED = re.compile(r"^# (\d{3})$", re.MULTILINE)
_ACTUAL = re.compile(r"^HTTP (\d{3})$", re.MULTILINE)
_SEPARATOR = "--- the next example ---"
_CURL_CONFIG = 'show-error\nwrite-out = "\\n%{stderr}HTTP %{http_code}\\n"\n'
"""Has curl end each response with a line break, and print its status to standard error."""
_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Response:
    """A response, or its headers, as the page shows it after an example."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """One shell block of a page, the line that it begins at, and the response after it."""

    line: int
    script: str
    responses: Sequence[Response]

    @property
    def statuses(self) -> Sequence[str]:
        """The statuses that the block states, in order."""
        return _EXPECTED.findall(self.script)


@dataclass(frozen=True, slots=True)
class Output:
    """What an example printed."""

    stdout: str
    stderr: str


def examples_of(page: str) -> Sequence[Example]:
    """The examples of a page, in order."""
    found: list[Example] = []
    shown: list[Response] = []
    for block in _BLOCK.finditer(page):
        language, text = block.groups()
        if language == "sh":
            shown = []
            line = page.count("\n", 0, block.start()) + 1
            found.append(Example(line, text, shown))
        elif language in {"json", "http"}:
            shown.append(Response(language, text))
    return found


def run(examples: Sequence[Example], folder: Path, **variables: str) -> Sequence[Output]:
    """Run the examples of one page in one shell, up to the first that fails.

    `folder` is the working directory, and for the configuration of curl; `variables` are those of
    `examples.sh`.
    """
    (folder / ".curlrc").write_text(_CURL_CONFIG)
    # An example may write files, which do not belong into the project.
    for name in ("docs", ".venv"):
        (folder / name).symlink_to(ROOT / name)
    # The examples call python3: the one that runs the tests.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    separator = f"echo '{_SEPARATOR}'; echo '{_SEPARATOR}' >&2\n"
    ran = subprocess.run(
        ["sh", "-eu"],
        input="".join(separator + example.script for example in examples),
        env={"PATH": path, "CURL_HOME": str(folder), **variables},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    parts = (text.split(f"{_SEPARATOR}\n")[1:] for text in (ran.stdout, ran.stderr))
    return [Output(*pair) for pair in zip(*parts, strict=True)]


def faults(examples: Sequence[Example], outputs: Sequence[Output]) -> Iterator[str]:
    """Where the page is not what happened."""
    for example, output in zip(examples, outputs, strict=False):
        for fault in _faults_of(example, output):
            yield f"line {example.line}: {fault}"
    if len(outputs) < len(examples):
        yield f"line {examples[len(outputs) - 1].line}: stopped here"


def _faults_of(example: Example, output: Output) -> Iterator[str]:
    actual = _ACTUAL.findall(output.stderr)
    if actual != example.statuses:
        stated = ", ".join(example.statuses)
        yield f"states {stated}, got {', '.join(actual)}\n{output.stdout}{output.stderr}"
        return
    for response in example.responses:
        if response.language == "http":
            yield from _missing_headers(response.text, output.stdout)
        else:
            yield from _differences(json.loads(response.text), _last_json(output.stdout), "")


def _missing_headers(shown: str, actual: str) -> Iterator[str]:
    for line in shown.splitlines():
        name, _, value = line.partition(": ")
        pattern = rf"^{re.escape(name)}: {re.escape(value).replace(ANYTHING, '.+')}\r?$"
        if not re.search(pattern, actual, re.MULTILINE | re.IGNORECASE):
            yield f"no header {line}\n{actual}"


def _last_json(text: str) -> object:
    lines = [line for line in text.splitlines() if line.startswith(("{", "["))]
    value: object = json.loads(lines[-1]) if lines else None
    return value


def _differences(shown: object, actual: object, at: str) -> Iterator[str]:
    """Where a response lacks what the page shows of it. Numbers are examples."""
    if isinstance(shown, Mapping) and isinstance(actual, Mapping):
        for name, value in shown.items():
            if name in actual:
                yield from _differences(value, actual[name], f"{at}.{name}")
            else:
                yield f"{at}.{name} is not in the response"
    elif isinstance(shown, list) and isinstance(actual, list):
        if len(actual) < len(shown) or (actual and not shown):
            yield f"{at} has {len(actual)} items"
        for number, (value, other) in enumerate(zip(shown, actual, strict=False)):
            yield from _differences(value, other, f"{at}[{number}]")
    elif not _is_equal(shown, actual):
        yield f"{at} is {actual!r}, shown is {shown!r}"


def _is_equal(shown: object, actual: object) -> bool:
    if isinstance(shown, str):
        return isinstance(actual, str) and shown in (ANYTHING, actual)
    if isinstance(shown, bool) or not isinstance(shown, int | float):
        return shown is actual
    return isinstance(actual, int | float) and not isinstance(actual, bool)
