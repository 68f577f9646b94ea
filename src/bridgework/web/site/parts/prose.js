// Texts of members, in which web addresses are links.
import { ExternalLink, html } from "../ui.js";

// Marks at the end of a sentence are not part of an address.
const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'’])/i;

/** A text with its line breaks and links. */
export function Prose({ text }) {
  const piece = (each, index) =>
    index % 2 ? html`<${ExternalLink} key=${index} url=${each}>${each}<//>` : each;
  return html`<p class="prose" dir="auto">${text.split(ADDRESS).map(piece)}</p>`;
}
