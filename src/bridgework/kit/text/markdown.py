"""Render Markdown to safe HTML, with limits on the parser's work and the size of the output.

The time of the parser depends on the markup: 200,000 characters of prose take it 0.1 seconds, as
many brackets 3 seconds. The output can be much larger than the text, for example if 10,000
references share one URL. The limits are counted in steps and characters instead of seconds, so
that the same text is accepted on every machine.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import nh3
from markupsafe import Markup

from bridgework.kit.core import FieldError, ValidationFailed
from bridgework.kit.text import plain_text, urls

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

MAX_STEPS = 60_000
"""Attempts of the parser, plus the tokens it finds. Prose needs about one per seven characters."""
MAX_SIZE = 1_000_000
"""Characters of all tokens. A URL counts once for each reference to it."""

NO_IMAGES: tuple[str, ...] = ()
"""The origins of `to_markup` with which all images are links."""

_STEPS = "steps"
_IMAGE_ORIGINS = "image_origins"
_CACHED_TEXTS = 64
_CACHED_TEXTS_PLAIN = 2_000


class TooIntricate(Exception):
    """The text exceeds a limit of the renderer."""


def refusal(member: str) -> ValidationFailed:
    """Return the error for a member of a request whose text is too intricate."""
    message = (
        "Has too much markup to be rendered: shorten it, or use less formatting and fewer links."
    )
    return ValidationFailed(FieldError(member, "too_intricate", message))


def to_html(markdown: str) -> str:
    """Render Markdown to HTML without scripts, styles, frames and event handlers.

    Raises TooIntricate if the text exceeds a limit.
    """
    return _clean(_parser().render(markdown))


def _clean(html: str) -> str:
    return nh3.clean(html, link_rel="noopener noreferrer nofollow")


@lru_cache(maxsize=_CACHED_TEXTS)
def to_markup(markdown: str, image_origins: Sequence[str] | None = None) -> Markup:
    """Render HTML for a template, or the text itself where it is too intricate to render.

    With `image_origins`, a tuple, images of other origins are links. Cached, since the page of an
    event is rendered for every visitor.
    """
    try:
        html = _parser().render(markdown, {_IMAGE_ORIGINS: image_origins})
        return Markup(_clean(html))  # noqa: S704
    except TooIntricate:
        return Markup("<p>{}</p>").format(markdown)


@lru_cache(maxsize=_CACHED_TEXTS_PLAIN)
def to_text(markdown: str) -> str:
    """Return Markdown as plain text: without markup, and with the URL after the text of a link.

    A text that is too intricate to parse is returned as it is.
    """
    try:
        tokens = _parser().parse(markdown)
    except TooIntricate:
        return markdown
    return plain_text.render(tokens)


def _count_block(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    del start, end, silent
    _count_step(state)
    return False


def _count_inline(state: "StateInline", silent: bool) -> bool:
    del silent
    _count_step(state)
    return False


def _count_blocks(state: "StateCore") -> None:
    """Count the blocks, before their contents are parsed."""
    state.env[_STEPS] = state.env.get(_STEPS, 0) + len(state.tokens)


def _count_step(state: "StateBlock | StateInline") -> None:
    state.env[_STEPS] = state.env.get(_STEPS, 0) + 1
    if state.env[_STEPS] + len(state.tokens) > MAX_STEPS:
        raise TooIntricate


def _check_size(state: "StateCore") -> None:
    """Check the size of all tokens, before they are rendered."""
    tokens = [token for block in state.tokens for token in (block, *(block.children or ()))]
    if sum(map(_size, tokens)) > MAX_SIZE:
        raise TooIntricate


def _size(token: "Token") -> int:
    return len(token.content) + sum(len(str(value)) for value in token.attrs.values())


def _render_image(
    renderer: "RendererHTML",
    tokens: Sequence["Token"],
    index: int,
    options: "OptionsDict",
    env: "EnvType",
) -> str:
    """Render an image, or a link to it if it is not of one of the origins that may be loaded."""
    origins = env.get(_IMAGE_ORIGINS)
    source = str(tokens[index].attrGet("src") or "")
    if origins is None or urls.is_of_origin(source, origins):
        return renderer.image(tokens, index, options, env)
    alt = renderer.renderInlineAsText(tokens[index].children, options, env) or "Image"
    host = source.partition("//")[2].partition("/")[0]
    text = Markup("{} (on {}, not loaded)").format(alt, host)
    # A link cannot be within a link.
    depth = sum(token.nesting for token in tokens[:index] if token.type.startswith("link_"))
    return text if depth else Markup('<a href="{}">{}</a>').format(source, text)


@cache
def _parser() -> "MarkdownIt":
    # It takes 20 ms to import, and most requests render nothing.
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "linkify": False})
    parser.enable(["table", "strikethrough"])
    # A rule that never matches, and is tried first, counts the attempts of the parser.
    options: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("table", "count", _count_block, options)
    parser.inline.ruler.before("text", "count", _count_inline)
    parser.core.ruler.after("block", "count", _count_blocks)
    parser.core.ruler.push("check_size", _check_size)
    parser.add_render_rule("image", _render_image)
    return parser
