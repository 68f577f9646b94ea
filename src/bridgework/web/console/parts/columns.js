// Columns and filters that several lists have.
import { Badge, When, html, nameOf, words } from "../../ui/library.js";
import { Chips } from "./record.js";

const PLACEHOLDER = "Name or e-mail address";
export const SEARCH = { name: "search", label: "Search", type: "search", placeholder: PLACEHOLDER };

/**
 * A filter with one of a few values, which are values or [value, text].
 *
 * @param {string} name
 * @param {string} label
 * @param {readonly Option[]} options
 * @returns {FormField}
 */
export function oneOf(name, label, options) {
  return { name, label, type: "select", options: [["", "Any"], ...options] };
}

export const NAME = { key: "name", label: "Name", show: nameOf, text: nameOf };
/** An e-mail address that breaks before the `@`, if it must. */
export const address = (email) => email.split(/(?=@)/).map((part) => html`${part}<wbr />`);

/** @type {MemberColumn<"email">} */
export const EMAIL = {
  key: "email", label: "E-mail address",
  show: ({ email }) => address(email),
};

/**
 * @template {string} K
 * @param {K} key
 * @param {string} label
 * @param {boolean} [hidden]
 * @returns {MemberColumn<K>}
 */
export function time(key, label, hidden) {
  return { key, label, hidden, show: (one) => html`<${When} at=${one[key]} />` };
}

/**
 * @overload
 * @param {string} key
 * @param {string} label
 * @param {(record: any) => string} of
 * @returns {{ key: string, label: string, show: (record: any) => Shown, text: (record: any) => string }}
 */
/**
 * @template {string} K
 * @overload
 * @param {K} key
 * @param {string} label
 * @returns {MemberColumn<K>}
 */
/**
 * @param {string} key
 * @param {string} label
 * @param {(record: any) => string} [of]
 * @returns {any}
 */
export function state(key, label, of = (one) => one[key]) {
  const show = (one) => (of(one) ? html`<${Badge} value=${of(one)} />` : "–");
  return { key, label, show, text: of };
}

/**
 * @template {string} K
 * @param {K} key
 * @param {string} label
 * @param {boolean} [hidden]
 * @returns {MemberColumn<K>}
 */
export function value(key, label, hidden) {
  return { key, label, hidden, show: (one) => (one[key] ? words(one[key]) : "–") };
}

/**
 * @template {string} K
 * @param {K} key
 * @param {string} label
 * @returns {MemberColumn<K>}
 */
export function chips(key, label) {
  const text = (one) => (one[key] || []).join(", ");
  return { key, label, show: (one) => html`<${Chips} items=${one[key]} />`, text };
}

/**
 * Buttons of a record. `show(record, reload)` returns them.
 *
 * @template R
 * @param {(record: R, reload?: () => void) => Shown} show
 */
export function actions(show) {
  const buttons = (/** @type {R} */ one, /** @type {() => void} */ reload) => html`<div class="actions">${show(one, reload)}</div>`;
  return { key: "actions", label: "Actions", show: buttons, text: () => "" };
}
