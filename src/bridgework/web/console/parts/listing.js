// Lists: filters, search as you type, sorting, pages, columns to choose, views to keep, and the CSV
// of what matches.
import { About, Action, Changing, Empty, Field, Guarded, Loaded, MOST_RECORDS, Status, counted,
  download, get, html, itemsOf, loadAll, number, optionsOf, read, readObject, saveFile, toast,
  useData, useEffect, useKept, useRef, useSearch, useState, words, write } from "../../ui/library.js";
import { route, setQuery } from "../router.js";
import { titleOf } from "./record_field.js";

/** The exports of lists that can be long: one request in place of one for each hundred records. */
/** @type {{ [O in OperationId]?: string }} */
const EXPORTS = {
  adminListUsers: "accounts.csv", adminListLogs: "audit.csv", adminListJobs: "jobs.csv",
  adminListRoles: "roles.csv",
};
/** Records on a page of a sorted list. */
const SORTED_PAGE = 50;

/**
 * The records of a list operation.
 *
 * `columns` are {key, label, show(record), text(record), hidden}; `show` returns what is displayed,
 * `text` what the CSV holds. `filters` are fields as of a form; their values are in the address,
 * and `toParam(value)` converts one for the operation. `detail(record)` is shown below a row on
 * request. `params` are further parameters of the operation, and `nouns` what one record and several
 * are called. Both kinds of pages are supported: by number (`total`) and by cursor (`nextCursor`).
 *
 * The API has one order for each list. To sort by a column, all records that match are loaded, as
 * far as MOST_RECORDS; the reader is told if there are more.
 *
 * @template {OperationId} O
 * @param {{ operation: O, columns: Columns<O>, name?: string, params?: Params<O>, filters?: FormField[], nouns?: string[], merge?: (records: Item<O>[]) => Item<O>[], detail?: (record: Item<O>) => Shown, rowHref?: (record: Item<O>) => string | false, empty?: Shown, children?: (state: State<Answer<O>>) => Shown }} properties
 */
export function Listing(properties) {
  const { operation, params, filters = [], columns, name = operation, children } = properties;
  const { nouns = ["record"] } = properties;
  const { query } = route.value;
  const sent = filters.map(({ name, toParam = String }) => [name, toParam(query[name] || "")]);
  const page = Number(query.page) || 1;
  const [cursors] = useKept("cursors", []);
  const [chosen, setChosen] = useColumns(name, columns);
  const shown = columns.filter(({ key }) => chosen.includes(key));
  const place = { cursor: cursors.at(-1), page: page > 1 && cursors.length === 0 ? page : null };
  const given = { ...params, ...Object.fromEntries(sent) };
  const { sort } = query;
  /** @type {(signal: AbortSignal) => Promise<any>} */
  const load = (signal) =>
    (sort ? loadAll(operation, given, signal) : get(operation, { ...given, ...place }, signal));
  const state = useData(load, [Boolean(sort), given, !sort && place]);
  const filter = (changes, replaces) => setQuery({ ...changes, page: "" }, replaces);
  /** Save every record that the filters match, not only those of this page. */
  async function save() {
    if (operation in EXPORTS) {
      const params = { ...given, exportFile: EXPORTS[operation] };
      saveFile(`${name}.csv`, await download("adminExport", params));
      return void toast(`${name}.csv was saved, with all members of each record.`);
    }
    const records = await loadAll(operation, given, undefined, Infinity);
    const cells = (record) => shown.map(({ key, text }) => (text ? text(record) : record[key]));
    saveCsv(name, [shown.map(({ label }) => label), ...records.map(cells)]);
    toast(`${name}.csv was saved, with ${counted(records.length, ...nouns)}.`);
  }
  const control = (field) => html`<${Filter} key=${field.name} field=${field} set=${filter}
    value=${query[field.name] || ""} />`;
  return html`<div class="listing">
    <div class="filters" role="search">
      ${filters.filter(isSearch).map(control)}
      <${FilterChoice} filters=${filters.filter((field) => !isSearch(field))} control=${control}
        set=${filter} />
      <${ColumnChoice} columns=${columns} chosen=${chosen} set=${setChosen} />
      <${Views} name=${name} chosen=${chosen} setChosen=${setChosen} filter=${filter} />
      <${Action} run=${save}>Save as CSV<//>
    </div>
    <${Loaded} state=${state}>
      ${(loaded) => {
        const isWhole = sort && Array.isArray(loaded);
        const data = isWhole ? sortedPage(loaded, columns, sort, page) : loaded;
        return html`
          ${isWhole && loaded.length >= MOST_RECORDS && html`<p class="notice">The first${" "}
            ${number(loaded.length)} records that match are sorted. Filter to sort all.</p>`}
          <${Table} ...${properties} records=${itemsOf(data)} shown=${shown} sort=${sort}
            setSort=${(sort) => filter({ sort })} reload=${state.reload} />
          <${Pages} data=${data} page=${page} cursors=${cursors} nouns=${nouns} />
        `;
      }}
    <//>
    ${children?.(state)}
  </div>`;
}

/** What a record is sorted by in a column: a number or a text, or undefined if it has none. */
function sortKey({ key, text }, record) {
  const value = typeof record[key] === "object" ? text?.(record) : record[key] ?? text?.(record);
  return value === "" || value === null ? undefined : value;
}

/** A page of records, sorted by a column; those without a value are last. */
function sortedPage(records, columns, sort, page) {
  const column = columns.find(({ key }) => key === sort.replace(/^-/, ""));
  const direction = sort.startsWith("-") ? -1 : 1;
  const compare = (one, other) => {
    const [a, b] = [sortKey(column, one), sortKey(column, other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return direction * String(a).localeCompare(String(b), undefined, { numeric: true });
  };
  const sorted = column ? records.toSorted(compare) : records;
  const start = (page - 1) * SORTED_PAGE;
  const items = sorted.slice(start, start + SORTED_PAGE);
  return { items, total: records.length, limit: SORTED_PAGE };
}

/** The head of a column, which sorts by it: upwards, then downwards, then as the API has it. */
function Head({ column: { key, label }, sort, setSort }) {
  if (key === "actions") return html`<th scope="col">${label}</th>`;
  const [order, next] =
    { [key]: ["ascending", `-${key}`], [`-${key}`]: ["descending", ""] }[sort] || ["none", key];
  return html`<th scope="col" aria-sort=${order}>
    <button type="button" class="sort" onClick=${() => setSort(next)}>${label}</button>
  </th>`;
}

/** @param {{ records: any[], shown: Column<any>[], sort: string, setSort: (sort: string) => void, reload: () => void, detail?: (record: any) => Shown, rowHref?: (record: any) => string | false, empty?: Shown }} properties */
function Table({ records, shown, detail, sort, setSort, ...rest }) {
  const { empty = "Nothing matches these filters." } = rest;
  if (records.length === 0) return html`<${Empty}>${empty}<//>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="List">
    <table>
      <thead>
        <tr>
          ${shown.map((column) =>
            html`<${Head} key=${column.key} column=${column} sort=${sort} setSort=${setSort} />`)}
          ${detail && html`<th scope="col">Details</th>`}
        </tr>
      </thead>
      <tbody>
        ${records.map((record) => {
          const row = { ...rest, key: record.id ?? record.userId, record, shown, detail };
          return html`<${Row} ...${row} />`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** @param {{ record: any, shown: Column<any>[], reload: () => void, detail?: (record: any) => Shown, rowHref?: (record: any) => string | false }} properties */
function Row({ record, shown, rowHref, detail, reload }) {
  const [isOpen, setIsOpen] = useState(false);
  const about = shown[0] && (textOf(shown[0], record) ?? record[shown[0].key]);
  return html`<${About.Provider} value=${about}><tr>
      ${shown.map((column, index) => {
        const { key, label, show } = column;
        const content = show
          ? html`<${Guarded} of=${record} show=${() => show(record, reload)} />`
          : record[key] ?? "–";
        const link = index === 0 && rowHref?.(record);
        const text = textOf(column, record);
        return html`<td key=${key} data-label=${label} title=${text || undefined}
          class=${text ? "clipped" : ""}>
          ${link ? html`<a href=${link}>${content}</a>` : content}
        </td>`;
      })}
      ${detail &&
      html`<td data-label="Details">
        <button type="button" class="link" aria-expanded=${isOpen}
          aria-label=${about && `${isOpen ? "Hide" : "Show"}: ${about}`}
          onClick=${() => setIsOpen(!isOpen)}>
          ${isOpen ? "Hide" : "Show"}
        </button>
      </td>`}
    </tr>
    ${isOpen &&
    html`<tr class="detail">
      <td colspan=${shown.length + 1}><${Guarded} of=${record} show=${() => detail(record)} /></td>
    </tr>`}<//>`;
}

/**
 * The text of a cell, if it has one.
 *
 * @param {Column<any>} column
 * @param {any} record
 */
const textOf = ({ key, show, text }, record) =>
  (text ? text(record) : show ? null : record[key]);

const isSearch = (/** @type {FormField} */ { type }) => type === "search";

/** The filters behind one button, and those that are set, each with a button that removes it. */
function FilterChoice({ filters, control, set }) {
  const { query } = route.value;
  if (filters.length === 0) return null;
  const active = filters.filter(({ name }) => query[name]);
  const chip = (field) => {
    const { name, label = words(name), options = [] } = field;
    const option = optionsOf(options).find(([key]) => key === query[name]);
    const text = option?.[1] ?? titleOf(query[name]);
    return html`<li key=${name}>
      <button type="button" class="link" onClick=${() => set({ [name]: "" })}
        aria-label="Remove the filter ${label}: ${text}">${label}: ${text} <b>×</b></button>
    </li>`;
  };
  const label = active.length > 0 ? `Filters (${active.length})` : "Filters";
  return html`<${Menu} label=${label} kind="fields">${filters.map(control)}<//>
    ${active.length > 0 && html`<ul class="chips plain-list">${active.map(chip)}</ul>`}`;
}

/** A menu, which closes with Escape and when something else is used. */
function Menu({ label, kind = "", children }) {
  const element = useRef(null);
  useEffect(() => {
    const menu = element.current;
    const close = (/** @type {any} */ { target, key }) => {
      const isInside = menu.contains(target);
      if (key === "Escape" && isInside) menu.firstElementChild.focus();
      if (key ? key === "Escape" : !isInside) menu.open = false;
    };
    const listening = new AbortController();
    for (const one of ["pointerdown", "focusin", "keydown"]) {
      addEventListener(one, close, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return html`<details class="menu" ref=${element}>
    <summary>${label}</summary>
    <div class="menu-content ${kind}">${children}</div>
  </details>`;
}

/** A filter. Text is sent when the reader has stopped typing. */
function Filter({ field, value, set }) {
  const isText = ["text", "search"].includes(field.type || "text");
  const change = (value) => set({ [field.name]: value }, isText);
  const [typed, setTyped] = useSearch(value, change);
  if (field.part) return html`<${field.part} field=${field} value=${value} onInput=${change} />`;
  return html`<${Field} field=${field} value=${isText ? typed : value}
    onInput=${isText ? setTyped : change} />`;
}

/**
 * Buttons that call `previous` and `next`; one without a function does nothing, and keeps the
 * focus. Changes of the `text` between them are announced.
 */
export function Pager({ previous, next, text }) {
  const button = (label, turn) =>
    html`<button type="button" aria-disabled=${!turn} onClick=${turn}>${label}</button>`;
  return html`<nav class="pages" aria-label="Pages">
    ${button("Previous", previous)}
    <span role="status"><${Changing} text=${text} /></span> ${button("Next", next)}
  </nav>`;
}

function Pages({ data, page, cursors, nouns }) {
  if (Array.isArray(data)) {
    return html`<${Status} kind="quiet pages" text=${counted(data.length, ...nouns)} />`;
  }
  const { items, total, limit, nextCursor } = data;
  const to = (page) => () => setQuery({ page });
  if (total === undefined) {
    const turn = (further) => () =>
      setQuery({ page: further.length + 1 }, false, { cursors: further });
    const isAll = !nextCursor && cursors.length === 0;
    const count = counted(items.length, ...nouns);
    return html`<${Pager} next=${nextCursor && turn([...cursors, nextCursor])}
      previous=${cursors.length > 0 && turn(cursors.slice(0, -1))}
      text=${isAll ? count : `${count} on page ${number(cursors.length + 1)}`} />`;
  }
  const last = Math.max(1, Math.ceil(total / limit));
  return html`<${Pager} previous=${page > 1 && to(page - 1)} next=${page < last && to(page + 1)}
    text=${`${counted(total, ...nouns)}, page ${number(page)} of ${number(last)}`} />`;
}

function ColumnChoice({ columns, chosen, set }) {
  function toggle(changed, isChosen) {
    const keys = columns.map(({ key }) => key);
    set(keys.filter((key) => (key === changed ? isChosen : chosen.includes(key))));
  }
  const choice = ({ key, label }) => html`<label key=${key}>
    <input type="checkbox" checked=${chosen.includes(key)}
      onChange=${({ currentTarget }) => toggle(key, currentTarget.checked)} />
    ${label}
  </label>`;
  return html`<${Menu} label="Columns">${columns.map(choice)}<//>`;
}

/** The chosen columns of a list, which this browser remembers. */
function useColumns(name, columns) {
  const storageKey = `bridgework-columns-${name}`;
  const [chosen, setChosen] = useState(
    () =>
      read("localStorage", storageKey)?.split(",") ??
      columns.filter(({ hidden }) => !hidden).map(({ key }) => key),
  );
  function choose(keys) {
    write("localStorage", storageKey, keys.join(","));
    setChosen(keys);
  }
  return [chosen, choose];
}

/** Views of a list that this browser keeps: by name, the filters with the order, and the columns. */
function Views({ name, chosen, setChosen, filter }) {
  const storageKey = `bridgework-views-${name}`;
  const [views, setViews] = useState(() => readObject("localStorage", storageKey) || {});
  const [title, setTitle] = useState("");
  const { page, ...query } = route.value.query;
  function keep(changed) {
    write("localStorage", storageKey, JSON.stringify(changed));
    setViews(changed);
  }
  function save(event) {
    event.preventDefault();
    keep({ ...views, [title.trim()]: { query, columns: chosen } });
    setTitle("");
  }
  function open(view) {
    const none = Object.fromEntries(Object.keys(query).map((key) => [key, ""]));
    setChosen(view.columns);
    filter({ ...none, ...view.query });
  }
  const row = ([title, view]) => html`<li key=${title}>
    <button type="button" class="link" onClick=${() => open(view)}>${title}</button>
    <button type="button" class="link" aria-label="Remove the view ${title}"
      onClick=${() => keep({ ...views, [title]: undefined })}>×</button>
  </li>`;
  const kept = Object.entries(views).filter(([, view]) => view);
  return html`<${Menu} label="Views">
    ${kept.length > 0 && html`<ul class="views">${kept.map(row)}</ul>`}
    <form class="views" onSubmit=${save}>
      <label>Name of the present view
        <input required maxlength="60" pattern=".*\\S.*" value=${title}
          onInput=${({ currentTarget }) => setTitle(currentTarget.value)} /></label>
      <button>Save the view</button>
      <p class="quiet">This browser keeps its filters, order and columns.</p>
    </form>
  <//>`;
}

/** Let the browser save rows of cells as a CSV file. */
export function saveCsv(name, rows) {
  const csv = rows.map((row) => `${row.map(csvCell).join(",")}\r\n`);
  // With a byte order mark, spreadsheet programs read the file as UTF-8.
  saveFile(`${name}.csv`, new Blob(["\ufeff", ...csv], { type: "text/csv" }));
}

/** A cell in quotes. A leading `=`, `+`, `-` or `@` would be a formula in a spreadsheet. */
function csvCell(value) {
  const text = String(value ?? "");
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
