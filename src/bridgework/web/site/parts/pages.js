// Pages of lists: with cursors, loaded as the site loads (see `ui/pages.js`), or with numbers.
import { loadAll, usePages as useAll } from "../../ui/pages.js";
import { Changing, href, html, number, route, useApi } from "../ui.js";

export { More } from "../../ui/pages.js";

/**
 * @template T, P
 * @param {((params?: P, signal?: AbortSignal) => Promise<T>) & { operationId?: OperationId }} operation
 * @param {Omit<P, "cursor">} [params]
 * @returns {PagesState<T>}
 */
export const usePages = (operation, params) => useAll(operation, params, useApi);

/**
 * A function for `useApi` that loads all pages of a list.
 *
 * @template T, P
 * @param {(params?: P, signal?: AbortSignal) => Promise<T>} operation
 * @returns {(params: P, signal?: AbortSignal) => Promise<ItemOf<T>[]>}
 */
export const allOf = (operation) => (params, signal) => loadAll(operation, params, signal);

/** Links to the other pages of a list. */
export function Turn({ total, limit }) {
  const { path, query } = route.value;
  const page = Number(query.page) || 1;
  const last = Math.max(1, Math.ceil(total / limit));
  if (last === 1) return null;
  const link = (to, text, rel) =>
    html`<a class="button" rel=${rel} onClick=${() => scrollTo(0, 0)}
      href=${href(path, { ...query, page: to > 1 ? to : "" })}>
      ${text}
    </a>`;
  return html`<nav class="turn" aria-label="Pages">
    ${page > 1 && link(page - 1, "Previous", "prev")}
    <span class="quiet"><${Changing} text=${`Page ${number(page)} of ${number(last)}`} /></span>
    ${page < last && link(page + 1, "Next", "next")}
  </nav>`;
}
