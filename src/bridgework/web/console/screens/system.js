// System: versions, the state of the parts, and what waits.
import { Action, Badge, Card, Empty, Facts, Line, Loaded, Page, Rows, Value, When, date, href,
  html, number, useCall, useRefreshOnFocus, words } from "../ui.js";

const DOCUMENTS = [
  ["docs/", "Interactive documentation", "every operation, to read and to try"],
  ["openapi.json", "OpenAPI document", "for generated clients"],
  [".well-known/api-catalog", "API catalog", "the links of this API (RFC 9727)"],
  ["livez", "Liveness", "whether the process responds"],
  ["readyz", "Readiness", "whether the database responds"],
];
const OPERATIONS = ["getReadiness", "getWelcome", "adminSystem"];
/** The titles of parts, in the order in which they are shown, before the others. */
const TITLES = {
  queues: "Work in the background",
  failures: "Failed in the last 24 hours",
  queue: "E-mails",
  backup: "Last backup",
  certificates: "TLS certificates",
};
const LABELS = {
  urgentEmails: "Urgent e-mails, such as codes",
  bulkEmails: "Other e-mails",
  auditEntries: "Audit entries to seal",
  emails: "E-mails",
  deadEmails: "E-mails given up",
};
/** Where the reader sees what failed. */
const SCREENS = {
  emails: href(["emails"], { state: "dead" }),
  webhooks: href(["access", "webhooks"]),
  imports: href(["data"]),
};
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** The result of an operation, loaded again when the reader comes back. */
function useOperation(operation) {
  const state = useCall(operation);
  useRefreshOnFocus(state.reload);
  return state;
}

export function System({ overview }) {
  const states = OPERATIONS.map((operation) => useOperation(operation));
  const [ready, welcome, system] = states;
  function refresh() {
    for (const { reload } of [...states, overview]) reload();
  }
  return html`<${Page} title="System" subtitle="The installation and its parts"
    actions=${html`<${Action} run=${refresh}>Refresh<//>`}>
    <div class="split">
      <div>
        <${Loaded} state=${system}>${(status) => html`<${Parts} status=${status} />`}<//>
        <${Card} title="Waiting">
          <${Loaded} state=${overview}>
            ${({ queues }) => html`<${Facts} items=${queues.map(queue)} />`}
          <//>
        <//>
      </div>
      <div>
        <${Card} title="Server">
          <${Loaded} state=${welcome}>${({ name, version }) => html`<p>${name} ${version}</p>`}<//>
          <${Loaded} state=${ready}>
            ${({ status, limits }) => html`<${Facts} items=${[
              ["State", html`<${Badge} value=${status} />`],
              ["Rate limits counted by", words(limits)],
            ]} />`}
          <//>
        <//>
        <${Card} title="Documentation">
          <${Rows} items=${DOCUMENTS} show=${([path, label, text]) => html`<${Line} quiet=${text}
            title=${html`<a href="../${path}" target="_blank">${label}</a>`} />`} />
        <//>
      </div>
    </div>
  <//>`;
}

const labelOf = (name) => LABELS[name] || words(name);

function queue({ name, waiting, oldestAt }) {
  const oldest = oldestAt && html`<span class="quiet">, oldest <${When} at=${oldestAt} /></span>`;
  return [labelOf(name), html`${number(waiting)}${oldest}`];
}

/** The members of `adminSystem`: those with members of their own are parts with a card each. */
function Parts({ status }) {
  const isPart = ([, value]) => typeof value === "object";
  const members = Object.entries({ ...TITLES, ...status });
  const plain = members.filter((member) => !isPart(member));
  const card = ([name, part]) => html`<${Card} key=${name} title=${TITLES[name] || words(name)}>
    ${part
      ? html`<${Facts} items=${Object.entries(part).map(name === "failures" ? failure : fact)} />`
      : html`<${Empty}>No backup is recorded in the data directory of this server.<//>`}
  <//>`;
  return html`<div class="grid">${members.filter(isPart).map(card)}</div>
    <${Card} title="Installation"><${Facts} items=${plain.map(fact)} /><//>`;
}

function failure([name, count]) {
  const isLinked = count > 0 && SCREENS[name];
  return [labelOf(name), isLinked ? html`<a href=${isLinked}>${number(count)}</a>` : number(count)];
}

function fact([name, value]) {
  if (name === "state") return ["State", html`<${Badge} value=${value} />`];
  if (name.endsWith("Bytes")) return [words(name.slice(0, -5)), bytes(value)];
  if (value?.state) {
    const end = value.expiresAt && html` <span class="quiet">until ${date(value.expiresAt)}</span>`;
    return [words(name), html`<${Badge} value=${value.state} />${end}`];
  }
  if (value && typeof value === "object") return queue({ name, ...value });
  return [words(name), html`<${Value} value=${value} />`];
}

function bytes(value) {
  const power = Math.min(4, Math.floor(Math.log(Math.max(1, value)) / Math.log(1024)));
  return `${(value / 1024 ** power).toFixed(power && 1)} ${UNITS[power]}`;
}
