"""The templates of e-mails: one for each kind of e-mail, for its text and its HTML part.

    {% extends "layout" %}
    {% import "parts" as part %}
    {% block subject %}Application withdrawn: {{ job }}{% endblock %}
    {% block body %}
    {% call part.paragraph() %}{{ applicant|strong }} withdrew the application.{% endcall %}
    {% endblock %}

A template is rendered twice, with the layout and the parts of `templates/text` and of
`templates/html`. The layout has three optional blocks: `preheader`, the text that mail programs
show after the subject; `heading`, if it differs from the subject; and `why`, the reason why the
recipient gets the e-mail. In HTML all values are escaped. Images in Markdown are links: an image
that a mail program loads would tell its host when and where the e-mail is read.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup, escape

from bridgework.kit.text import markdown

if TYPE_CHECKING:
    import jinja2

Form = Literal["text", "html"]

_LAYOUTS = Path(__file__).parents[1] / "templates"


def environment(form: Form, folder: Path, **functions: Callable[..., str]) -> "jinja2.Environment":
    """Return the templates in one form. They can call `functions`.

    A template `jobs/withdrawn` is the file `*/jobs/templates/withdrawn.jinja` below `folder`.
    """
    import jinja2  # takes 12 ms, and the first request needs none

    templates = jinja2.Environment(
        loader=jinja2.FunctionLoader(partial(_load_template, form, folder)),
        autoescape=form == "html",  # noqa: S701 - text is not escaped
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters.update(_FILTERS[form])
    templates.globals.update(functions)
    return templates


def _load_template(form: Form, folder: Path, name: str) -> tuple[str, str, None]:
    """Return a template below `folder` (`jobs/withdrawn`) or of this package (`layout`)."""
    package, _, file = name.rpartition("/")
    if package:
        (path,) = folder.glob(f"*/{package}/templates/{file}.jinja")
    else:
        path = _LAYOUTS / form / f"{file}.jinja"
    return path.read_text(encoding="utf-8"), str(path), None


def _strong(text: str) -> Markup:
    """Return a name in bold, isolated so that its direction does not reorder the sentence."""
    return Markup("<strong><bdi>{}</bdi></strong>").format(text)


def _lines(text: str) -> Markup:
    """Return a text of several lines; `<br>` works in every mail program."""
    return Markup("<br>\n").join(map(escape, text.split("\n")))


def _anchor(url: str) -> Markup:
    return Markup('<a class="accent" style="color:#0f766e" href="{0}">{0}</a>').format(url)


_FILTERS: Mapping[Form, Mapping[str, Callable[[str], Any]]] = {
    "text": {"strong": str, "lines": str, "anchor": str, "markdown": str},
    "html": {
        "strong": _strong,
        "lines": _lines,
        "anchor": _anchor,
        "markdown": partial(markdown.to_markup, image_origins=markdown.NO_IMAGES),
    },
}
