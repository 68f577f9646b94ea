// Imports from files: what a file is, its columns, and what became of its lines.
import { Action, Badge, Card, Empty, Facts, Form, Listing, Page, PersonLink, RecordPage, Status,
  Table, When, ask, call, download, faultAt, focusOn, href, html, mustBeFaultless, number, saveCsv, saveFile,
  state, time, useCall, useEffect, useRef, useState, value, words } from "../ui.js";

const BACK = { href: href(["data", "imports"]), label: "Imports" };
/** @type {Columns<"adminListImports">} */
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
    name: "file", type: "file", accept: ".xlsx,.csv,.tsv,.txt,.jsonl,.ndjson",
    hint: "A workbook (.xlsx) of at most 10 MiB; CSV with a header, or JSON Lines, of at most 50 MiB.",
  },
  {
    name: "dryRun", label: "Only check the file", type: "checkbox",
    hint: "Nothing is created, and the result is that of a real import.",
  },
];
const MIB = 2 ** 20;
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** In place of a column that is ignored. */
const IGNORED = "-";
/** Bytes of a CSV file in which its columns are found. */
const START = 262_144;

/** A dry run has a state of its own, so that its numbers are not taken for records. */
function stateOf({ state, dryRun }) {
  return dryRun && state === "done" ? "checked" : state;
}

function typeOf({ name }) {
  if (/\.xlsx$/i.test(name)) return WORKBOOK;
  return /\.(jsonl|ndjson)$/i.test(name) ? "application/x-ndjson" : "text/csv";
}

/** The file of the last import that only checked it, which the browser still has. */
let checked = null;

async function importFile({ kind, file, dryRun, columns }) {
  const headers = { "content-type": typeOf(file) };
  const { id } = await call("adminImport", { kind, dryRun, columns }, file, { headers });
  checked = dryRun ? { id, file, columns } : null;
  location.hash = href(["data", "imports", id]);
}

/** Refuse a file before it is sent. */
function mustBeImportable(file) {
  const refuse = (fault) => {
    throw faultAt("file", "Nothing was imported.", fault);
  };
  if (!file) refuse("Choose a file.");
  const [most, remedy] = typeOf(file) === WORKBOOK
    ? [10, "Save its sheet as “CSV UTF-8”."] : [50, "Split it into several files."];
  if (file.size <= most * MIB) return;
  refuse(`This file has ${number(Math.ceil(file.size / MIB))} MiB, and at most ${most} MiB are taken. ${remedy}`);
}

/** The columns of a file, or null if their names leave nothing to choose. */
async function columnsToChoose({ kind, file }) {
  const type = typeOf(file);
  if (type.includes("json")) return null;
  const part = type === WORKBOOK ? file : file.slice(0, START);
  const found = await call("adminReadImportColumns", { kind }, part,
    { headers: { "content-type": type } });
  const names = found.columns.map(({ column }) => column);
  const isClear = names.every(Boolean) && new Set(names).size === names.length;
  const isWhole = found.known.every(({ name, required }) => !required || names.includes(name));
  return isClear && isWhole && found.otherSheets.length === 0 ? null : found;
}

export function Imports() {
  const [chosen, setChosen] = useState(null);
  async function submit(input) {
    mustBeImportable(input.file);
    const found = await columnsToChoose(input);
    if (!found) return importFile(input);
    return setChosen({ ...input, ...found });
  }
  const sample = (kind) => html`<${Action} kind="link" run=${() => saveSample(kind)}>
    ${words(kind)}<//>`;
  return html`<div hidden=${Boolean(chosen)}>
      <${Card} title="Import a file">
        <${Form} fields=${IMPORT_FIELDS} values=${{ kind: "accounts", dryRun: true }}
          submit=${submit} label="Import" />
        <p class="quiet">Samples with all columns, to fill in:${" "}
          ${sample("accounts")} ${sample("candidates")} ${sample("articles")}</p>
      <//>
    </div>
    ${chosen && html`<${ColumnsOfFile} ...${chosen} back=${() => setChosen(null)} />`}
    <${Listing} operation="adminListImports" name="imports" nouns=${["import"]} columns=${COLUMNS}
      rowHref=${({ id }) => href(["data", "imports", id])}
      empty="There are no imports. Those of the last 90 days appear here." />`;
}

async function saveSample(kind) {
  const sampleFile = `${kind}.csv`;
  saveFile(sampleFile, await download("adminGetImportSample", { sampleFile }));
}

/**
 * The reader says what each column of a file is.
 *
 * @param {any} properties
 */
function ColumnsOfFile({ headerLine, columns, known, otherSheets, back, ...input }) {
  const { file, dryRun } = input;
  const element = useRef(null);
  useEffect(() => focusOn(element.current.querySelector("h2")), []);
  const options = [
    [IGNORED, "Ignore this column"],
    ...known.map(({ name, required }) => [name, words(name) + (required ? " (required)" : "")]),
  ];
  const nameOf = (index) => `column ${index}`;
  const fields = columns.map(({ name, mayBe, examples }, index) => ({
    name: nameOf(index), label: name || `Column ${index + 1}, without a name`, type: "select",
    options: mayBe.length > 0 ? [["", "Choose"], ...options] : options,
    hint: examples.length > 0 ? `For example: ${examples.join(", ")}` : "The column is empty.",
  }));
  const first = ({ column, mayBe }) => column ?? (mayBe.length > 0 ? "" : IGNORED);
  const values = columns.map((one, index) => [nameOf(index), first(one)]);
  async function submit(choices) {
    const faults = fields.map(({ name }) => [name, !choices[name] && "Choose what it is."]);
    mustBeFaultless(Object.fromEntries(faults));
    await importFile({ ...input, columns: fields.map(({ name }) => choices[name]) });
  }
  return html`<div ref=${element}><${Card} title="Columns of ${file.name}">
    <p class="quiet">Choose what each column of the file is. A column that is ignored is not stored.
      ${" "}The names are those in line ${number(headerLine)}.</p>
    ${otherSheets.length > 0 && html`<p class="notice">One sheet is read. These are not:${" "}
      ${otherSheets.join(", ")}.</p>`}
    <div class="wide-form"><${Form} fields=${fields} values=${Object.fromEntries(values)} submit=${submit}
      label=${dryRun ? "Check the file" : "Import"} onCancel=${back} cancel="Back" /></div>
  <//></div>`;
}

export function Import({ id }) {
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
          run=${() => importFile({ ...checked, kind: one.kind, dryRun: false })}>Import now<//>`}
        ${one.dryRun && one.state === "done" && checked?.id !== id && html`<p class="quiet">To import
          it, <a href=${BACK.href}>choose the file again</a>: it is not stored here.</p>`}
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
