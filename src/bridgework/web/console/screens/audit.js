// Audit: what was done, by whom, and what it changed.
import { Facts, Listing, Page, PersonLink, RecordField, Value, ago, call, get, href, html, moment,
  orNull, state, titleOf, toIso, useData, words } from "../ui.js";

const OF_ACCOUNTS = /^(account\.|admin\.|vendor\.|session\.(end_all|refresh)|email\.send_custom)/;
/** The screens of targets, by the first part of the action. */
const SCREENS = {
  job: ["jobs"], role: ["roles"], event: ["events"], event_request: ["events", "requests"],
  blog: ["blog"], consultation: ["consultations"], webhook: ["access", "webhooks"],
};
/** How the title of a target is read, by the first part of the action. */
const TITLES = {
  job: ["getJob", "roleNeeded"], role: ["getRole", "roleNeeded"], event: ["getEvent", "name"],
  event_request: ["adminGetEventRequest", "name"], blog: ["adminGetBlog", "title"],
  consultation: ["getConsultation", "roleTitle"],
};
const REMOVAL = /\.(delete|cancel)$/;
/** The titles of targets that are loaded, and the targets of which an entry says they are gone. */
const titles = new Map();
const gone = new Set();
const code = (text, title) => text && html`<code title=${title}>${text}</code>`;
const person = (id) => html`<${PersonLink} id=${id} />`;
const time = ({ at }) => html`<time datetime=${at} title=${ago(at)}>${moment(at)}</time>`;

/** @type {Columns<"adminListLogs">} */
const COLUMNS = [
  { key: "at", label: "Time", show: time, text: ({ at }) => moment(at) },
  { key: "action", label: "Action", show: ({ action }) => code(action) },
  state("outcome", "Outcome"),
  { key: "actor", label: "Actor", show: ({ actor }) => (actor ? person(actor) : "Anonymous") },
  { key: "target", label: "Target", show: showTarget },
  {
    key: "changes", label: "Changes",
    show: ({ changes }) => changes.map(({ field }) => words(field)).join(", ") || "–",
    text: ({ changes }) => changes.map(({ field }) => field).join(" "),
  },
  { key: "ip", label: "IP address", hidden: true },
  { key: "requestId", label: "Request", hidden: true },
];

function showTarget({ action, target }) {
  if (!target) return "–";
  if (OF_ACCOUNTS.test(action)) return person(target);
  if (REMOVAL.test(action)) gone.add(target); // older entries are below
  return html`<${Target} key=${target} kind=${action.split(".")[0]} target=${target} />`;
}

/** The title of a record, loaded once. */
async function loadTitle(kind, id) {
  const [operation, member] = TITLES[kind] ?? [];
  if (!titles.has(id) && operation && !gone.has(id)) {
    titles.set(id, orNull(get(operation, { id })).then((record) => record?.[member]));
  }
  return titles.get(id);
}

/** A target by its title; one that is gone, or has none, by the beginning of its ID. */
function Target({ kind, target }) {
  const { data: loaded } = useData(() => loadTitle(kind, target), [target]);
  const title = loaded ?? titleOf(target);
  const text = title === target && target.length > 13 ? `${target.slice(0, 13)}…` : title;
  const screen = SCREENS[kind];
  const content = title === target ? code(text, target) : text;
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
