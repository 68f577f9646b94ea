"""Reads the word sheets: Markdown lists, one section a subject, one bullet an entry.

A sheet begins with a `#` title, may go on with facts (`- key: value`), and then has `##` sections
of bullets. A bullet may have several cells, parted by ` | `.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources


class SheetFault(ValueError):
    """A word sheet lacks something that the code asks of it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One word sheet: its title, its facts, and its sections in their order."""

    title: str
    facts: dict[str, str]
    sections: dict[str, tuple[str, ...]]

    def lines(self, section: str) -> tuple[str, ...]:
        """Return the bullets of a section; a missing or empty one is a SheetFault."""
        found = self.sections.get(section)
        if not found:
            raise SheetFault(f'Sheet "{self.title}" has nothing under "{section}"; add it there.')
        return found

    def rows(self, section: str) -> tuple[tuple[str, ...], ...]:
        """Return the bullets of a section, each split into its cells."""
        return tuple(tuple(line.split(" | ")) for line in self.lines(section))

    def beginning(self, prefix: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the sections named `prefix: subject`, as pairs of subject and bullets."""
        return tuple(
            (name.removeprefix(f"{prefix}: "), lines)
            for name, lines in self.sections.items()
            if name.startswith(f"{prefix}: ")
        )

    def fact(self, key: str) -> str:
        """Return a fact of the head; a missing one is a SheetFault."""
        if key not in self.facts:
            raise SheetFault(f'Sheet "{self.title}" does not state "{key}"; add it to its head.')
        return self.facts[key]


@functools.cache
def sheet(name: str) -> Sheet:
    """Return the sheet `words/<name>.md`, read once."""
    text = resources.files(__package__).joinpath("words", f"{name}.md").read_text("utf-8")
    return parse(text)


def parse(text: str) -> Sheet:
    """Return the sheet that a Markdown text spells out; an unknown kind of line is a SheetFault."""
    title, section = "", ""
    facts: dict[str, str] = {}
    sections: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("# "):
            title = line[2:]
        elif line.startswith("## "):
            section = line[3:]
            sections[section] = []
        elif line.startswith("- ") and section:
            sections[section].append(line[2:])
        elif line.startswith("- "):
            key, _, value = line[2:].partition(": ")
            facts[key] = value
        elif line:
            raise SheetFault(f'Sheet "{title}" has a line that is no heading and no bullet: {line}')
    return Sheet(title, facts, {name: tuple(lines) for name, lines in sections.items()})
