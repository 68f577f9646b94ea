// Charts as SVG. The same figures are in a table for screen readers.
import { useState } from "preact/hooks";
import { html } from "./html.js";
import { number } from "./format.js";

const WIDTH = 240;
const HEIGHT = 56;

/**
 * A bar chart of one figure, with a scale of its own. `bars` are {label, value}. The value of a bar
 * is shown under the pointer, and with the arrow keys.
 */
export function BarChart({ title, bars }) {
  const [at, setAt] = useState(null);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const last = bars.length - 1;
  const step = WIDTH / bars.length;
  const shown = bars[at];
  const text = shown && `${shown.label}: ${number(shown.value)}`;
  const choose = (index) => setAt(Math.min(last, Math.max(0, index)));
  function point({ clientX, currentTarget }) {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(Math.floor(((clientX - left) / width) * bars.length));
  }
  function press(event) {
    const from = at ?? last;
    const next = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  }
  function bar({ value }, index) {
    const height = value ? Math.max(2, (value / most) * (HEIGHT - 2)) : 0;
    const place = { x: (index + 0.12) * step, y: HEIGHT - height, width: step * 0.76, height };
    return html`<rect class=${index === at ? "at" : ""} ...${place} />`;
  }
  const row = ({ label, value }) => html`<tr><th scope="row">${label}</th>
    <td>${number(value)}</td></tr>`;
  return html`<figure class="chart">
    <figcaption><span>${title}</span> <b>${text || number(total)}</b></figcaption>
    <div class="plot" tabindex="0" role="slider" aria-label=${title} aria-valuemin="0"
      aria-valuemax=${last} aria-valuenow=${at ?? last}
      aria-valuetext=${text || "Use the arrow keys"}
      onPointerMove=${point} onPointerLeave=${() => setAt(null)}
      onKeyDown=${press} onBlur=${() => setAt(null)}>
      <span class="most" aria-hidden="true">${number(most)}</span>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        ${bars.map(bar)}
      </svg>
    </div>
    <div class="axis" aria-hidden="true">
      <span>${bars[0]?.label}</span><span>${bars[last]?.label}</span>
    </div>
    <table class="visually-hidden">
      <caption>${title}</caption><tbody>${bars.map(row)}</tbody>
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
