// A board: records in one column for each state.
import { html } from "./html.js";
import { number, words } from "./format.js";
import { MOST_RECORDS } from "./pages.js";
import { Guarded } from "./parts.js";

const nothing = (/** @type {any} */ _) => ({});

/**
 * `states` are the columns in their order, each of one state or of several. Those of `endStates`
 * follow unless they are empty. `show(record)` returns the content of a card, `isShown(record)`
 * whether it has one. `column(states)` and `card(record)` return further attributes of their
 * elements, such as listeners.
 *
 * @template {{ id: string, status: string }} T
 * @param {{ items: T[], isShown?: (record: T) => boolean, states: Array<string | string[]>, endStates?: string[],
 *   show: (record: T) => Shown, column?: (states: any) => object, card?: (record: T) => object, label?: string, kind?: string }} properties
 */
export function Board({ items, isShown = (_) => true, states, endStates = [], show, ...more }) {
  const { column = nothing, card = nothing, label = "Board", kind = "" } = more;
  const inState = (state) => items.filter((one) => [state].flat().includes(one.status) &&
    isShown(one));
  const columns = [...states, ...endStates.filter((state) => inState(state).length > 0)];
  const shown = (state, records) => {
    const title = words([state].flat().join(" or "));
    return html`<section key=${title} aria-label=${title} ...${column(state)}>
      <h2>${title} <span class="quiet">${number(records.length)}</span></h2>
      ${records.length === 0 && html`<p class="quiet">None</p>`}
      <ul class="plain-list">${records.map((record) => html`<li key=${record.id} ...${card(record)}>
        <${Guarded} of=${record} show=${() => show(record)} />
      </li>`)}</ul>
    </section>`;
  };
  return html`${items.length >= MOST_RECORDS &&
    html`<p class="quiet">The newest ${number(items.length)} are shown.</p>`}
    <div class="board ${kind}" tabindex="0" role="region" aria-label=${label}>
      ${columns.map((state) => shown(state, inState(state)))}
    </div>`;
}
