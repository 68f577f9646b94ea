"""Rendering Markdown is bounded: no text takes many times as long as prose of the same length."""

import contextlib
import time
from collections.abc import Callable

import pytest

from bridgework.kit.text import markdown
from bridgework.kit.text.markdown import TooIntricate

pytestmark = pytest.mark.slow("renders long hostile texts")

PROSE = "Call *them* the day before, and [say](https://example.com/why) why it **matters**.\n\n"
PIECES = (
    *("**a", ">", "[", "![", "`", "~~a", "*a_", "<", "<a<", "[`", "[a](b", "[a](<b", '[a](b "c'),
    *("- ", "1. ", "> - ", "- a\n", "- a\n  b\n\n", "> a\n", "# a\n", "a\n=\n", "    a\n", "```\n"),
    *("[a]: /b\n\n[a]\n", "[a]: b\n", "[a][b", "a|b\n-|-\n", "||\n", "&amp;", "\\", "a\n\n", "=\n"),
)
LENGTHS = [10_000, 100_000]
MOST_TIMES = 60
"""How many times as long as prose of its length a text may take: the worst one takes about 15."""


def seconds(render: Callable[[str], object], text: str, *, limit: float = 0.0) -> float:
    """Return the CPU time of the first run within the limit, or else of the fastest of three."""
    taken = []
    for _ in range(3):
        started = time.thread_time()
        with contextlib.suppress(TooIntricate):
            render(text)
        taken.append(time.thread_time() - started)
        if taken[-1] <= limit:
            break
    return min(taken)


def repeated(piece: str, length: int, head: str = "") -> str:
    return (head + piece * (length // len(piece) + 1))[:length]


def hostile(length: int) -> dict[str, str]:
    """Return texts of about this length that make parsers slow."""
    third = length // 3
    return {
        **{piece: repeated(piece, length) for piece in PIECES},
        "quotes before lines": repeated("a\n", length, ">" * 100),
        "nested lists": "".join("  " * depth + "- a\n" for depth in range(int(length**0.5))),
        "runs of backticks": "".join(f"e{'`' * n}" for n in range(int((2 * length) ** 0.5))),
        "runs of stars": "*" * (length // 2) + "a" + "*" * (length // 2),
        "images within images": "![" * (length // 6) + "a" + "](b)" * (length // 6),
        "a wide table": "a|" * (third // 2) + "\n" + "-|" * (third // 2) + "\n" + "a\n" * third,
        "a long URL for many references": repeated("[a]", length, f"[a]: /{'x' * third}\n\n"),
        "many definitions": "".join(f"[{n}]: b\n" for n in range(length // 12)),
    }


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("render", [markdown.to_html, markdown.to_text.__wrapped__])
def test_no_text_takes_many_times_as_long_as_prose(
    render: Callable[[str], object], length: int
) -> None:
    limit = MOST_TIMES * seconds(render, repeated(PROSE, length))
    texts = hostile(length).items()
    taken = {name: seconds(render, text, limit=limit) for name, text in texts}
    assert {name: each for name, each in taken.items() if each > limit} == {}


@pytest.mark.parametrize("length", LENGTHS)
def test_no_output_is_many_times_as_long_as_its_text(length: int) -> None:
    for name, text in hostile(length).items():
        try:
            size = len(markdown.to_html(text))
        except TooIntricate:
            size = 0
        assert max(size, len(markdown.to_text(text))) < max(1_200_000, 15 * length), name
