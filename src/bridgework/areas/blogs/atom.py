"""The blog as others follow it: an Atom feed (RFC 4287)."""

import re
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as ET  # it only writes here

from bridgework.areas.blogs.schemas import BlogPost

MEDIA = "application/atom+xml"
PATH = "/blogs/feed.xml"
TITLE = "Bridgework blog"

_ATOM = "http://www.w3.org/2005/Atom"
_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""When a blog without posts was last changed: the standard wants a moment."""
_NOT_OF_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ET.register_namespace("", _ATOM)


def document(posts: Sequence[BlogPost], public_url: str) -> bytes:
    """The feed of these posts, which stand newest first: the same bytes until one changes."""
    here = public_url + PATH
    # Links within an article may be relative to where it is read.
    feed = ET.Element(_name("feed"), {_BASE: f"{public_url}/blogs/"})
    _add(feed, "id", uuid.uuid5(uuid.NAMESPACE_URL, here).urn)
    _add(feed, "title", TITLE)
    _add(feed, "updated", _moment(max(map(_changed_at, posts), default=_NEVER)))
    _add(feed, "link", rel="self", type=MEDIA, href=here)
    _add(feed, "link", rel="alternate", href=f"{public_url}/blogs")
    for post in posts:
        _add_entry(feed, post, public_url)
    written: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _add_entry(feed: ET.Element, post: BlogPost, public_url: str) -> None:
    entry = _add(feed, "entry")
    address = f"{public_url}/blogs/{post.slug}"
    _add(entry, "id", f"urn:uuid:{post.id}")
    _add(entry, "title", post.title)
    _add(entry, "updated", _moment(_changed_at(post)))
    _add(entry, "published", _moment(post.published_at))
    _add(entry, "link", rel="alternate", href=address)
    _add(_add(entry, "author"), "name", post.author.name or TITLE)
    for tag in post.tags:
        _add(entry, "category", term=tag)
    _add(entry, "summary", post.excerpt)
    _add(entry, "content", post.body_html, type="html")


def _changed_at(post: BlogPost) -> datetime:
    """A post that was written before it came out changed when it came out."""
    return max(post.updated_at, post.published_at)


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    kept = {name: _fit(value) for name, value in attributes.items()}
    element = ET.SubElement(parent, _name(tag), kept)
    element.text = None if text is None else _fit(text)
    return element


def _fit(text: str) -> str:
    """`text` with a sign in place of each character that no XML document can hold."""
    return _NOT_OF_XML.sub("\ufffd", text)


def _name(tag: str) -> str:
    return f"{{{_ATOM}}}{tag}"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
