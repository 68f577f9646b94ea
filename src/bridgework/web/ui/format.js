// Dates, numbers and names as a reader expects them: in their time zone, with units.
import { momentIn, zone } from "./zones.js";

const DATE_FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: zone });
const RELATIVE_FORMAT = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const NUMBER_FORMAT = new Intl.NumberFormat();
/** @type {Intl.NumberFormatOptions} */
const DOLLARS = { style: "currency", currency: "USD", maximumFractionDigits: 0 };
const DOLLARS_FORMAT = new Intl.NumberFormat(undefined, DOLLARS);
const SECONDS = { year: 31536000, month: 2592000, day: 86400, hour: 3600, minute: 60 };
/** @type {Array<[unit: any, size: number]>} */
const UNITS = Object.entries(SECONDS);

export function date(iso) {
  if (!iso) return "–";
  const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T12:00` : iso); // a day has no zone
  return Number.isNaN(at) ? String(iso) : DATE_FORMAT.format(at);
}

/** A point in time with the zone of the reader. */
export function moment(iso) {
  return iso ? momentIn(iso, zone, {}) : "–";
}

/** How long ago a point in time is, as in `3 days ago`. */
export function ago(iso) {
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return String(iso);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) || UNITS.at(-1);
  return RELATIVE_FORMAT.format(Math.round(seconds / size), unit);
}

export function number(value) {
  return value == null ? "–" : NUMBER_FORMAT.format(value);
}

/** A number with what it counts: `1 entry`, `45 entries`. */
export function counted(count, one, several = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : several}`;
}

export function dollars(value) {
  return value == null ? "–" : DOLLARS_FORMAT.format(value);
}

/** `not-verified` as `Not verified`, `lastName` as `Last name`, `contactEmail` as `Contact e-mail`. */
export function words(text) {
  const plain = String(text ?? "–")
    .replace(/[-_]/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
    .replace(/\bemail/gi, (found) => `${found[0]}-mail`)
    .replace(/\b(url|id|ip|usp)(s?)\b/gi, (_, name, end) => name.toUpperCase() + end);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * Options, which are values or [value, text], as [value, text].
 *
 * @param {readonly Option[]} options
 * @returns {string[][]}
 */
export function optionsOf(options) {
  return options.map((option) => (Array.isArray(option) ? option : [option, words(option)]));
}

/**
 * The name of an account, or its e-mail address.
 *
 * @param {{ firstName?: string | null, lastName?: string | null, email?: string | null }} person
 */
export function nameOf(person) {
  return [person.firstName, person.lastName].filter(Boolean).join(" ") || person.email || "–";
}

/**
 * The `items` of a page, or a plain array.
 *
 * @template T
 * @param {T[] | { items?: T[] }} page
 */
export const itemsOf = (page) => (Array.isArray(page) ? page : page.items);
