"""Markdown is shown as HTML that does nothing but show."""

import re
from dataclasses import dataclass

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.areas.blogs import rendering
from tests import make
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
]


def test_nothing_that_acts_is_left(world: World) -> None:
    author = make.account(world)
    left = []
    for number, case in enumerate(HARMFUL):
        make.post(world, author, f"post-{number}", body=case.markdown)
        html = world.get(f"/blogs/post-{number}").must(200).data["bodyHtml"]
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
    assert rendering.html(markdown) == html


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
    html = rendering.html(markdown)
    assert not {tag.lower() for tag in _TAGS.findall(html)} & {
        "script", "style", "iframe", "object", "embed", "form", "input", "svg", "math", "base",
    }  # fmt: skip
    for attributes in _ATTRIBUTES.findall(html):
        names = set(re.findall(r"\s([^\s=]+)=", attributes))
        assert not any(name.lower().startswith("on") or name == "style" for name in names), html
        for address in re.findall(r'(?:href|src)="([^"]*)"', attributes):
            assert not re.match(r"\s*(?:javascript|data|vbscript):", address, re.IGNORECASE), html
