// System: versions, the state of the parts, and what waits.
import { Action, Badge, Card, Facts, Line, Loaded, Page, Value, When, html, number, useCall,
  useRefreshOnFocus, words } from "../ui.js";

const DOCUMENTS = [
  ["docs/", "Interactive documentation", "every operation, to read and to try"],
  ["openapi.json", "OpenAPI document", "for generated clients"],
  [".well-known/api-catalog", "API catalog", "the links of this API (RFC 9727)"],
  ["livez", "Liveness", "whether the process responds"],
  ["readyz", "Readiness", "whether the database responds"],
];
const OPERATIONS = ["getReadiness", "getWelcome", "adminSystem", "adminOverview"];
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** The result of an operation, loaded again when the reader comes back. */
function useOperation(operation) {
  const state = useCall(operation);
  useRefreshOnFocus(state.reload);
  return state;
}

export function System() {
  const states = OPERATIONS.map((operation) => useOperation(operation));
  const [ready, welcome, system, overview] = states;
  const refresh = async () => states.forEach(({ reload }) => reload());
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
          <ul class="rows">
            ${DOCUMENTS.map(
              ([path, label, text]) => html`<${Line} key=${path} quiet=${text}
                title=${html`<a href="../${path}" target="_blank">${label}</a>`} />`,
            )}
          </ul>
        <//>
      </div>
    </div>
  <//>`;
}

function queue({ name, waiting, oldestAt }) {
  const oldest = oldestAt && html`<span class="quiet">, oldest <${When} at=${oldestAt} /></span>`;
  return [words(name), html`${number(waiting)}${oldest}`];
}

/** The members of `adminSystem`: those with members of their own are parts with a card each. */
function Parts({ status }) {
  const isPart = ([, value]) => value !== null && typeof value === "object";
  const members = Object.entries(status);
  const plain = members.filter((member) => !isPart(member));
  const card = ([name, part]) => html`<${Card} key=${name} title=${words(name)}>
    <${Facts} items=${Object.entries(part).map(fact)} />
  <//>`;
  return html`<${Card} title="Installation"><${Facts} items=${plain.map(fact)} /><//>
    <div class="grid">${members.filter(isPart).map(card)}</div>`;
}

function fact([name, value]) {
  if (name === "state") return ["State", html`<${Badge} value=${value} />`];
  if (name.endsWith("Bytes")) return [words(name.slice(0, -5)), bytes(value)];
  return [words(name), html`<${Value} value=${value} />`];
}

function bytes(value) {
  const power = Math.min(4, Math.floor(Math.log(Math.max(1, value)) / Math.log(1024)));
  return `${(value / 1024 ** power).toFixed(power && 1)} ${UNITS[power]}`;
}
