// Several candidates at once, one a line, and the outcome of each.
import { Action, Badge, Card, Field, Line, Rows, Table, call, html, toast, useState }
  from "../ui.js";

const MOST = 10;
const COLUMNS = [
  ["firstName", "First name"], ["lastName", "Last name"], ["email", "E-mail address"],
  ["phone", "Telephone"], ["city", "City"], ["state", "State"], ["currentJobTitle", "Title"],
  ["experienceInYears", "Years"], ["skillSet", "Skills"],
];
const LABELS = COLUMNS.map(([, label]) => label.toLowerCase()).join(", ");
const FIELD = {
  name: "candidates", label: "One candidate a line, at most ten", type: "list", rows: 10,
  hint: `Separated by tabs, as in a spreadsheet, semicolons or commas: ${LABELS}.`,
  placeholder: "Inês, Carvalho, ines@example.com, 512 555 0100, Austin, Texas, Dentist, 4",
};

/** A line as a candidate of the API. The last column takes the rest of the line. */
function parse(line) {
  const separator = ["\t", ";", ","].find((each) => line.includes(each));
  const cells = line.split(separator).map((cell) => cell.trim());
  cells.push(cells.splice(COLUMNS.length - 1).filter(Boolean).join(", "));
  const values = COLUMNS.map(([name], index) => [name, cells[index]]).filter(([, cell]) => cell);
  const candidate = { firstName: "", lastName: "", ...Object.fromEntries(values) };
  const years = candidate.experienceInYears;
  if (/^\d+$/.test(years)) candidate.experienceInYears = Number(years);
  return candidate;
}

export function SeveralCandidates({ openings, hrefOf }) {
  const [typed, setTyped] = useState([]);
  const [jobIds, setJobIds] = useState([]);
  const [results, setResults] = useState([]);
  const sent = typed.filter((line) => line.trim());
  const candidates = sent.map(parse);
  const count = candidates.length;
  const excess = count - MOST;

  /** Lines that were added leave the input; the others stay, to be corrected and sent again. */
  async function add() {
    const body = { candidates, ...(jobIds.length > 0 ? { jobIds } : {}) };
    try {
      const outcomes = (await call("adminBulkCreateCandidates", {}, body)).results;
      const kept = sent.filter((_, index) => outcomes[index].outcome !== "created");
      setResults(outcomes.map((one, index) => ({ ...one, sent: candidates[index] })));
      setTyped(kept);
      toast(`${count - kept.length} of ${count} candidates were added.`);
    } catch (error) {
      setResults(refused(error.faults || {}, candidates));
      throw error;
    }
  }
  return html`<${Card}>
      <div class="form">
        <${Field} field=${FIELD} value=${typed} onInput=${setTyped}
          fault=${excess > 0 ? `There are ${excess} lines too many.` : ""} />
        ${count > 0 && html`<${Preview} candidates=${candidates} />`}
        <${Field} field=${openings} value=${jobIds} onInput=${setJobIds} />
        <div class="form-actions">
          <${Action} kind="primary" disabled=${count === 0 || excess > 0} run=${add}>
            Add ${count} ${count === 1 ? "candidate" : "candidates"}
          <//>
        </div>
      </div>
    <//>
    ${results.length > 0 && html`<${Card} title="Outcome">
      <${Rows} items=${results} show=${(one) => html`<${Result} ...${one} hrefOf=${hrefOf} />`} />
    <//>`}`;
}

/** The faults of a 422 by candidate. Nothing of such a request is added. */
function refused(faults, candidates) {
  return candidates.flatMap((sent, index) => {
    const start = `candidates[${index}].`;
    const message = Object.entries(faults)
      .filter(([path]) => path.startsWith(start))
      .map(([path, text]) => `${path.slice(start.length)}: ${text}`)
      .join(" ");
    return message ? [{ outcome: "refused", sent, message }] : [];
  });
}

function Result({ outcome, candidate, message, sent, hrefOf }) {
  const duplicateOf = outcome === "duplicate" && /(\d+)\.?$/.exec(message)?.[1];
  const id = candidate?.id || duplicateOf;
  const name = `${sent.firstName} ${sent.lastName}`;
  const title = id ? html`<a href=${hrefOf({ ...sent, id })}>${name}</a>` : html`<b>${name}</b>`;
  return html`<${Line} title=${title} fault=${message}><${Badge} value=${outcome} /><//>`;
}

function Preview({ candidates }) {
  const columns = COLUMNS.filter(([name]) => candidates.some((candidate) => candidate[name]));
  const rows = candidates.map((candidate) => columns.map(([name]) => candidate[name] || "–"));
  const head = columns.map(([, label]) => label);
  return html`<${Table} label="Candidates as read" head=${head} rows=${rows} />`;
}
