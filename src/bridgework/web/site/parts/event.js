// What screens about events have in common: dates, times in two zones, and a file for calendars.
import { saveFile } from "../../ui/upload.js";
import { Badge, href, html, isKnownZone, momentIn, zone } from "../ui.js";

/** @type {Intl.DateTimeFormatOptions} */
const TIMES = {
  ...{ weekday: "short", year: "numeric", month: "short", day: "numeric" },
  ...{ hour: "numeric", minute: "2-digit", timeZoneName: "short" },
};

/** The day of an event in its own time zone, as a leaf of a calendar. */
export function Leaf({ at, timeZone }) {
  const known = isKnownZone(timeZone) ? timeZone : "UTC";
  const part = (style) =>
    new Intl.DateTimeFormat(undefined, { timeZone: known, ...style }).format(new Date(at));
  return html`<time class="leaf" datetime=${at} aria-hidden="true">
    <b>${part({ day: "numeric" })}</b> ${part({ month: "short" })}
  </time>`;
}

/** An event in a list of `path`, with its `state` for the reader and a `text`. */
export const eventCard = (path, { id, name, startAt, timezone }, state, text) => html`<li key=${id}>
  <${Leaf} at=${startAt} timeZone=${timezone} />
  <div>
    <h2><a href=${href([path, id])} dir="auto">${name}</a></h2>
    <p>${momentIn(startAt, timezone)}</p>
    ${text && html`<p class="quiet" dir="auto">${text}</p>`}
    ${state && html`<p><${Badge} value=${state} /></p>`}
  </div>
</li>`;

/** From when to when an event takes place, in its own zone and, if it is another, the reader's. */
export function Times({ event: { startAt, endAt, timezone } }) {
  const [start, end] = [startAt, endAt || startAt].map((iso) => new Date(iso));
  const text = (timeZone) =>
    new Intl.DateTimeFormat(undefined, { ...TIMES, timeZone }).formatRange(start, end);
  const [there, here] = [text(isKnownZone(timezone) ? timezone : "UTC"), text(zone)];
  return html`<span>${there}</span>
    ${there !== here && html`<span class="quiet">Your time: ${here}</span>`}`;
}

/** Whether an event has ended; one without an end has ended after its start. */
export const isOver = ({ startAt, endAt }) => Date.parse(endAt || startAt) < Date.now();

/** Save an event as a file that calendar programs open. */
export function saveCalendarFile(event) {
  const { id, name, startAt, endAt, description, lumaUrl } = event;
  const place = [event.location, event.meetingUrl].filter(Boolean).join(", ");
  const lines = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bridgework//Site//EN", "BEGIN:VEVENT",
    // The same as that of the invitation by e-mail, which then is the same entry.
    `UID:${id}@${location.hostname}`, `DTSTAMP:${utc(new Date().toISOString())}`,
    `DTSTART:${utc(startAt)}`,
    endAt && `DTEND:${utc(endAt)}`, `SUMMARY:${escaped(name)}`,
    place && `LOCATION:${escaped(place)}`, description && `DESCRIPTION:${escaped(description)}`,
    `URL:${lumaUrl}`, "END:VEVENT", "END:VCALENDAR",
  ];
  const text = lines.filter(Boolean).map((line) => `${folded(line)}\r\n`).join("");
  saveFile("event.ics", new Blob([text], { type: "text/calendar" }));
}

const utc = (iso) => iso.replace(/[-:]|\.\d+/g, "");

const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** A line continues on the next after 75 bytes: 18 characters have at most 72. */
const folded = (line) => line.match(/.{1,18}/gsu)?.join("\r\n ") ?? line;
