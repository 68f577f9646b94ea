// Texts of members as sanitized HTML of the server.
import { useLayoutEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { isOwn, placeOf } from "./pictures.js";

const HEADINGS = "h1, h2, h3, h4, h5, h6";

/**
 * The sanitized HTML `source`. `keepsLines` shows line breaks. Its highest heading gets the level
 * `top`; without one, every heading is one level lower.
 *
 * @param {{ source: string, keepsLines?: boolean, top?: number }} properties
 */
export function Markup({ source, keepsLines, top }) {
  const place = useRef(null);
  useLayoutEffect(() => place.current.replaceChildren(toContent(source, top)), [source, top]);
  return html`<div class=${keepsLines ? "markdown lines" : "markdown"} ref=${place}></div>`;
}

/**
 * The sanitized HTML of the server as nodes. It is parsed once, into a document that runs no
 * script and loads nothing, and changed there: images elsewhere become links. Should the server
 * ever let a script through, the Content-Security-Policy of this page stops it.
 */
function toContent(source, top) {
  const { body } = new DOMParser().parseFromString(source, "text/html");
  const each = (selector, change) => body.querySelectorAll(selector).forEach(change);
  // The title of the screen is the only h1.
  const levelOf = (heading) => Number(heading.tagName[1]);
  const highest = Math.min(...[...body.querySelectorAll(HEADINGS)].map(levelOf));
  each(HEADINGS, (heading) => {
    const level = levelOf(heading) + (top ? top - highest : 1);
    replace(heading, `h${Math.min(6, level)}`).append(...heading.childNodes);
  });
  each("img", (image) => {
    if (isOwn(image.src)) return;
    // A link cannot be within a link.
    const link = replace(image, image.closest("a") ? "span" : "a");
    link.textContent = `${image.alt || "Image"} (on ${placeOf(image.src)}, not loaded)`;
    if (link.tagName === "A" && /^https?:/.test(image.src)) {
      Object.assign(link, { href: image.src, rel: "noreferrer" });
    }
  });
  // A link must not leave a form whose input is not saved.
  each("a", (link) => (link.target = "_blank"));
  // By keyboard, wide content is scrolled when it has the focus.
  each("pre, table", (wide) => (wide.tabIndex = 0));
  const range = new Range();
  range.selectNodeContents(body);
  return range.extractContents();
}

function replace(element, name) {
  const other = element.ownerDocument.createElement(name);
  element.replaceWith(other);
  return other;
}
