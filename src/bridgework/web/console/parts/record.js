// A record of the API with all its members, its history, and the name of a person.
import { Badge, Empty, Loaded, When, call, filled, html, nameOf, number, useCall, useData, words }
  from "../../ui/library.js";
import { openInTab } from "../../ui/tab.js";
import { href } from "../router.js";

const LONG = 90;
const MINUTE = 60_000;
const TIME = /^\d{4}-\d\d-\d\dT/;

/** The members of a record that have a value, by label. `omit` are shown elsewhere. */
export function Members({ record, omit = [] }) {
  const isShown = ([name, value]) => !omit.includes(name) && value.length !== 0;
  const members = Object.entries(filled(record)).filter(isShown);
  if (members.length === 0) return html`<${Empty}>Nothing is stated.<//>`;
  const member = ([name, value]) => html`<div key=${name}>
    <dt>${words(name)}</dt>
    <dd><${Value} value=${value} /></dd>
  </div>`;
  return html`<dl class="members">${members.map(member)}</dl>`;
}

export function Value({ value }) {
  if (value == null) return "–";
  if (Array.isArray(value)) {
    return typeof value[0] === "object"
      ? html`<ul class="plain-list">${value.map((item) => html`<li>${inOneLine(item)}</li>`)}</ul>`
      : html`<${Chips} items=${value} />`;
  }
  if (typeof value === "object") return inOneLine(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return number(value);
  if (TIME.test(value)) return html`<${When} at=${value} />`;
  if (/^https?:\/\//.test(value)) {
    return html`<a href=${value} rel="noopener noreferrer" target="_blank">${value}</a>`;
  }
  return value.length > LONG ? html`<p class="prose">${value}</p>` : value;
}

export function Chips({ items }) {
  const chip = (item) => html`<li key=${item}><${Value} value=${item} /></li>`;
  return html`<ul class="chips plain-list">${(items || []).map(chip)}</ul>`;
}

function inOneLine(item) {
  const text = ([name, value]) => {
    if (typeof value === "boolean") return value && words(name);
    return Array.isArray(value) ? value.join(", ") : value;
  };
  return Object.entries(filled(item ?? {})).map(text).filter((each) => each !== false).join(" · ");
}

const loaded = new Map();

/** The account with an ID; it is loaded once a minute. */
function account(id) {
  if (!loaded.has(id)) {
    const request = call("adminGetUser", { id });
    const forget = () => loaded.delete(id);
    loaded.set(id, request);
    request.then(() => setTimeout(forget, MINUTE), forget);
  }
  return loaded.get(id);
}

/** The name of the account with an ID. */
export const nameOfAccount = async (id) => nameOf(await account(id));

/** The owner of a record, or nothing if the account cannot be read: the form works without. */
export const ownerOf = (id) => account(id).catch(() => undefined);

/** A link to a person by `name`, null if erased. Without it, the name is loaded. */
export function PersonLink({ id, name = undefined }) {
  const { data } = useData(async () => name === undefined && account(id), [id, name]);
  const text = name ?? (data ? nameOf(data) : `${id.slice(0, 13)}…`);
  return html`<a href=${href(["people", id])} title=${id}>${text}</a>`;
}

/**
 * The history of the object with the ID `target`. Another `turn` loads it again.
 *
 * @param {{ target: string, turn?: unknown, limit?: number }} properties
 */
export function History({ target, turn, limit = 100 }) {
  const state = useCall("adminListLogs", { target, limit }, turn);
  return html`<${Loaded} state=${state}>
    ${({ items }) =>
      items.length === 0
        ? html`<${Empty}>The decisions and changes of administrators appear here.<//>`
        : html`<ol class="history plain-list">${items.map(entryText)}</ol>`}
  <//>`;
}

function entryText({ id, action, outcome, actor, actorName, at, changes }) {
  return html`<li key=${id}>
    <b>${words(action.replace(".", ": "))}</b>${" "}
    ${outcome !== "ok" && html`<${Badge} value=${outcome} />`}
    ${actor && html`by <${PersonLink} id=${actor} name=${actorName} />`}${" "}
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

/**
 * Open a private file. The link is valid for minutes, and the audit log records each one.
 *
 * @type {(...request: ApiRequest) => Promise<void>}
 */
export const openFile = (...request) => openInTab(() => call(.../** @type {[any]} */ (request)));
