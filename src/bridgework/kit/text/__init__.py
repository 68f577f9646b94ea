"""Text and its forms: words, e-mail addresses, URLs, Markdown, dates."""

from bridgework.kit.text.datetimes import UtcDatetime, to_wire
from bridgework.kit.text.email_addresses import email_key
from bridgework.kit.text.patterns import (
    ALPHABETIC_MESSAGE,
    FILLED,
    FORMATS,
    MANY_LINES,
    NO_CONTROLS,
    ONE_LINE,
    PUBLISHED,
    TRIM,
    LocationName,
    Name200,
    PersonName,
)
from bridgework.kit.text.urls import (
    HTTP_URL_OR_EMPTY_PATTERN,
    HTTP_URL_PATTERN,
    AvatarUrl,
    Url500,
    Url2048,
    has_valid_port,
    is_http_url,
    is_origin,
    to_uri,
)
from bridgework.kit.text.words import (
    LocatedWord,
    cache_short_texts,
    full_name,
    locate_words,
    normalize,
    search_words,
    sentences,
    sort_key,
    tokenize,
)
