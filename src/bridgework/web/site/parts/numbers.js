// A table of numbers in a form.
import { words } from "../../ui/format.js";
import { html } from "../../ui/html.js";
import { taken } from "../../ui/typed.js";

const NUMBER = { type: "number" };
const toNumber = (text) => Number(taken(NUMBER, text || "0").value) || 0;

/**
 * A field {name, label, hint, part: Numbers, rows, columns} whose value is {row: number}, or
 * {row: {column: number}} with `columns`. The API takes all or none: `sendNumbers` fills up.
 */
export function Numbers({ field, value, faults, onInput }) {
  const { name, rows, columns, hint } = field;
  const cell = (row, column) => {
    const path = `${name}.${row}${column ? `.${column}` : ""}`;
    const fault = faults.find(([one]) => one === path)?.[1];
    const present = column ? value?.[row]?.[column] : value?.[row];
    const set = ({ currentTarget }) => change(currentTarget.value);
    function change(next) {
      if (next === present) return;
      onInput({ ...value, [row]: column ? { ...value?.[row], [column]: next } : next });
    }
    return html`<td key=${path}>
      <input inputmode="decimal" autocomplete="off" value=${present ?? ""} onInput=${set}
        onBlur=${() => change(taken(NUMBER, present).value)}
        aria-label=${[words(row), column && words(column)].filter(Boolean).join(", ")}
        aria-invalid=${fault ? "true" : undefined} />
      ${fault && html`<p class="fault">${fault}</p>`}
    </td>`;
  };
  const head = columns && html`<thead><tr><td></td>
    ${columns.map((column) => html`<th scope="col" key=${column}>${words(column)}</th>`)}
  </tr></thead>`;
  return html`<fieldset class="entry-list">
    <legend>${field.label || words(name)}</legend>
    ${hint && html`<p class="hint">${hint}</p>`}
    <table class="numbers">${head}
      <tbody>${rows.map((row) => html`<tr key=${row}>
        <th scope="row">${words(row)}</th>
        ${(columns || [""]).map((column) => cell(row, column))}
      </tr>`)}</tbody>
    </table>
  </fieldset>`;
}

/** The function `send` of a field of numbers: null without any, else all of them. */
export const sendNumbers = ({ rows, columns }) => (value) => {
  const isGiven = (one) => one != null && one !== "";
  const given = Object.values(value || {}).flatMap((one) => (columns ? Object.values(one) : [one]));
  if (!given.some(isGiven)) return null;
  const toNumbers = (names, all) =>
    Object.fromEntries(names.map((name) => [name, toNumber(all?.[name])]));
  if (!columns) return toNumbers(rows, value);
  return Object.fromEntries(rows.map((row) => [row, toNumbers(columns, value[row])]));
};
