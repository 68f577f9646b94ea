"""HTML pages for people who open a link: one layout, one stylesheet, and a page for each error.

The pages of an area are Jinja2 templates in its folder `html`; they extend `page.html.jinja` of
this package. All values are escaped.
"""

from bridgework.kit.html_pages.renderer import CONTENT_TYPE, HtmlPage, PageRenderer
