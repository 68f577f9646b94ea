"""The links in the documents resolve, and decisions have one form and an index."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])
INDEX = ROOT / "docs" / "decisions" / "README.md"
DECISIONS = sorted(INDEX.parent.glob("[0-9]*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
HEAD = re.compile(
    r"# (\d{4})\. ([A-Z][^\n]+[^.\n])\n\nStatus: (accepted|superseded by \d{4})\n"
    r"\n## Context\n.+\n## Decision\n.+\n## Consequences\n.+",
    re.DOTALL,
)
LONGEST_DECISION = 40


def dead_links(page: Path, text: str) -> Iterator[str]:
    """Links to files that are not there, and to headings that no page has."""
    for match in LINK.finditer(text):
        target, _, heading = (match[1] or match[2]).partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        file = (page.parent / target) if target else page
        if not file.exists():
            yield f"{page.name}: {target} is not there"
        elif heading and heading not in _headings(file):
            yield f"{page.name}: {target} has no heading #{heading}"


def _headings(page: Path) -> set[str]:
    lines = page.read_text(encoding="utf-8").splitlines()
    titles = [line.lstrip("# ") for line in lines if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    assert [*dead_links(page, page.read_text(encoding="utf-8"))] == []


def test_a_broken_link_is_found() -> None:
    page = ROOT / "README.md"
    assert [*dead_links(page, "[the moon](docs/moon.md)")]
    assert [*dead_links(page, '<img src="docs/moon.svg">')]
    assert [*dead_links(page, "[nowhere](#the-far-side)")]


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(path.name.partition("-")[0]) for path in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.name)
def test_a_decision_has_one_form_and_a_row_in_the_index(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    head = HEAD.match(text)
    assert head is not None, "number, title, status, context, decision, consequences"
    number, title, status = head.groups()
    assert number == page.name[:4]
    assert len(text.splitlines()) <= LONGEST_DECISION
    row = f"| [{number}]({page.name}) | {title} | {status} | "
    assert row in INDEX.read_text(encoding="utf-8")
