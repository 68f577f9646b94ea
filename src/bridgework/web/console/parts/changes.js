// What became of a record while an administrator was deciding on it: its owner changed it, or
// another administrator decided.
import { signal } from "@preact/signals";
import { Card, ago, get, html, nameOf, tagOf } from "../../ui/library.js";
import { session } from "../session.js";

/** What administrators did, by the second part of an action of the audit log. */
const DID = {
  approve: "approved it", reject: "rejected it", close: "closed it", decide: "decided it",
  keep: "kept it", hide: "hid it", restore: "restored it", delete: "deleted it",
  disable: "disabled it", change: "changed it", retry: "sent it again",
};
const CHANGED = "precondition_failed";
/** The codes of a refusal because of what another administrator or the owner did. */
const REFUSALS = [CHANGED, "invalid_transition", "queue_item_not_found"];
/** The records that the reader saw last, by their ID. */
const seen = new Map();
/** The records that had changed when a decision on them arrived, by ID, as the reader saw them. */
const refused = signal({});

/** Remember a record that the reader sees. */
export const remember = (record) => void seen.set(record.id, record);

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
 * What became of a record on which a decision was refused, as a sentence: who decided before, or
 * that it was changed. `before` is the record as the reader saw it, `message` that of the error.
 */
export async function whatBecameOf(record, before, code, message) {
  if (!REFUSALS.includes(code)) return message;
  const by = await decidedBy(record).catch(() => null);
  if (by || code !== CHANGED) return by ?? message;
  refused.value = { ...refused.value, [record.id]: before };
  return "It was changed after you looked at it. The record shows what changed.";
}

/** Show it no more: a decision on the new version was made. */
export function forgetRefused(id) {
  const { [id]: _, ...others } = refused.value;
  refused.value = others;
}

/** The members that changed since the decision that was refused, before and after. */
export function Changed({ record, fields, textOf }) {
  if (!(record.id in refused.value)) return null;
  const before = refused.value[record.id];
  const members = before ? fields.filter(({ name }) =>
    JSON.stringify(before[name] ?? null) !== JSON.stringify(record[name] ?? null)) : [];
  const shown = (field, value) => (value == null || value === "" ? "–" : textOf(field, value));
  return html`<${Card} title="Changed after you looked at it">
    <p>Your decision was not made. Decide about the text as it is now.</p>
    ${members.length > 0 && html`<table class="changes">
      <thead><tr><th>Member</th><th>Before</th><th>Now</th></tr></thead>
      <tbody>${members.map((field) => html`<tr key=${field.name}>
        <th scope="row">${field.label}</th>
        <td class="prose"><del>${shown(field, before[field.name])}</del></td>
        <td class="prose"><ins>${shown(field, record[field.name])}</ins></td>
      </tr>`)}</tbody>
    </table>`}
  <//>`;
}

/** Who decided on a record after the reader saw it: "Robin Lee approved it 1 minute ago.", or null. */
async function decidedBy({ id, kind, subject, targetId, since, updatedAt, createdAt }) {
  const target = targetId ?? (kind === "report" ? subject.id : id);
  const { items: [entry] } = await get("adminListLogs", { target, limit: 1 });
  const did = entry && DID[entry.action.split(".")[1]];
  const isNew = entry && entry.at >= (since ?? updatedAt ?? createdAt);
  if (!did || !isNew || !entry.actor || entry.actor === session.value?.user.id) return null;
  return `${nameOf(await get("adminGetUser", { id: entry.actor }))} ${did} ${ago(entry.at)}.`;
}
