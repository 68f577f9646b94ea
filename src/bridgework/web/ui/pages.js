// Lists whose pages have cursors, as one sequence without holes: each page follows the one before.
import { useEffect, useRef, useState } from "preact/hooks";
import { get } from "./api.js";
import { useData } from "./data.js";
import { html } from "./html.js";
import { Action } from "./parts.js";
import { keep, kept } from "./place.js";

/** Records of a page at most, and those that are loaded as a whole. */
const MOST = 100;
export const MOST_RECORDS = 1000;
/** How many further pages are loaded to find the record that was the last one. */
const FURTHER = 2;

/**
 * Load the first pages of a list, one after the other: as many as the reader has asked for, also
 * after "Back" and when the list is loaded again. If records are new, what was shown stays: pages
 * follow up to the record that was the last one. `load(params, signal)` loads a page, and `use` is
 * the hook that does it.
 *
 * Returns the state of `useData` with the records of these pages, and `more()`, which loads the next
 * page.
 *
 * @template T, P
 * @param {(params: P & { cursor?: string }, signal?: AbortSignal) => Promise<T>} load
 * @param {P} [params]
 * @returns {PagesState<T>}
 */
export function usePages(load, params, use = useLoad) {
  const of = JSON.stringify(params);
  const wanted = useRef(/** @type {{ of?: string, count?: number, last?: unknown }} */ ({}));
  if (wanted.current.of !== of) wanted.current = kept("pages")?.of === of ? kept("pages") : { of };
  const state = use((sent, signal) => pagesOf(load, sent, signal, wanted.current), params);
  const [further, setFurther] = useState(/** @type {{ after?: unknown, data?: any }} */ ({}));
  const data = further.data && further.after === state.data ? further.data : state.data;
  const { count = 1 } = wanted.current;
  // It was loaded again while the reader asked for another page.
  const isShort = data?.of === of && data.nextCursor && data.count < count;
  useEffect(() => {
    if (isShort) state.reload();
  }, [isShort, state.data]);
  useEffect(() => {
    if (data?.of !== of) return;
    wanted.current = { of, count: Math.max(count, data.count), last: idOf(data.items.at(-1)) };
    keep({ pages: wanted.current });
  }, [data, location.href]);
  async function more() {
    const page = await load({ ...params, cursor: data.nextCursor });
    if (wanted.current.of !== of) return;
    wanted.current = { ...wanted.current, count: data.count + 1 };
    setFurther({ after: state.data, data: joined(data, page) });
  }
  return { ...state, data, more };
}

const useLoad = (load, params) => useData((signal) => load(params, signal), [params]);

/** The first `count` pages as one, and those up to the record `last` if it is near. */
async function pagesOf(load, params, signal, { count = 1, last = undefined }) {
  let data = { ...(await load(params, signal)), of: JSON.stringify(params), count: 1 };
  const next = async (pages) => joined(pages, await load(
    { ...params, cursor: pages.nextCursor }, signal));
  while (data.count < count && data.nextCursor) data = await next(data);
  const has = (pages) => !last || pages.items.some((one) => idOf(one) === last);
  let longer = data;
  while (!has(longer) && longer.nextCursor && longer.count < count + FURTHER) {
    longer = await next(longer);
  }
  return has(longer) ? longer : data;
}

/** Two pages as one. A record that has moved to the second one meanwhile is in the first place. */
function joined(first, second) {
  const known = new Set(first.items.map(idOf));
  const items = [...first.items, ...second.items.filter((one) => !known.has(idOf(one)))];
  return { ...first, items, nextCursor: second.nextCursor, count: first.count + 1 };
}

const idOf = (one) => one?.id ?? one?.subject?.id ?? one;

/**
 * The records of a list, as far as `most`. `operation` is an operationId, or a function of the
 * parameters and the signal.
 *
 * @template {OperationId} O
 * @template [T=Answer<O>]
 * @param {O | ((params: any, signal?: AbortSignal) => Promise<T>)} operation
 * @param {any} params
 * @param {AbortSignal} [signal]
 * @returns {Promise<ItemOf<T>[]>}
 */
export async function loadAll(operation, params, signal, most = MOST_RECORDS) {
  /** @type {(params: any, signal?: AbortSignal) => Promise<any>} */
  const load = typeof operation === "function" ? operation : get.bind(null, operation);
  const records = [];
  for (let next = {}; ; ) {
    const page = await load({ ...params, ...next, limit: MOST }, signal);
    if (Array.isArray(page)) return page;
    records.push(...page.items);
    const isNumbered = page.total !== undefined;
    const isLast = isNumbered ? page.items.length < MOST : !page.nextCursor;
    if (isLast || records.length >= most) return records;
    next = isNumbered ? { page: page.page + 1 } : { cursor: page.nextCursor };
  }
}

/**
 * A button that loads the next page, unless there is none.
 *
 * @param {{ state: PagesState<{ nextCursor?: string }> }} properties
 */
export function More({ state }) {
  if (!state.data?.nextCursor) return null;
  return html`<p class="turn"><${Action} run=${state.more}>Show more<//></p>`;
}
