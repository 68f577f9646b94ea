// A month as a table of weeks; on a narrow screen as a list of the days that have entries.
import { html } from "./html.js";

const MONTH = { month: "long", year: "numeric" };
const FIRST_DAY = firstDayOf(navigator.language);

/**
 * The first day of the week, 7 for Sunday: some browsers report a language that is no tag.
 *
 * @returns {any}
 */
function firstDayOf(language) {
  try {
    return /** @type {any} */ (new Intl.Locale(language)).getWeekInfo?.().firstDay ?? 7;
  } catch {
    return 7; // a RangeError
  }
}

/** `2026-12` of a date, in the reader's time zone. */
export function monthOf(date) {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

/** The month that many months after `2026-12`. */
export function addMonths(month, count) {
  const [year, number] = month.split("-").map(Number);
  return monthOf(new Date(year, number - 1 + count, 1));
}

/** The midnight after that of a day: 23 to 25 hours later. */
export function dayAfter(day) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
}

/** The first and the last day that are shown for a month: whole weeks. */
export function daysOf(month) {
  const [year, number] = month.split("-").map(Number);
  const lead = (new Date(year, number - 1, 1).getDay() - FIRST_DAY + 7) % 7;
  const length = Math.ceil((lead + new Date(year, number, 0).getDate()) / 7) * 7;
  return Array.from({ length }, (_, index) => new Date(year, number - 1, 1 - lead + index));
}

/**
 * `entries` are {key, start, end, show}, in the order in which they are shown. They are on each day
 * between `start` and `end`; `show(isFirst)` returns the content on the first day or another one.
 */
export function Month({ month, entries }) {
  const days = daysOf(month);
  const today = new Date().toDateString();
  const format = (day, style) => new Intl.DateTimeFormat(undefined, style).format(day);
  function cell(day) {
    const next = dayAfter(day);
    // An entry that ends at midnight is not on the day that begins then.
    const found = entries.filter(
      ({ start, end }) => start < next && (start >= day || end > day),
    );
    const isToday = day.toDateString() === today;
    const kinds = [
      found.length === 0 && "free", monthOf(day) !== month && "outside", isToday && "today",
    ];
    return html`<td class=${kinds.filter(Boolean).join(" ")}>
      <span class="day">
        <span class="weekday">${format(day, { weekday: "long" })}</span>
        <b>${day.getDate()}</b>
      </span>
      ${found.map(({ key, start, show }) => html`<div key=${key}>${show(start >= day)}</div>`)}
    </td>`;
  }
  const weekAt = (day) => days.slice(day, day + 7);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => weekAt(week * 7));
  const heading = (day) => html`<th scope="col">${format(day, { weekday: "short" })}</th>`;
  return html`<table class="month">
    <caption class="visually-hidden">${format(days[7], MONTH)}</caption>
    <thead><tr>${weeks[0].map(heading)}</tr></thead>
    <tbody>${weeks.map((week) => html`<tr>${week.map(cell)}</tr>`)}</tbody>
  </table>`;
}
