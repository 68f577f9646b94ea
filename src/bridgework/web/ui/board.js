// A board: records in one column for each state.
import { html } from "./html.js";
import { MOST_RECORDS } from "./data.js";
import { number, words } from "./format.js";
import { Guarded } from "./parts.js";

/**
 * `states` are the columns in their order. Those of `endStates` follow unless they are empty.
 * `show(record)` returns the content of a card, `isShown(record)` whether it has one.
 */
export function Board({ items, isShown = () => true, states, endStates = [], show }) {
  const inState = (state) => items.filter((one) => one.status === state && isShown(one));
  const columns = [...states, ...endStates.filter((state) => inState(state).length > 0)];
  const column = (state, records) => html`<section key=${state} aria-label=${words(state)}>
    <h2>${words(state)} <span class="quiet">${number(records.length)}</span></h2>
    ${records.length === 0 && html`<p class="quiet">None</p>`}
    <ul>${records.map((record) => html`<li key=${record.id}>
      <${Guarded} of=${record} show=${() => show(record)} />
    </li>`)}</ul>
  </section>`;
  return html`${items.length >= MOST_RECORDS &&
    html`<p class="quiet">The newest ${number(items.length)} are shown.</p>`}
    <div class="board" tabindex="0" role="region" aria-label="Board">
      ${columns.map((state) => column(state, inState(state)))}
    </div>`;
}
