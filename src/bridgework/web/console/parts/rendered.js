// Markdown as the server renders it. The console has no renderer of its own: two would differ, and
// one without limits could freeze this page.
import { Markup, call, html, useData, useEffect, useState } from "../../ui/library.js";

/** Milliseconds without typing before a text is rendered. */
const PAUSE = 400;

/**
 * A Markdown text, rendered again after changes. `keepsLines` shows its line breaks.
 *
 * @param {{ text: string, keepsLines?: boolean }} properties
 */
export function Rendered({ text, keepsLines }) {
  const source = text || "";
  const [sent, setSent] = useState(source);
  useEffect(() => {
    const timer = setTimeout(setSent, PAUSE, source);
    return () => clearTimeout(timer);
  }, [source]);
  const load = async (signal) => ({ source: sent, content: await render(sent, signal) });
  const { data, error, reload } = useData(load, [sent]);
  if (error) {
    const fault = error.faults?.markdown;
    return html`<div class="notice bad" role="alert">
        <p>The text cannot be rendered, and is shown as it was typed.</p>
        <p>${fault || error.message}</p>
        ${!fault && html`<button type="button" onClick=${reload}>Try again</button>`}
      </div>
      <p class="prose">${source}</p>`;
  }
  const isBusy = data?.source !== source;
  return html`<div class="rendered" aria-busy=${isBusy}>
    ${isBusy && html`<p class="hint">Rendering…</p>`}
    ${data && html`<${Markup} source=${data.content} keepsLines=${keepsLines} />`}
  </div>`;
}

async function render(markdown, signal) {
  if (!markdown.trim()) return "";
  return (await call("adminPreviewMarkdown", {}, { markdown }, { signal })).html;
}
