// Data: exports of lists of any size, imports from files, and the feed of changes.
import { Action, Badge, Card, Empty, Facts, Field, Form, Listing, Loaded, Page, Pager, PersonLink,
  RecordField, RecordPage, SEARCH, Status, Tabbed, Table, When, ask, call, download, faultAt, href,
  html, number, oneOf, saveCsv, saveFile, state, time, toIso, toast, useCall, useEffect, useKept,
  useState, value, words }
  from "../ui.js";

const PARTS = [
  ["exports", "Exports", Exports], ["imports", "Imports", Imports], ["changes", "Changes", Changes],
];
const BACK = { href: href(["data", "imports"]), label: "Imports" };

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

const COLUMNS = [
  time("createdAt", "Started"), value("kind", "Records"), state("state", "State", stateOf),
  { key: "created", label: "Created" }, { key: "skipped", label: "Skipped" },
  { key: "failed", label: "Failed" }, time("finishedAt", "Ended", true),
];
const IMPORT_FIELDS = [
  {
    name: "kind", label: "Records", type: "select",
    options: ["accounts", "candidates", "articles"],
  },
  {
    name: "file", type: "file", accept: ".csv,.tsv,.txt,.jsonl,.ndjson",
    hint: "CSV with a header, or JSON Lines: UTF-8 or UTF-16, at most 50 MiB.",
  },
  {
    name: "dryRun", label: "Only check the file", type: "checkbox",
    hint: "Nothing is created, and the result is that of a real import.",
  },
];

/** A dry run has a state of its own, so that its numbers are not taken for records. */
function stateOf({ state, dryRun }) {
  return dryRun && state === "done" ? "checked" : state;
}

/** The file of the last import that only checked it, which the browser still has: {id, file}. */
let checked = null;

async function importFile({ kind, file, dryRun }) {
  if (!file) throw faultAt("file", "Nothing was imported.", "Choose a file.");
  const isJson = /\.(jsonl|ndjson)$/i.test(file.name);
  const headers = { "content-type": isJson ? "application/x-ndjson" : "text/csv" };
  const params = { kind, dryRun, ignoreUnknownColumns: true };
  const { id } = await call("adminImport", params, file, { headers });
  checked = dryRun ? { id, file } : null;
  location.hash = href(["data", "imports", id]);
}

function Imports() {
  return html`<${Card} title="Import a file">
      <${Form} fields=${IMPORT_FIELDS} values=${{ kind: "accounts", dryRun: true }}
        submit=${importFile} label="Import" />
    <//>
    <${Listing} operation="adminListImports" name="imports" columns=${COLUMNS}
      rowHref=${({ id }) => href(["data", "imports", id])}
      empty="There are no imports. Those of the last 90 days appear here." />`;
}

function Import({ id }) {
  const loaded = useCall("adminGetImport", { id });
  const { data, reload } = loaded;
  useEffect(() => {
    if (data?.state !== "running") return undefined;
    const timer = setTimeout(reload, 1000);
    return () => clearTimeout(timer);
  }, [data]);
  return html`<${RecordPage} state=${loaded} noun="Import" back=${BACK}
    missing="There is no such import.">
    ${(one) => html`<${Page} title="Import of ${one.kind}" back=${BACK}
      subtitle=${html`<${Badge} value=${stateOf(one)} /> <${When} at=${one.createdAt} />`}>
      <${Card}>
        <${Facts} items=${[
          ["Lines", number(one.lines)],
          [one.dryRun ? "Would be created" : "Created", number(one.created)],
          ["Skipped", number(one.skipped)], ["Failed", number(one.failed)],
          ["By", html`<${PersonLink} id=${one.createdBy} />`],
        ]} />
        <${Status} kind="visually-hidden"
          text=${`${words(stateOf(one))}: ${number(one.created)}`} />
        ${one.message && html`<p class="fault">${one.message}</p>`}
        ${one.state === "running" && html`<${Action} run=${() => cancelImport(one, reload)}>
          Cancel the import<//>`}
        ${one.state === "done" && checked?.id === id && html`<${Action} kind="primary"
          run=${() => importFile({ kind: one.kind, file: checked.file })}>Import now<//>`}
      <//>
      <${Card} title="Lines that were skipped or failed, and ignored columns" actions=${one.report.length > 0 && html`
        <${Action} run=${() => saveReport(one)}>Save as CSV<//>`}>
        <${Report} lines=${one.report} />
      <//>
    <//>`}
  <//>`;
}

async function cancelImport({ id }, reload) {
  await ask({
    title: "Cancel the import?", text: "The records that it has created stay.",
    label: "Cancel the import", danger: true,
    submit: () => call("adminCancelImport", { id }), done: "The import was cancelled.", reload,
  });
}

function saveReport({ kind, report }) {
  const rows = report.map(({ line, outcome, message, text }) => [line, outcome, message, text]);
  saveCsv(`import of ${kind}, lines`, [["line", "outcome", "reason", "text"], ...rows]);
}

function Report({ lines }) {
  if (lines.length === 0) return html`<${Empty}>There are none.<//>`;
  const rows = lines.map(({ line, outcome, message, text }) => [
    line, html`<${Badge} value=${outcome} />`, message, text,
  ]);
  const head = ["Line", "Outcome", "Reason", "Line of the file"];
  return html`<${Table} label="Reported lines" head=${head} rows=${rows} />`;
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
