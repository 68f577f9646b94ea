"""Plain text of parsed Markdown, for readers that know no markup, such as calendar programs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

_BLOCKS = {"fence", "code_block", "html_block"}
_LISTS = {"bullet_list_open", "ordered_list_open"}


class _Writer:
    """Joins blocks: with a blank line between them, or with a line break within lists and tables.

    The items of a list have markers, and are indented by its depth.
    """

    def __init__(self) -> None:
        self.text = ""
        self.depth = 0
        self.marker = ""
        self.cells: list[str] | None = None
        self.is_tight = False
        """Whether the next block is in a list without blank lines, or a row of a table."""
        self.is_first = True
        """Whether the next block is the first one of a list or table."""

    def add_block(self, content: str) -> None:
        if self.cells is not None:
            self.cells.append(content)
            return
        if not content.strip():
            return
        indent = "  " * max(0, self.depth - 1)
        first = indent + (self.marker or "  " * bool(self.depth))
        rest = indent + " " * len(self.marker or "  " * bool(self.depth))
        is_joined = self.is_tight and not (self.is_first and self.depth <= 1)
        separator = "" if not self.text else "\n" if is_joined else "\n\n"
        self.text += separator + first + f"\n{rest}".join(content.split("\n"))
        self.marker = ""
        self.is_first = False


def render(tokens: Sequence["Token"]) -> str:
    """Return the text of parsed Markdown."""
    writer = _Writer()
    for token in tokens:
        if token.type == "inline":
            writer.add_block(_inline(token.children or ()))
        elif token.type in _BLOCKS:
            writer.is_tight = False
            writer.add_block(token.content.strip("\n"))
        elif token.nesting:
            _open_or_close(writer, token)
    return writer.text


def _open_or_close(writer: _Writer, token: "Token") -> None:
    if token.type in _LISTS or token.type == "table_open":
        writer.is_first = True
    if token.tag in {"ul", "ol"}:
        writer.depth += token.nesting
    elif token.type == "list_item_open":
        writer.marker = f"{token.info}. " if token.info else "- "
    elif token.type == "tr_open":
        writer.cells = []
    elif token.type == "tr_close":
        row, writer.cells = " | ".join(writer.cells or ()), None
        writer.is_tight = True
        writer.add_block(row)
    elif token.nesting == 1:
        writer.is_tight = token.hidden


def _inline(tokens: Sequence["Token"]) -> str:
    text = ""
    links: list[tuple[str, int]] = []
    for token in tokens:
        if token.type == "link_open":
            links.append((str(token.attrs.get("href", "")), len(text)))
        elif token.type == "link_close":
            url, start = links.pop()
            if text[start:] not in {url, url.removeprefix("mailto:")}:
                text += f" ({url})"
        elif token.type in {"softbreak", "hardbreak"}:
            text += "\n"
        else:
            text += token.content
    return text
