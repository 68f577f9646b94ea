"""The Atom feed of the blog (RFC 4287)."""

import re
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as ET  # only used for writing

from bridgework.areas.community.blogs.schemas import BlogPost

MEDIA_TYPE = "application/atom+xml"
PATH = "/blogs/feed.xml"

_ATOM = "http://www.w3.org/2005/Atom"
_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""The update time of a blog without posts, since Atom requires one."""
_INVALID_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ET.register_namespace("", _ATOM)


def render(posts: Sequence[BlogPost], title: str, public_url: str, articles_url: str) -> bytes:
    """Return the feed of these posts, newest first. The same posts give the same bytes.

    Its links lead to the front end, whose articles are at `articles_url`.
    """
    url = public_url + PATH
    # The base URL of relative links in an article.
    feed = ET.Element(_name("feed"), {_BASE: f"{articles_url}/"})
    _add(feed, "id", uuid.uuid5(uuid.NAMESPACE_URL, url).urn)
    _add(feed, "title", title)
    _add(feed, "updated", _timestamp(max(map(_changed_at, posts), default=_EPOCH)))
    _add(feed, "link", rel="self", type=MEDIA_TYPE, href=url)
    _add(feed, "link", rel="alternate", href=articles_url)
    for post in posts:
        _add_entry(feed, post, title, articles_url)
    xml: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return xml


def _add_entry(feed: ET.Element, post: BlogPost, title: str, articles_url: str) -> None:
    entry = _add(feed, "entry")
    url = f"{articles_url}/{post.slug}"
    _add(entry, "id", f"urn:uuid:{post.id}")
    _add(entry, "title", post.title)
    _add(entry, "updated", _timestamp(_changed_at(post)))
    _add(entry, "published", _timestamp(post.published_at))
    _add(entry, "link", rel="alternate", href=url)
    _add(_add(entry, "author"), "name", post.author.name or title)
    for tag in post.tags:
        _add(entry, "category", term=tag)
    _add(entry, "summary", post.excerpt)
    _add(entry, "content", post.body_html, type="html")


def _changed_at(post: BlogPost) -> datetime:
    """Return when readers saw the last change: not before the publication."""
    return max(post.updated_at, post.published_at)


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    valid = {name: _replace_invalid(value) for name, value in attributes.items()}
    element = ET.SubElement(parent, _name(tag), valid)
    element.text = None if text is None else _replace_invalid(text)
    return element


def _replace_invalid(text: str) -> str:
    """Replace each character that is not allowed in XML."""
    return _INVALID_IN_XML.sub("\ufffd", text)


def _name(tag: str) -> str:
    return f"{{{_ATOM}}}{tag}"


def _timestamp(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
