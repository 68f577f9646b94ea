// Charts as SVG. The same figures are in a table for screen readers.
import { html } from "./html.js";
import { date, number } from "./format.js";

const WIDTH = 240;
const HEIGHT = 56;

/** A small bar chart of one figure a day. `days` are {date, value}. */
export function DayChart({ title, days }) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const step = WIDTH / days.length;
  const total = days.reduce((sum, { value }) => sum + value, 0);
  function bar({ value }, index) {
    const height = value ? Math.max(2, (value / most) * (HEIGHT - 2)) : 0;
    const place = { x: (index + 0.12) * step, y: HEIGHT - height, width: step * 0.76, height };
    return html`<rect ...${place} />`;
  }
  const row = (day) => html`<tr>
    <th scope="row">${date(day.date)}</th>
    <td>${number(day.value)}</td>
  </tr>`;
  return html`<figure class="chart">
    <figcaption><span>${title}</span> <b>${number(total)}</b></figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      ${days.map(bar)}
    </svg>
    <table class="visually-hidden">
      <caption>${title} by day</caption>
      <tbody>${days.map(row)}</tbody>
    </table>
  </figure>`;
}

/**
 * One person's match as a stacked bar: a segment a criterion, as wide as its points; the rest of
 * its weight is empty, or hatched where the record states nothing. `segments` are {name, label,
 * points, weight, evidence, stated, mustHave}. A must-have, {met}, is marked with a tick if it is
 * met, with a cross if it is not, and with a question mark if `met` is null: it is not stated.
 */
export function MatchBar({ score, segments }) {
  let start = 0;
  return html`<div class="match-bar" role="group" aria-label="Match of ${score} of 100 points">
    ${segments.map(({ name, label, points, weight, evidence, stated, mustHave }, index) => {
      const left = start;
      start += weight;
      const inner = { width: `${weight ? (points / weight) * 100 : 0}%` };
      const text = `${label}: ${number(points)} of ${number(weight)} points`;
      const side = left > 50 ? "late" : "early";
      return html`<button type="button" key=${name}
        class="segment tone-${index % 7} ${side} ${stated ? "" : "unstated"}"
        style=${{ left: `${left}%`, width: `${weight}%` }}
        aria-label=${[text, evidence].filter(Boolean).join(". ")}>
        <span class="fill" style=${inner}></span>
        ${mustHave && html`<span class="must ${mustHave.met ? "met" : ""}" aria-hidden="true">
          ${markOf(mustHave)}</span>`}
        <span class="tip" role="tooltip"><b>${text}</b><br />${evidence || "Not stated."}</span>
      </button>`;
    })}
  </div>`;
}

/** The mark of a must-have. */
export const markOf = ({ met }) => (met ? "✓" : met === false ? "✗" : "?");
