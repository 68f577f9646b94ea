"""Markdown as plain text."""

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.kit.text import markdown


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("", ""),
        ("One line.", "One line."),
        ("Two\nlines.\n\nA paragraph.", "Two\nlines.\n\nA paragraph."),
        ("# Title #\n\nText  \nafter a break", "Title\n\nText\nafter a break"),
        ("Title\n=====\n\nText", "Title\n\nText"),
        ("*em* **strong** ~~gone~~ `code`", "em strong gone code"),
        ("[Map](https://a.example/m)", "Map (https://a.example/m)"),
        ("[Map][1]\n\n[1]: https://a.example/m", "Map (https://a.example/m)"),
        ("<https://a.example>", "https://a.example"),
        ("<ada@example.com>", "ada@example.com"),
        ("![A room](https://a.example/r.png)", "A room"),
        ("- one\n- two\n  - three\n- four", "- one\n- two\n  - three\n- four"),
        ("Before\n\n3. one\n4. two\n\nAfter", "Before\n\n3. one\n4. two\n\nAfter"),
        ("- one\n\n- two", "- one\n\n- two"),
        ("> a quote\n> of two lines", "a quote\nof two lines"),
        ("```python\nx = 1\n\ny = 2\n```", "x = 1\n\ny = 2"),
        ("    x = 1", "x = 1"),
        ("| a | b |\n|---|---|\n| 1 | *2* |", "a | b\n1 | 2"),
        ("before\n\n---\n\nafter", "before\n\nafter"),
        ("<b>bold</b> &amp; \\*star\\*", "<b>bold</b> & *star*"),
        ("5 < 6 & 7 > 2 \\ and", "5 < 6 & 7 > 2 \\ and"),
    ],
)
def test_markdown_as_plain_text(source: str, text: str) -> None:
    assert markdown.to_text(source) == text


def test_a_text_that_is_too_intricate_is_returned_as_it_is() -> None:
    source = "[a]: /" + "x" * 4_000 + "\n\n" + "[a]" * 1_900
    assert markdown.to_text(source) == source


@hypothesis.given(st.text(max_size=200))
def test_any_text_has_a_plain_text(source: str) -> None:
    assert isinstance(markdown.to_text(source), str)
