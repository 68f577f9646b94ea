// A page that the operator has written: the terms, or what happens with personal data.
import { Markup } from "../../ui/markup.js";
import { Loading, html, preloaded, useEffect } from "../ui.js";

export function Document() {
  // Only the page itself has the text.
  const text = preloaded("document");
  useEffect(() => {
    if (!text) location.reload();
  }, [text]);
  if (!text) return html`<${Loading} />`;
  return html`<article class="reading">
    <h1 tabindex="-1" dir="auto">${text.title}</h1>
    <${Markup} source=${text.html} top=${2} />
  </article>`;
}
