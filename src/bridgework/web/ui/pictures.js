// Images of this installation. The Content-Security-Policy permits no others: their hosts would
// learn when a reader looks at what a member wrote, and from where.
import { useState } from "preact/hooks";
import { html } from "./html.js";
import { ExternalLink } from "./parts.js";

const { origins } = /** @type {HTMLElement} */ (document.querySelector("[data-origins]")).dataset;
const OWN = new Set([location.origin, ...origins.split(" ").map((one) => new URL(one).origin)]);

/** Whether an image is at this server or in its file storage. */
export function isOwn(url) {
  return URL.canParse(url) && OWN.has(new URL(url).origin);
}

/** Where an image is, for the text of its link. */
export function placeOf(url) {
  return (URL.canParse(url) && new URL(url).host) || "an unknown host";
}

/**
 * Whether an image can be shown, and what to do if it cannot be loaded.
 *
 * @returns {[isShown: boolean, fail: () => void]}
 */
function useImage(url) {
  const [failed, setFailed] = useState(null);
  return [isOwn(url) && failed !== url, () => setFailed(url)];
}

/**
 * An image, or a link to it if it is elsewhere or cannot be loaded.
 *
 * @param {{ url: string, alt?: string, class?: string, loading?: string }} properties
 */
export function Picture({ url, alt = "", ...rest }) {
  const [isShown, fail] = useImage(url);
  if (isShown) return html`<img src=${url} alt=${alt} onError=${fail} ...${rest} />`;
  const text = `${alt || "Image"} on ${placeOf(url)}`;
  return html`<p class="not-loaded"><${ExternalLink} url=${url}>${text}<//> (not loaded)</p>`;
}

/**
 * The picture of a person beside the name, or the initials. `kind` is its class.
 *
 * @param {{ url?: string | null, name: string, kind?: string }} properties
 */
export function Avatar({ url, name, kind = "avatar" }) {
  const [isShown, fail] = useImage(url);
  if (isShown) return html`<img class=${kind} src=${url} alt="" loading="lazy" onError=${fail} />`;
  const words = name.split(/[\s@]+/).filter(Boolean);
  const initials = [words[0], words.length > 1 && words.at(-1)].filter(Boolean);
  return html`<span class=${kind} aria-hidden="true">
    ${initials.map((word) => [...word][0].toUpperCase()).join("")}
  </span>`;
}
