"""Markdown is shown as HTML that does nothing but show."""

import re
import time
from dataclasses import dataclass

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.areas.blogs import rendering
from bridgework.kit import markdown as markdowns
from bridgework.kit.errors import ValidationFailed
from bridgework.kit.markdown import TooIntricate
from tests import cast
from tests.areas.blogs.desk import write
from tests.world import World

_REL = 'rel="noopener noreferrer nofollow"'
_TAGS = re.compile(r"</?([a-zA-Z0-9]+)")
_ATTRIBUTES = re.compile(r"<[a-zA-Z0-9]+((?:\s+[^\s=>]+=\"[^\"]*\")*)\s*/?>")


@dataclass(frozen=True, slots=True)
class Case:
    """Markdown, and what its HTML must not hold."""

    markdown: str
    never: tuple[str, ...]


HARMFUL = [
    Case("<script>alert(1)</script>", ("<script",)),
    Case("Hello <ScRiPt src=//evil.example></sCrIpT> there", ("<script", "<sCrIpT", "<ScRiPt")),
    Case('<img src=x onerror="alert(1)">', ("<img",)),
    Case('![x](x"onerror="alert(1))', ('onerror="alert',)),
    Case("[go](javascript:alert(1))", ('href="javascript',)),
    Case("[go](JaVaScRiPt:alert(1))", ('href="j', 'href="J')),
    Case("[go](java\tscript:alert(1))", ('href="java',)),
    Case("[go](&#106;avascript:alert(1))", ('href="javascript', 'href="&#106;')),
    Case("[go](vbscript:msgbox(1))", ('href="vbscript',)),
    Case("[go](data:text/html;base64,PHNjcmlwdD4=)", ('href="data',)),
    Case("![x](data:text/html;base64,PHNjcmlwdD4=)", ('src="data',)),
    Case("<javascript:alert(1)>", ('href="javascript',)),
    Case('<iframe src="https://evil.example"></iframe>', ("<iframe",)),
    Case("<style>body{display:none}</style>", ("<style",)),
    Case('<p style="position:fixed" onclick="alert(1)">x</p>', ("<p style", "<p onclick")),
    Case("<svg><a xlink:href='javascript:alert(1)'>x</a></svg>", ("<svg", "<a xlink")),
    Case("<form action=//evil.example><input name=q></form>", ("<form", "<input")),
    Case("```\n</code><script>alert(1)</script>\n```", ("<script",)),
    Case("`<script>`", ("<script",)),
    Case("<!-- --><script>alert(1)</script>", ("<script",)),
    Case("[a]: javascript:alert(1)\n\n[go][a]", ('href="javascript',)),
    Case('[go](https://example.com "\\"onmouseover=alert(1)")', ('"onmouseover',)),
    Case("[go](<javascript:alert(1)>)", ('href="javascript',)),
    Case("[go](  javascript:alert(1))", ('href="javascript',)),
    Case("[go](java&Tab;script:alert(1))", ('href="javas', 'href="java\t', 'href="java&')),
    Case("[go](javascript&colon;alert(1))", ('href="javascript',)),
    Case("[go](\\javascript:alert(1))", ('href="javascript',)),
    Case("[go](&#1;javascript:alert(1))", ('href="javascript',)),
    Case("[go](view-source:javascript:alert(1))", ('href="view-source',)),
    Case("[go](file:///etc/passwd)", ('href="file',)),
    Case("[go](blob:https://example.com/1)", ('href="blob',)),
    Case("<data:text/html,x>", ('href="data',)),
    Case("![x](javascript:alert(1))", ('src="javascript',)),
    Case("![x](data:image/svg+xml;base64,PHN2Zz4=)", ('src="data',)),
    Case("![x](data:image/png;base64,AA==)", ('src="data',)),
    Case("![x](vbscript:msgbox(1))", ('src="vbscript',)),
    Case("[![x](javascript:alert(1))](javascript:alert(2))", ('src="java', 'href="java')),
    Case("> - 1. > <script>alert(1)</script>", ("<script",)),
    Case("| a |\n|---|\n| <img src=x onerror=alert(1)> |", ("<img",)),
    Case("| a |\n|---|\n| [go](javascript:alert(1)) |", ('href="javascript',)),
    Case("# <svg onload=alert(1)>", ("<svg",)),
    Case("**<b onclick=alert(1)>x</b>**", ("<b ",)),
    Case("<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>", ("<math",)),
    Case("<a href='x' onmouseover='alert(1)'>x</a>", ("<a href='x'",)),
    Case("<base href=//evil.example>", ("<base",)),
    Case("<object data=x></object><embed src=x>", ("<object", "<embed")),
    Case("<meta http-equiv=refresh content=0>", ("<meta",)),
    Case("&lt;script&gt;alert(1)&lt;/script&gt;", ("<script",)),
    Case("```<script>\nx\n```", ("<script",)),
    Case('```x" onclick="alert(1)\nx\n```', ('" onclick',)),
    Case("<![CDATA[<script>alert(1)</script>]]>", ("<script",)),
    Case("<?php echo 1 ?>", ("<?php",)),
]


def test_nothing_that_acts_is_left(world: World) -> None:
    root = cast.root(world)
    left = []
    for number, case in enumerate(HARMFUL):
        if number % 20 == 0:
            world.clock.advance(minutes=1)
        html = write(world, root, f"post-{number}", body=case.markdown)["bodyHtml"]
        assert world.get(f"/blogs/post-{number}").must(200).data["bodyHtml"] == html
        left += [(case.markdown, html) for never in case.never if never in html]
    assert left == []


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        (
            "# Title\n\nText *and* **more**",
            "<h1>Title</h1>\n<p>Text <em>and</em> <strong>more</strong></p>\n",
        ),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"),
        ("~~old~~", "<p><s>old</s></p>\n"),
        ("1 < 2 & 3 > 2", "<p>1 &lt; 2 &amp; 3 &gt; 2</p>\n"),
        (
            "[go](https://example.com/?a=1&b=2)",
            f'<p><a href="https://example.com/?a=1&amp;b=2" {_REL}>go</a></p>\n',
        ),
        (
            "[write](mailto:a@example.com)",
            f'<p><a href="mailto:a@example.com" {_REL}>write</a></p>\n',
        ),
        (
            "![A tooth](https://example.com/t.png)",
            '<p><img src="https://example.com/t.png" alt="A tooth"></p>\n',
        ),
    ],
)
def test_what_only_shows_is_shown(markdown: str, html: str) -> None:
    assert markdowns.to_html(markdown) == html


PIECES = st.sampled_from(
    [
        *("<", ">", '"', "'", "`", "[", "]", "(", ")", "!", "\\", "\n", "\n\n", " ", "&", ";", "#"),
        *("script", "javascript:", "onerror=", "img", "src=", "href=", "a", "style", "svg", "x"),
        *("&lt;", "&#106;", "data:", "https://e.example", "<!--", "-->", "<![CDATA[", "|", "~~"),
    ]
)


@hypothesis.settings(max_examples=300, derandomize=True, deadline=None)
@hypothesis.given(st.lists(PIECES, max_size=25).map("".join))
def test_whatever_is_written_only_harmless_tags_and_attributes_come_out(markdown: str) -> None:
    html = markdowns.to_html(markdown)
    assert not {tag.lower() for tag in _TAGS.findall(html)} & {
        "script", "style", "iframe", "object", "embed", "form", "input", "svg", "math", "base",
    }  # fmt: skip
    for attributes in _ATTRIBUTES.findall(html):
        names = set(re.findall(r"\s([^\s=]+)=", attributes))
        assert not any(name.lower().startswith("on") or name == "style" for name in names), html
        for address in re.findall(r'(?:href|src)="([^"]*)"', attributes):
            assert not re.match(r"\s*(?:javascript|data|vbscript):", address, re.IGNORECASE), html


LONGEST = 200_000
LONGEST_SECONDS = 2.5
"""Of the processor's time: one at most on a machine of its own, and here others run beside."""


def filled(piece: str, head: str = "") -> str:
    """The longest article there can be, of one piece again and again."""
    return (head + piece * (LONGEST // len(piece) + 1))[:LONGEST]


HEAVY = {
    **{
        piece: filled(piece)
        for piece in (
            *(
                "[",
                "![",
                "[a](",
                "![[]()",
                "([",
                "[a\n",
                "[a][a",
                "*a ",
                "a**b",
                "***a",
                "_*",
                "~~a",
            ),
            *(
                "<![CDATA[",
                "<a<",
                "`a``",
                "&",
                "\\",
                "> a\n",
                "- a\n",
                "- ",
                "> - ",
                "a\n",
                "a  \n",
            ),
            *("# a\n", "a\n=\n", "---\n", "    a\n", "[a]: b\n", "[a](b 'c')", "<http://a.b> "),
        )
    },
    "lines after deep quotes": filled("a\n", ">" * 20),
    "deep lists": "".join("  " * depth + "- a\n" for depth in range(440)),
    "a table of many rows": filled("a|b\n", "a|b\n-|-\n"),
    "a table of many columns": "a|" * 30_000 + "\n" + "-|" * 30_000 + "\n" + "a\n" * 40_000,
    "runs of marks": "*" * (LONGEST // 2 - 1) + "a" + "*" * (LONGEST // 2),
    "runs of backticks": "".join("e" + "`" * length for length in range(630)),
    "images within images": "![" * 28_000 + "a" + "](b)" * 28_000,
    "an address and many who refer to it": filled("[a]", "[a]: /" + "x" * 100_000 + "\n\n"),
    "an address and some who refer to it": filled("![a] \n", "[a]: /" + "x" * 2_000 + "\n\n"),
}


@pytest.mark.parametrize("name", HEAVY)
def test_the_heaviest_article_takes_a_moment_or_is_refused(name: str) -> None:
    started = time.thread_time()
    try:
        size = len(markdowns.to_html(HEAVY[name]))
    except TooIntricate:
        size = 0
    assert time.thread_time() - started < LONGEST_SECONDS
    assert size < 10 * LONGEST


def test_what_is_too_heavy_is_told_of_the_body() -> None:
    with pytest.raises(ValidationFailed) as refused:
        rendering.of_body(HEAVY["["])
    assert [(fault.path, fault.code) for fault in refused.value.faults] == [
        ("body", "too_intricate")
    ]


def test_a_long_article_of_words_and_links_is_rendered() -> None:
    paragraph = (
        "Call *them* the day before, and [say](https://example.com/why) why it **matters**. "
    )
    markdown = filled(f"## On calling\n\n{paragraph * 6}\n\n- one thing\n- another\n\n")
    assert len(markdowns.to_html(markdown)) > LONGEST


def test_one_article_is_not_charged_for_the_one_before() -> None:
    markdown = "word *word* " * 5_000
    assert len({markdowns.to_html(markdown) for _ in range(5)}) == 1
