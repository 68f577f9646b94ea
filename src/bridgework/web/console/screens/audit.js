// Audit: what was done, by whom, and what it changed.
import { Facts, Listing, Page, PersonLink, RecordField, Value, ago, call, href, html, moment, state,
  toIso, useData, words } from "../ui.js";

const OF_ACCOUNTS = /^(account\.|admin\.|vendor\.|session\.(end_all|refresh)|email\.send_custom)/;
/** The screens of targets, by the first part of the action. */
const SCREENS = {
  job: ["jobs"], role: ["roles"], event: ["events"], event_request: ["events", "requests"],
  blog: ["blog"], consultation: ["consultations"], webhook: ["access", "webhooks"],
};
const code = (text, title) => text && html`<code title=${title}>${text}</code>`;
const shortened = (text) => (text.length > 13 ? `${text.slice(0, 13)}…` : text);
const person = (id, name) => html`<${PersonLink} id=${id} name=${name} />`;
const time = ({ at }) => html`<time datetime=${at} title=${ago(at)}>${moment(at)}</time>`;

/** @type {Columns<"adminListLogs">} */
const COLUMNS = [
  { key: "at", label: "Time", show: time, text: ({ at }) => moment(at) },
  { key: "action", label: "Action", show: ({ action }) => code(action) },
  state("outcome", "Outcome"),
  {
    key: "actor", label: "Actor",
    show: ({ actor, actorName }) => (actor ? person(actor, actorName) : "Anonymous"),
  },
  { key: "target", label: "Target", show: showTarget },
  {
    key: "changes", label: "Changes",
    show: ({ changes }) => changes.map(({ field }) => words(field)).join(", ") || "–",
    text: ({ changes }) => changes.map(({ field }) => field).join(" "),
  },
  { key: "ip", label: "IP address", hidden: true },
  { key: "requestId", label: "Request", hidden: true },
];

function showTarget({ action, target, targetName }) {
  if (!target) return "–";
  if (OF_ACCOUNTS.test(action)) return person(target, targetName);
  const screen = SCREENS[action.split(".")[0]];
  const content = targetName ?? code(shortened(target), target);
  return screen ? html`<a href=${href([...screen, target])}>${content}</a>` : content;
}

function detail({ changes, ip, userAgent, requestId, actor, target, id }) {
  return html`${changes.length > 0 &&
    html`<${Facts} items=${changes.map((change) => [words(change.field), values(change)])} />`}
    <${Facts} items=${[
      ["IP address", ip], ["Client", userAgent], ["Request", code(requestId)],
      ["Actor", code(actor)], ["Target", code(target)], ["Entry", code(id)],
    ]} />`;
}

/** The values are null where only the name of a member is recorded. */
function values({ before, after }) {
  return before === null && after === null
    ? "Changed"
    : html`<${Value} value=${before} /> → <${Value} value=${after} />`;
}

/** The entries of the log. `params` are fixed filters, `omit` the filters that are not offered. */
export function AuditLog({ params, omit = [] }) {
  const { data: actions = [] } = useData(loadActions, []);
  const filters = [
    { name: "action", type: "select", options: [["", "Any"], ...actions.map((one) => [one, one])] },
    { name: "actor", part: RecordField, kinds: ["user"], placeholder: "Name or e-mail address" },
    { name: "target", part: RecordField, placeholder: "Name, title or ID" },
    { name: "from", type: "datetime-local", toParam: toIso },
    { name: "to", label: "Until", type: "datetime-local", toParam: toIso },
  ].filter(({ name }) => !omit.includes(name));
  return html`<${Listing} operation="adminListLogs" name="audit" nouns=${["entry", "entries"]}
    params=${params} filters=${filters} columns=${COLUMNS} detail=${detail}
    empty="No entry matches. Actions of administrators and security events are recorded here." />`;
}

let known;

/** The actions by name, from the document of this server. */
async function loadActions() {
  known ??= (await call("getOpenapi")).components.schemas.AuditAction.enum.toSorted();
  return known;
}

export function Audit() {
  return html`<${Page} title="Audit"
    subtitle="Actions of administrators and security events, newest first"><${AuditLog} /><//>`;
}
