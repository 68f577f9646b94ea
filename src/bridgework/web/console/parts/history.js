// The history of an object: its entries in the audit log, newest first.
import { Badge, Empty, Loaded, When, html, useCall, words } from "../../ui/library.js";
import { PersonLink } from "./record.js";

/** The history of the object with the ID `target`. Another `turn` loads it again. */
export function History({ target, turn, limit = 100 }) {
  const state = useCall("adminListLogs", { target, limit }, turn);
  return html`<${Loaded} state=${state}>
    ${({ items }) =>
      items.length === 0
        ? html`<${Empty}>The decisions and changes of administrators appear here.<//>`
        : html`<ol class="history">${items.map(entryText)}</ol>`}
  <//>`;
}

function entryText({ id, action, outcome, actor, at, changes }) {
  return html`<li key=${id}>
    <b>${words(action.replace(".", ": "))}</b>${" "}
    ${outcome !== "ok" && html`<${Badge} value=${outcome} />`}
    ${actor && html`by <${PersonLink} id=${actor} />`}${" "}
    <span class="quiet"><${When} at=${at} /></span>
    <ul class="quiet">${changes.map((change) => html`<li>${changeText(change)}</li>`)}</ul>
  </li>`;
}

/** The values are null where only the name of a member is recorded. */
function changeText({ field, before, after }) {
  return before === null && after === null
    ? `${field} was changed`
    : `${field}: ${words(before ?? "none")} → ${words(after ?? "none")}`;
}
