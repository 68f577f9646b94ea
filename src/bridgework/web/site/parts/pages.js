// Lists whose pages have cursors: the first page is loaded, and further ones when asked for.
import { Action, html, loadAll, useApi, useState } from "../ui.js";

/** A function for `useApi` that loads all pages of a list. */
export const allOf = (operation) => (params, signal) => loadAll(operation, params, signal);

/**
 * Load the first page of a list. Returns the state of `useApi`, with the items of all pages that
 * were loaded, and `more()`, which loads the next one.
 */
export function usePages(operation, params) {
  const first = useApi(operation, params);
  const [further, setFurther] = useState({});
  const isOfFirst = first.data && further.first === first.data;
  const { items, nextCursor } = isOfFirst ? further : { items: [], ...onlyCursor(first.data) };
  async function more() {
    const page = await operation({ ...params, cursor: nextCursor });
    const joined = [...items, ...page.items];
    setFurther({ first: first.data, items: joined, nextCursor: page.nextCursor });
  }
  const data = first.data && {
    ...first.data, items: [...first.data.items, ...items], nextCursor,
  };
  return { ...first, data, more };
}

const onlyCursor = (page) => ({ nextCursor: page?.nextCursor });

/** A button that loads the next page, unless there is none. */
export function More({ state }) {
  if (!state.data?.nextCursor) return null;
  return html`<p class="turn"><${Action} run=${state.more}>Show more<//></p>`;
}
