// Today: everything that waits for a decision, oldest first; and what happened lately.
import { Activity } from "../parts/activity.js";
import { SCHEDULE, decideConsultation } from "./consultations.js";
import { Action, Badge, Card, Empty, Loaded, Page, When, ask, call, filled, get, href, html,
  itemsOf, nameOf, report, toast, useData, useLayoutEffect, useRefreshOnChanges, useRefreshOnFocus,
  useState } from "../ui.js";

const MOST = 100;
const OPTIONAL = [{ name: "reason", label: "Reason", type: "textarea" }];
const REQUIRED = [{ ...OPTIONAL[0], required: true }];

/** Accounts whose tier on one platform is to be verified. */
function accounts(kind, tier, params) {
  const setTier = (value) => (id) => call("adminPatchUser", { id }, { [tier]: value });
  const disable = (id, reason) => call("adminDisableUser", { id }, { reason });
  const enable = (id) => call("adminEnableUser", { id });
  return {
    kind, operation: "adminListUsers", params, title: nameOf, subtitle: ({ email }) => email,
    path: ({ id }) => ["people", id],
    approve: { label: "Verify", send: setTier("verified"), undo: setTier("not-verified") },
    reject: { label: "Disable", fields: REQUIRED, send: disable, undo: enable },
  };
}

const EXPERTS = { role: "expert", verification: "not-verified", platform: "matchmaker" };
const CANDIDATES = { jobsVerification: "not-verified", platform: "jobs" };
const VENDORS = { vendorsVerification: "not-verified", platform: "vendors" };
const POSTING = {
  params: { status: "pending" },
  title: ({ roleNeeded }) => roleNeeded, subtitle: ({ companyName }) => companyName,
};
const rejectWith = (operation) => ({
  label: "Reject", fields: OPTIONAL,
  send: (id, reason) => call(operation, { id }, filled({ reason })),
});
const setReport = (decision) => (id, reason) =>
  call("adminDecideReport", { id }, { decision, reason });
const restore = (id) => setReport("restore")(id, "The decision was taken back.");

/**
 * What waits. A decision is {label, fields, send(id, reason, input), undo(id)}; with `fields`, a
 * dialog asks for them first.
 */
const QUEUES = [
  accounts("Expert", "verificationTier", EXPERTS),
  accounts("Candidate", "jobsVerificationTier", CANDIDATES),
  accounts("Vendor", "vendorsVerificationTier", VENDORS),
  {
    ...POSTING, kind: "Role", operation: "adminListRoles", path: ({ id }) => ["roles", id],
    approve: { label: "Approve", send: (id) => call("approveRole", { id }, {}) },
    reject: rejectWith("rejectRole"),
  },
  {
    ...POSTING, kind: "Job", operation: "adminListJobs", since: ({ updatedAt }) => updatedAt,
    path: ({ id }) => ["jobs", id],
    approve: { label: "Approve", send: (id) => call("approveJob", { id }, {}) },
    reject: rejectWith("rejectJob"),
  },
  {
    kind: "Event request", operation: "adminListEventRequests", params: { status: "pending" },
    title: ({ name }) => name, subtitle: ({ location }) => location,
    path: ({ id }) => ["events", "requests", id],
    approve: { label: "Approve", send: (id) => call("approveEventRequest", { id }, {}) },
    reject: rejectWith("rejectEventRequest"),
  },
  {
    kind: "Report", operation: "adminListReports", params: { status: "open" },
    title: ({ kind }) => `Reported ${kind}`, subtitle: ({ reason }) => reason,
    path: ({ id }) => ["moderation", id],
    approve: { label: "Keep", fields: REQUIRED, send: setReport("keep") },
    reject: { label: "Hide", fields: REQUIRED, send: setReport("hide"), undo: restore },
  },
  {
    kind: "Consultation", operation: "adminListConsultations", params: { status: "requested" },
    title: ({ roleTitle }) => roleTitle, subtitle: ({ organizationName }) => organizationName,
    path: ({ id }) => ["consultations", id],
    approve: {
      label: "Schedule", fields: SCHEDULE,
      send: (id, _, input) => decideConsultation(id, "scheduled", input),
    },
    reject: {
      label: "Decline", fields: OPTIONAL,
      send: (id, note) => decideConsultation(id, "declined", { note }),
    },
  },
  {
    kind: "E-mail", operation: "adminListEmails", params: { state: "dead" }, path: () => ["emails"],
    title: ({ to }) => `To ${to}`, subtitle: ({ fault }) => fault,
    approve: { label: "Retry", send: (id) => call("adminRetryEmail", { id }) },
  },
];

async function loadQueue(signal) {
  const lists = await Promise.all(
    QUEUES.map(async (queue) => {
      const { kind, title, path, since = ({ createdAt }) => createdAt } = queue;
      const page = await get(queue.operation, { limit: MOST, ...queue.params }, signal);
      return itemsOf(page).map((record) => ({
        key: `${kind} ${record.id}`, queue, record,
        title: title(record), since: since(record), address: href(path(record)),
      }));
    }),
  );
  return lists.flat().sort((one, other) => one.since.localeCompare(other.since));
}

export function Today() {
  const state = useData(loadQueue, []);
  const { reload } = state;
  useRefreshOnFocus(reload);
  useRefreshOnChanges(reload);
  return html`<${Page} title="Today" subtitle="What waits for a decision, oldest first"
    actions=${html`<${Action} run=${reload}>Refresh<//>`}>
    <div class="split">
      <${Loaded} state=${state}>
        ${(items) => html`<${Queue} items=${items} reload=${reload} />`}
      <//>
      <${Activity} />
    </div>
  <//>`;
}

function Queue({ items, reload }) {
  const [gone, setGone] = useState([]);
  const [chosen, setChosen] = useState(null);
  const open = items.filter(({ key }) => !gone.includes(key));
  const index = Math.max(0, open.findIndex(({ key }) => key === chosen));
  useLayoutEffect(() => setGone([]), [items]);

  async function decide(item, { label, fields, send, undo }) {
    const { id } = item.record;
    const title = `${label}: ${item.title}`;
    const submit = (input) => send(id, input.reason, input);
    try {
      const dialog = { title, label, danger: true, fields, submit };
      if ((await (fields ? ask(dialog) : send(id))) === false) return;
    } catch (error) {
      report(error);
      return;
    }
    setGone((former) => [...former, item.key]);
    setChosen(open[open.indexOf(item) + 1]?.key || null);
    toast(title, { undo: undo && (() => undo(id)), reload });
  }

  function move(step) {
    const { key } = open[Math.min(open.length - 1, Math.max(0, index + step))];
    setChosen(key);
    document.getElementById(`queue-${key}`).scrollIntoView({ block: "nearest" });
  }

  useLayoutEffect(() => {
    function press(event) {
      const isTyping = event.target.closest("input, textarea, select, dialog");
      const item = open[index];
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !item) return;
      const { queue, address } = item;
      const isFree = !event.target.closest("a, button");
      const run = {
        j: () => move(1), k: () => move(-1), a: () => decide(item, queue.approve),
        r: queue.reject && (() => decide(item, queue.reject)),
        Enter: isFree && (() => (location.hash = address)),
      }[event.key];
      if (!run) return;
      run();
      event.preventDefault();
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });

  const button = (item, decision, kind) =>
    decision &&
    html`<${Action} kind=${kind} run=${() => decide(item, decision)}>${decision.label}<//>`;
  const row = (item, place) => {
    const { queue, record, key, title, since, address } = item;
    const subtitle = queue.subtitle(record);
    const isCurrent = place === index ? "true" : undefined;
    return html`<li key=${key} id="queue-${key}" aria-current=${isCurrent}>
      <div>
        <${Badge} value=${queue.kind} /> <a href=${address}>${title}</a>
        <div class="quiet">${subtitle && `${subtitle} · `}<${When} at=${since} /></div>
      </div>
      <div class="actions">
        ${button(item, queue.approve)} ${button(item, queue.reject, "danger")}
      </div>
    </li>`;
  };
  if (open.length === 0) return html`<${Empty}>Nothing waits. New requests appear here.<//>`;
  return html`<${Card} title="${open.length} waiting">
    <p class="quiet">
      <kbd>j</kbd> <kbd>k</kbd> move, <kbd>a</kbd> approves, <kbd>r</kbd> rejects,${" "}
      <kbd>Enter</kbd> opens
    </p>
    <ul class="rows queue">${open.map(row)}</ul>
  <//>`;
}
