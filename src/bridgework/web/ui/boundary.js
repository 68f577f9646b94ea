// Parts of a screen that cannot be rendered, and what takes their place.
import { useEffect, useErrorBoundary } from "preact/hooks";
import { html } from "./html.js";

/**
 * If `children` cannot be rendered, `fallback(error, retry)` takes their place until `of` changes,
 * which is what they show.
 */
export function Boundary({ of, fallback, children }) {
  const [error, retry] = useErrorBoundary((error) => console.error(error));
  useEffect(() => error && retry(), [of]);
  return error ? fallback(error, retry) : children;
}

function Content({ show }) {
  return show();
}

/** The content that `show()` returns, or a note in its place: the rest of the screen stays. */
export function Guarded({ of, show }) {
  const note = () => html`<span class="fault">Cannot be shown</span>`;
  return html`<${Boundary} of=${of} fallback=${note}><${Content} show=${show} /><//>`;
}
