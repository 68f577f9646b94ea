"""Renders Markdown as safe HTML, within a bound on work and size.

The parser's time grows with the marks in a text: 200,000 characters of prose take a tenth of a
second, as many brackets three seconds. A short text can also become a long one: an address that is
written once and referred to ten thousand times. The bound is counted in steps and not in seconds,
so that a text has the same result on every machine.
"""

from functools import lru_cache

import nh3
from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup

MOST_STEPS = 60_000
"""Rounds of the parser and tokens. Prose takes one step for each seven characters."""
LARGEST = 1_000_000
"""Characters of all tokens together, addresses as often as they are referred to."""

_STEPS = "steps"
_CACHED_TEXTS = 64


class TooIntricate(Exception):
    """The Markdown would take too long to render, or become too large."""


def to_html(markdown: str) -> str:
    """Render HTML without scripts, styles, frames and event handlers. Raises TooIntricate."""
    return nh3.clean(_parser.render(markdown), link_rel="noopener noreferrer nofollow")


@lru_cache(maxsize=_CACHED_TEXTS)
def to_markup(markdown: str) -> Markup:
    """Render HTML for a template, or the text itself where it is too intricate to render.

    Cached, since the page of an event is rendered for every visitor.
    """
    try:
        return Markup(to_html(markdown))  # noqa: S704 - cleaned
    except TooIntricate:
        return Markup("<p>{}</p>").format(markdown)


def _count_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    del start, end, silent
    _must_have_few_steps(state)
    return False


def _count_inline(state: StateInline, silent: bool) -> bool:
    del silent
    _must_have_few_steps(state)
    return False


def _count_blocks(state: StateCore) -> None:
    """Runs when the blocks are found, before their content is parsed."""
    state.env[_STEPS] = state.env.get(_STEPS, 0) + len(state.tokens)


def _must_have_few_steps(state: StateBlock | StateInline) -> None:
    state.env[_STEPS] = state.env.get(_STEPS, 0) + 1
    if state.env[_STEPS] + len(state.tokens) > MOST_STEPS:
        raise TooIntricate


def _limit_size(state: StateCore) -> None:
    """Runs when everything is parsed, before any of it is rendered."""
    tokens = [token for block in state.tokens for token in (block, *(block.children or ()))]
    if sum(map(_size, tokens)) > LARGEST:
        raise TooIntricate


def _size(token: Token) -> int:
    return len(token.content) + sum(len(str(value)) for value in token.attrs.values())


def _bounded_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False})
    parser.enable(["table", "strikethrough"])
    # A rule that never matches, but runs first wherever the parser looks for one that does.
    everywhere: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("table", "count", _count_block, everywhere)
    parser.inline.ruler.before("text", "count", _count_inline)
    parser.core.ruler.after("block", "count", _count_blocks)
    parser.core.ruler.push("limit_size", _limit_size)
    return parser


_parser = _bounded_parser()
