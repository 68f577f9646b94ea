// Lists whose pages have cursors: the first page is loaded, and further ones when asked for.
import { useKept } from "../../ui/place.js";
import { Action, html, loadAll, useApi, useEffect, useState } from "../ui.js";

/** A function for `useApi` that loads all pages of a list. */
export const allOf = (operation) => (params, signal) => loadAll(operation, params, signal);

/**
 * Load the first pages of a list, one after the other: as many as the reader has asked for, also
 * after "Back" and when the list is loaded again. Returns the state of `useApi` with their items,
 * `more()`, which loads the next page, and `restart()`, which loads the first one only.
 */
export function usePages(operation, params) {
  const [count, setCount] = useKept(operation.operationId, 1);
  const loaded = useApi(pagesOf(operation, count), params);
  const [further, setFurther] = useState({});
  const isOfLoaded = loaded.data && further.loaded === loaded.data;
  const data = isOfLoaded ? further.data : loaded.data;
  // It was loaded again while the reader asked for another page.
  const isShort = data?.nextCursor && !isOfLoaded && (data.pages ?? 1) < count;
  useEffect(() => {
    if (isShort) loaded.reload();
  }, [isShort, loaded.data]);
  async function more() {
    const here = location.href;
    const page = await operation({ ...params, cursor: data.nextCursor });
    if (location.href !== here) return;
    setCount(count + 1);
    setFurther({ loaded: loaded.data, data: joined(data, page) });
  }
  function restart() {
    setCount(1);
    loaded.reload();
  }
  return { ...loaded, data, more, restart };
}

/** An operation that loads the first `count` pages as one. */
function pagesOf(operation, count) {
  const load = async (params, signal) => {
    let data = await operation(params, signal);
    let pages = 1;
    for (; pages < count && data.nextCursor; pages += 1) {
      data = joined(data, await operation({ ...params, cursor: data.nextCursor }, signal));
    }
    return { ...data, pages };
  };
  return Object.assign(load, { operationId: count === 1 ? operation.operationId : "" });
}

/** Two pages as one. A record that has moved to the second one meanwhile is in the first place. */
function joined(first, second) {
  const known = new Set(first.items.map(idOf));
  const items = [...first.items, ...second.items.filter((one) => !known.has(idOf(one)))];
  return { ...first, items, nextCursor: second.nextCursor };
}

const idOf = (one) => one.id ?? one.subject?.id ?? one;

/** A button that loads the next page, unless there is none. */
export function More({ state }) {
  if (!state.data?.nextCursor) return null;
  return html`<p class="turn"><${Action} run=${state.more}>Show more<//></p>`;
}
