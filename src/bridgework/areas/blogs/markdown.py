"""From Markdown to HTML by a parser that stops where a text costs more than an article may.

The parser's time grows with the marks in a text: two hundred thousand characters of prose take it
a tenth of a second, as many brackets three. And a short text may become a long one: an address
that is written once and referred to ten thousand times. So work and size have a bound, counted in
steps and not in seconds, so that it is the same everywhere.
"""

import nh3
from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from bridgework.areas.blogs import policies

MOST_STEPS = 60_000
"""Rounds of the parser and pieces it finds. An article takes one for each seven characters."""
LARGEST = 1_000_000
"""Characters of all pieces together, addresses as often as they are referred to."""

_STEPS = "steps"


def html(markdown: str) -> str:
    """Safe HTML: no scripts, styles, frames or event handlers, whatever the Markdown holds.

    Raises ValidationFailed for what is too intricate.
    """
    return nh3.clean(_parser.render(markdown), link_rel="noopener noreferrer nofollow")


def _count_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    del start, end, silent
    _must_be_few(state)
    return False


def _count_inline(state: StateInline, silent: bool) -> bool:
    del silent
    _must_be_few(state)
    return False


def _count_blocks(state: StateCore) -> None:
    """After the blocks were found, and before anything is looked for within them."""
    state.env[_STEPS] = state.env.get(_STEPS, 0) + len(state.tokens)


def _must_be_few(state: StateBlock | StateInline) -> None:
    state.env[_STEPS] = state.env.get(_STEPS, 0) + 1
    if state.env[_STEPS] + len(state.tokens) > MOST_STEPS:
        raise policies.too_intricate()


def _weigh(state: StateCore) -> None:
    """After all was found, and before any of it is written."""
    pieces = [piece for block in state.tokens for piece in (block, *(block.children or ()))]
    if sum(map(_size, pieces)) > LARGEST:
        raise policies.too_intricate()


def _size(piece: Token) -> int:
    return len(piece.content) + sum(len(str(value)) for value in piece.attrs.values())


def _made() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False})
    parser.enable(["table", "strikethrough"])
    # A rule that never applies, asked first wherever the parser asks which one does.
    asked: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("table", "count", _count_block, asked)
    parser.inline.ruler.before("text", "count", _count_inline)
    parser.core.ruler.after("block", "count", _count_blocks)
    parser.core.ruler.push("weigh", _weigh)
    return parser


_parser = _made()
