"""Markdown is rendered to HTML without active content, within limits."""

import re
import time
from dataclasses import dataclass

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.areas.community.blogs import serializers
from bridgework.kit.core import ValidationFailed
from bridgework.kit.text import markdown as markdowns
from bridgework.kit.text.markdown import TooIntricate
from tests import cast
from tests.areas.blogs.articles import write
from tests.world import World

_REL = 'rel="noopener noreferrer nofollow"'
_TAGS = re.compile(r"</?([a-zA-Z0-9]+)")
_ATTRIBUTES = re.compile(r"<[a-zA-Z0-9]+((?:\s+[^\s=>]+=\"[^\"]*\")*)\s*/?>")


@dataclass(frozen=True, slots=True)
class Case:
    """Markdown, and what its HTML must not contain."""

    markdown: str
    forbidden: tuple[str, ...]


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


def test_active_content_is_removed(world: World) -> None:
    root = cast.root(world)
    failures = []
    for number, case in enumerate(HARMFUL):
        if number % 20 == 0:
            world.clock.advance(minutes=1)
        html = write(world, root, f"post-{number}", body=case.markdown)["bodyHtml"]
        assert world.get(f"/blogs/post-{number}").must(200).data["bodyHtml"] == html
        failures += [(case.markdown, html) for part in case.forbidden if part in html]
    assert failures == []


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
def test_formatting_is_rendered(markdown: str, html: str) -> None:
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
def test_any_text_gives_only_harmless_tags_and_attributes(markdown: str) -> None:
    html = markdowns.to_html(markdown)
    assert not {tag.lower() for tag in _TAGS.findall(html)} & {
        "script", "style", "iframe", "object", "embed", "form", "input", "svg", "math", "base",
    }  # fmt: skip
    for attributes in _ATTRIBUTES.findall(html):
        names = set(re.findall(r"\s([^\s=]+)=", attributes))
        assert not any(name.lower().startswith("on") or name == "style" for name in names), html
        for url in re.findall(r'(?:href|src)="([^"]*)"', attributes):
            assert not re.match(r"\s*(?:javascript|data|vbscript):", url, re.IGNORECASE), html


MAX_LENGTH = 200_000
MAX_SECONDS = 2.5
"""CPU time: at most 1 second on an idle machine, and tests may share theirs."""


def repeated(piece: str, head: str = "") -> str:
    """Return a text of maximum length that repeats one piece."""
    return (head + piece * (MAX_LENGTH // len(piece) + 1))[:MAX_LENGTH]


COMPLEX = {
    **{
        piece: repeated(piece)
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
    "lines after deep quotes": repeated("a\n", ">" * 20),
    "deep lists": "".join("  " * depth + "- a\n" for depth in range(440)),
    "a table of many rows": repeated("a|b\n", "a|b\n-|-\n"),
    "a table of many columns": "a|" * 30_000 + "\n" + "-|" * 30_000 + "\n" + "a\n" * 40_000,
    "runs of marks": "*" * (MAX_LENGTH // 2 - 1) + "a" + "*" * (MAX_LENGTH // 2),
    "runs of backticks": "".join("e" + "`" * length for length in range(630)),
    "images within images": "![" * 28_000 + "a" + "](b)" * 28_000,
    "many references to a long URL": repeated("[a]", "[a]: /" + "x" * 100_000 + "\n\n"),
    "many images with a URL": repeated("![a] \n", "[a]: /" + "x" * 2_000 + "\n\n"),
}


@pytest.mark.parametrize("name", COMPLEX)
def test_a_complex_article_is_rendered_in_time_or_refused(name: str) -> None:
    started = time.thread_time()
    try:
        size = len(markdowns.to_html(COMPLEX[name]))
    except TooIntricate:
        size = 0
    assert time.thread_time() - started < MAX_SECONDS
    assert size < 10 * MAX_LENGTH


def test_a_too_complex_article_is_an_error_of_the_body() -> None:
    with pytest.raises(ValidationFailed) as refused:
        serializers.render_body(COMPLEX["["])
    assert [(fault.path, fault.code) for fault in refused.value.faults] == [
        ("body", "too_intricate")
    ]


def test_a_long_article_of_prose_and_links_is_rendered() -> None:
    paragraph = (
        "Call *them* the day before, and [say](https://example.com/why) why it **matters**. "
    )
    markdown = repeated(f"## On calling\n\n{paragraph * 6}\n\n- one thing\n- another\n\n")
    assert len(markdowns.to_html(markdown)) > MAX_LENGTH


def test_the_steps_of_one_article_do_not_count_for_the_next() -> None:
    markdown = "word *word* " * 5_000
    assert len({markdowns.to_html(markdown) for _ in range(5)}) == 1
