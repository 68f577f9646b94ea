// Times in the time zone of a place, such as that of an event.
import { MOMENT, zone } from "./format.js";

/** The options of a field for a time zone, which always include `current`. */
export function zoneOptions(current = zone) {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), current]);
  return [...zones].sort().map((name) => [name, name.replaceAll("_", " ")]);
}

/** A point in time as a clock in the time zone shows it. */
export function momentIn(iso, timeZone) {
  const format = new Intl.DateTimeFormat(undefined, { weekday: "short", ...MOMENT, timeZone });
  return format.format(new Date(iso));
}

/** A time of the API for a field of the type `datetime-local`, in the time zone. */
export function toLocalIn(iso, timeZone) {
  if (!iso) return "";
  const styles = { dateStyle: "short", timeStyle: "short", timeZone };
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat("sv-SE", styles).format(new Date(iso)).replace(" ", "T");
}

/** `2026-11-25T09:30` in the time zone as a time of the API. */
export function toIsoIn(local, timeZone) {
  if (!local) return "";
  const utc = new Date(`${local}Z`);
  const offset = (at) => new Date(`${toLocalIn(at, timeZone)}Z`) - at;
  const guess = new Date(utc - offset(utc));
  return new Date(utc - offset(guess)).toISOString();
}
