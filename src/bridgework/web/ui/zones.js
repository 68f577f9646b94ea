// Times in the time zone of a place, such as that of an event, or in the reader's.
/** @type {Intl.DateTimeFormatOptions} */
const MOMENT = {
  ...{ year: "numeric", month: "short", day: "numeric" },
  ...{ hour: "2-digit", minute: "2-digit" },
};
/** @type {Intl.DateTimeFormatOptions} */
const WALL = {
  ...{ year: "numeric", month: "numeric", day: "numeric", hourCycle: "h23" },
  ...{ hour: "numeric", minute: "numeric", second: "numeric" },
};
const DAY = 86400000;
const formats = new Map();

/** Whether this browser knows a time zone. A record can name one that is newer than the browser. */
export function isKnownZone(timeZone) {
  try {
    return Boolean(timeZone && new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false; // a RangeError: the browser has no other way to ask
  }
}

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The reader's time zone, or UTC: some browsers report `Etc/Unknown`. */
export const zone = usable(own);

function usable(timeZone) {
  return isKnownZone(timeZone) ? timeZone : "UTC";
}

/** The options of a field for a time zone, which always include `current`. */
export function zoneOptions(current = zone) {
  const zones = new Set([...(Intl.supportedValuesOf?.("timeZone") ?? []), "UTC", zone, current]);
  return [...zones].sort().map((name) => [name, name.replaceAll("_", " ")]);
}

/**
 * A point in time as a clock in the time zone shows it, in UTC if the browser does not know the
 * zone. Where clocks show this time twice, it has its offset.
 *
 * @param {string} iso
 * @param {string} timeZone
 * @param {Intl.DateTimeFormatOptions} [style]
 */
export function momentIn(iso, timeZone, style = { weekday: "short" }) {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return String(iso);
  const isTwice = instantsOf(wallOf(at, timeZone), timeZone).length > 1;
  const timeZoneName = isTwice ? "shortOffset" : "short";
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { ...style, ...MOMENT, timeZone: usable(timeZone), timeZoneName };
  return new Intl.DateTimeFormat(undefined, options).format(at);
}

/** A time of the API for a field of the type `datetime-local`, in the time zone. */
export function toLocalIn(iso, timeZone) {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return "";
  const text = new Date(wallOf(at, timeZone)).toISOString();
  return text.slice(17, 19) === "00" ? text.slice(0, 16) : text.slice(0, 19);
}

/**
 * `2026-11-25T09:30` in the time zone as a time of the API. A time that clocks show twice is the
 * first one; a time that they skip is moved forward, as the clocks are.
 */
export function toIsoIn(local, timeZone) {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return "";
  const [first = wall - offsetAt(wall - DAY, timeZone)] = instantsOf(wall, timeZone);
  return new Date(first).toISOString();
}

/** Whether the clocks of the time zone skip a local time, as in the hour that spring omits. */
export function isSkippedIn(local, timeZone) {
  const wall = Date.parse(`${local}Z`);
  return !Number.isNaN(wall) && instantsOf(wall, timeZone).length === 0;
}

/** The points in time at which clocks show a time, which is given as if it were UTC. */
function instantsOf(wall, timeZone) {
  const offsets = new Set([wall - DAY, wall + DAY].map((at) => offsetAt(at, timeZone)));
  const instants = [...offsets].map((offset) => wall - offset);
  return instants.filter((at) => wallOf(at, timeZone) === wall).sort((one, other) => one - other);
}

function offsetAt(at, timeZone) {
  return wallOf(at, timeZone) - Math.floor(at / 1000) * 1000;
}

/** What clocks show at a point in time, to the second, as if it were UTC. */
function wallOf(at, timeZone) {
  if (!formats.has(timeZone)) {
    /** @type {Intl.DateTimeFormatOptions} */
    const options = { ...WALL, timeZone: usable(timeZone), calendar: "gregory" };
    formats.set(timeZone, new Intl.DateTimeFormat("en-US", options));
  }
  const parts = formats.get(timeZone).formatToParts(at);
  const of = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(of.year, of.month - 1, of.day, of.hour, of.minute, of.second);
}
