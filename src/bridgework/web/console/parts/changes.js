// What became of a record while an administrator was deciding on it: its owner changed it, or
// another administrator decided.
import { signal } from "@preact/signals";
import { Card, ago, call, html, tagOf, useEffect, words } from "../../ui/library.js";
import { session } from "../session.js";

/** What administrators did, by the second part of an action of the audit log. */
const DID = {
  approve: "approved it", reject: "rejected it", close: "closed it", decide: "decided it",
  keep: "kept it", hide: "hid it", restore: "restored it", delete: "deleted it",
  disable: "disabled it", enable: "enabled it", change: "changed it", set: "changed it",
  assign_role: "changed it", retry: "sent it again", confirm_change: "confirmed it",
  reverse_change: "reversed it", ask_for_changes: "asked for changes",
};
const CHANGED = "precondition_failed";
/** The codes of a refusal because of what another administrator or the owner did. */
const REFUSALS = [CHANGED, "invalid_transition", "queue_item_not_found"];
/** Members that are no part of what is decided. */
const LEFT_OUT = /(^|\.)(updatedAt|lastSeenAt|allowedActions|version)$/;
/** The records that the reader saw last, by their ID. */
const seen = new Map();
/** The records that had changed when a decision on them arrived, by ID, as the reader saw them. */
const refused = signal(/** @type {Record<string, any>} */ ({}));

/** The record as the reader sees it, or null if only its item in the queue was shown. */
export const seenAs = ({ id }) => seen.get(id) ?? null;

/** The version of a record, or of an item of the queue, as `If-Match` sends it. */
const versionOf = (record) =>
  tagOf(record) ?? (record.version == null ? null : `"${record.version}-${"0".repeat(16)}"`);

/** Options of a request that is refused with 412 if another version was stored meanwhile. */
export function ifUnchanged(record) {
  const version = versionOf(record);
  return version ? { headers: { "if-match": version } } : {};
}

/**
 * Make a request about a record as the reader saw it. A refusal tells what became of the record.
 *
 * @param {{ id: string }} record
 * @param {ApiRequest} request
 * @param {() => void} [reload]
 */
export async function callAbout(record, [operation, params, body], reload) {
  const before = seenAs(record);
  try {
    const response = await call(operation, params, body, ifUnchanged(record));
    forgetRefused(record.id);
    return response;
  } catch (error) {
    explain(error, record, before);
    if (REFUSALS.includes(error.code)) reload?.();
    throw error;
  }
}

/** Tell what became of a record, in place of the message of an error. */
export function explain(error, record, before) {
  error.message = whatBecameOf(record, before, { ...error.body, message: error.message });
}

/**
 * What became of a record on which a decision was refused, as a sentence: who decided before, or
 * that it was changed. `before` is the record as the reader saw it, `refusal` has the code and the
 * message of the `error`, and the last decision on the record.
 */
export function whatBecameOf(record, before, refusal) {
  if (!REFUSALS.includes(refusal.error)) return refusal.message;
  const by = decisionSince(before ?? record, refusal);
  if (by || refusal.error !== CHANGED) return by ?? refusal.message;
  refused.value = { ...refused.value, [record.id]: before };
  return "It was changed after you looked at it. The record shows what changed.";
}

/** Show it no more: a decision on the new version was made. */
export function forgetRefused(/** @type {string} */ id) {
  const { [id]: _, ...others } = refused.value;
  refused.value = others;
}

/**
 * Remember a record as the reader sees it. After a decision that was refused, show the members that
 * changed, before and after: `fields`, or all that the record states.
 *
 * @param {{ record: any, fields?: Array<{ name: string, label?: string }>, textOf?: (field: any, value: any) => Shown }} properties
 */
export function Changed({ record, fields, textOf = plainText }) {
  useEffect(() => void seen.set(record.id, record), [record]);
  if (!(record.id in refused.value)) return null;
  const [before, now] = [refused.value[record.id], record].map((one) =>
    (fields ? one : one && flat(one)));
  const compared = before ? fields ?? fieldsOf(before, now) : [];
  const members = compared.filter(({ name }) =>
    JSON.stringify(before[name] ?? null) !== JSON.stringify(now[name] ?? null));
  const shown = (field, value) => (value == null || value === "" ? "–" : textOf(field, value));
  return html`<${Card} title="Changed after you looked at it">
    <p>Your decision was not made. Decide about the text as it is now.</p>
    ${members.length > 0 && html`<table class="changes">
      <thead><tr><th>Member</th><th>Before</th><th>Now</th></tr></thead>
      <tbody>${members.map((field) => html`<tr key=${field.name}>
        <th scope="row">${field.label}</th>
        <td class="prose"><del>${shown(field, before[field.name])}</del></td>
        <td class="prose"><ins>${shown(field, now[field.name])}</ins></td>
      </tr>`)}</tbody>
    </table>`}
  <//>`;
}

/** The members of a record and of the records in it, by their paths. */
function flat(record, path = "") {
  const members = Object.entries(record).map(([name, value]) => {
    const isRecord = value !== null && typeof value === "object" && !Array.isArray(value);
    return isRecord ? flat(value, `${path}${name}.`) : { [path + name]: value };
  });
  return Object.assign({}, ...members);
}

/** The members of either record that the reader decides about. */
function fieldsOf(before, now) {
  const names = Object.keys({ ...before, ...now }).filter((name) => !LEFT_OUT.test(name));
  return names.map((name) => ({ name, label: name.split(".").map(words).join(": ") }));
}

const plainText = (_, value) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Who decided on a record after the reader saw it: "Robin Lee approved it 1 minute ago.", or null. */
function decisionSince({ updatedAt, since, createdAt }, { decision, decidedBy, decidedAt }) {
  const isNew = decidedBy && decidedAt > (updatedAt ?? since ?? createdAt);
  if (!isNew || decidedBy.id === session.value?.user.id) return null;
  return `${decidedBy.name} ${DID[decision.split(".")[1]]} ${ago(decidedAt)}.`;
}
