// Data: exports of lists of any size, imports from files, and the feed of changes.
import { Card, Field, Form, Loaded, Pager, RecordField, SEARCH, Tabbed, Table, When, download, href,
  html, number, oneOf, saveFile, toIso, toast, useCall, useKept, useState } from "../ui.js";
import { Import, Imports } from "./imports.js";

/** @type {Part[]} */
const PARTS = [
  ["exports", "Exports", Exports], ["imports", "Imports", Imports], ["changes", "Changes", Changes],
];

export function Data({ path: [part, id] }) {
  if (part === "imports" && id) return html`<${Import} key=${id} id=${id} />`;
  return html`<${Tabbed} address="data" parts=${PARTS} part=${part} title="Data"
    subtitle="Exports, imports, and what other systems can follow" label="Parts of the data" />`;
}

const FORMATS = [["csv", "CSV, for spreadsheets"], ["jsonl", "JSON Lines, for programs"]];
const FORMAT = { name: "format", type: "select", options: FORMATS };
const SINCE = { name: "from", type: "datetime-local" };
const UNTIL = { name: "to", label: "Until", type: "datetime-local" };
const KIND = oneOf("kind", "Kind", ["vendor", "ambassador"]);
const POSTING = oneOf("postingKind", "Applications to", [["job", "Jobs"], ["role", "Roles"]]);
const EVENT = {
  name: "eventId", label: "Event", part: RecordField, kinds: ["event"],
  hint: "Type the name and choose it. Empty for all events.",
};
const FILTERS_OF = {
  accounts: [SEARCH, oneOf("role", "Role", ["expert", "client", "rpo", "admin"])],
  experts: [SEARCH],
  jobs: [oneOf("status", "Status", ["pending", "approved", "rejected", "closed", "expired"])],
  roles: [oneOf("status", "Status", ["pending", "active", "filled", "closed"])],
  applications: [POSTING], events: [SINCE, UNTIL], guests: [EVENT], vendors: [SEARCH, KIND],
  audit: [SINCE, UNTIL],
};
const LIST = { name: "list", type: "select", options: Object.keys(FILTERS_OF) };

function Exports() {
  const [list, setList] = useState("accounts");
  async function submit({ format, from, to, ...filters }) {
    const exportFile = `${list}.${format}`;
    const params = { exportFile, ...filters, from: toIso(from), to: toIso(to) };
    saveFile(exportFile, await download("adminExport", params));
    toast(`${exportFile} was saved.`);
  }
  return html`<${Card}>
    <${Field} field=${LIST} value=${list} onInput=${setList} />
    <p class="quiet">All records that match are exported, and the audit log records it.</p>
    <${Form} key=${list} fields=${[FORMAT, ...FILTERS_OF[list]]} values=${{ format: "csv" }}
      submit=${submit} label="Export" />
  <//>`;
}

const SCREEN_OF_KIND = {
  account: ["people"], expert: ["people"], vendor: ["people"], profile: ["people"],
  role: ["roles"], job: ["jobs"], event: ["events"], event_request: ["events", "requests"],
  blog: ["blog"], consultation: ["consultations"],
};

/** The feed as other systems read it, oldest first; `starts` are the numbers before each page. */
function Changes() {
  const [starts, setStarts] = useKept("starts", [null]);
  const loaded = useCall("listChanges", { after: starts.at(-1), limit: 50 });
  return html`<${Card}>
    <p class="quiet">Numbered in the order of the commits, and kept for 30 days by default.</p>
    <${Loaded} state=${loaded}>
      ${({ items, nextAfter, hasMore }) => html`
        <${Table} label="Changes" head=${["Number", "Change", "Record", "Time"]}
          rows=${items.map(changeCells)} />
        <${Pager} previous=${starts.length > 1 && (() => setStarts(starts.slice(0, -1)))}
          next=${hasMore && (() => setStarts([...starts, nextAfter]))}
          text=${`Page ${number(starts.length)}`} />`}
    <//>
  <//>`;
}

function changeCells({ sequence, type, subject: { kind, id }, at }) {
  const screen = SCREEN_OF_KIND[kind];
  const code = html`<code>${id}</code>`;
  const record = screen ? html`<a href=${href([...screen, id])}>${code}</a>` : code;
  return [sequence, html`<code>${type}</code>`, record, html`<${When} at=${at} />`];
}
