// The form for an event that a member proposes.
import { filled } from "../../ui/address.js";
import { mustExist } from "../../ui/times.js";
import { submitEvent } from "../api/events.js";
import { Entries } from "../parts/entries.js";
import { Upload, toCover } from "../parts/upload.js";
import { Action, Form, Picture, goFromHere, html, lines, toIsoIn, toLocalIn, toast, zone,
  zoneOptions } from "../ui.js";

const VISIBILITIES = [
  ["members-only", "All members"], ["public", "Everybody"], ["private", "Only those invited"],
];
const TICKET = [
  { name: "name", required: true },
  {
    name: "type", type: "select", options: ["free", "paid"], read: (type) => type || "free",
  },
  { name: "priceUsd", label: "Price in US dollars", type: "number" },
  { name: "maxCapacity", label: "Number of tickets", type: "number" },
  { name: "description", type: "textarea", rows: 2 },
  { name: "requireApproval", label: "Each buyer must be approved", type: "checkbox" },
  { name: "isHidden", label: "Hidden from the page of the event", type: "checkbox" },
];
const fields = (timezone) => [
  { name: "name", required: true, hint: "At most 200 characters." },
  { name: "description", type: "textarea", rows: 6, hint: "Markdown." },
  {
    name: "timezone", label: "Time zone", type: "select", options: zoneOptions(timezone),
    group: "When",
  },
  { name: "startAt", label: "Starts", type: "datetime-local", required: true },
  { name: "endAt", label: "Ends", type: "datetime-local" },
  { name: "location", label: "Place", group: "Where", hint: "Leave it empty if it is online." },
  { name: "meetingUrl", label: "Link to the online meeting", type: "url" },
  {
    name: "visibility", label: "Who sees it", type: "select", options: VISIBILITIES,
    group: "Guests",
  },
  { name: "maxCapacity", label: "Places", type: "number", hint: "Empty for no limit." },
  {
    name: "inviteeEmails", label: "Invite by e-mail", type: "list", as: "emails", rows: 3,
    hint: "Addresses as you have them, also with names. They are invited when the event is approved.",
  },
  { name: "ticketDrafts", label: "Tickets", part: Entries, entry: TICKET, noun: "ticket" },
  { name: "coverUrl", part: CoverField },
];

/** `former` is an event that was proposed before. */
export function SubmissionForm({ former }) {
  const timezone = former?.timezone ?? zone;
  const { name, description, location: place, meetingUrl, coverUrl } = former ?? {};
  const local = (iso) => (iso ? toLocalIn(iso, timezone) : "");
  const values = {
    ...filled({ name, description, location: place, meetingUrl, coverUrl }), timezone,
    visibility: former?.visibility ?? "members-only",
    startAt: local(former?.startAt), endAt: local(former?.endAt),
    maxCapacity: former?.maxCapacity ?? "", ticketDrafts: former?.ticketDrafts ?? [],
  };
  async function send(input) {
    const go = goFromHere();
    const { id } = await submitEvent({}, toRequest(input));
    toast("Your event was proposed.");
    go(["submissions", id], {}, true);
  }
  return html`<${Form} fields=${fields(timezone)} values=${values} submit=${send}
    label="Propose the event" draft="event-${former?.id ?? "new"}" />`;
}

function toRequest({ inviteeEmails, maxCapacity, startAt, endAt, ticketDrafts, ...values }) {
  const { timezone } = values;
  mustExist("startAt", startAt, timezone);
  mustExist("endAt", endAt, timezone);
  return filled({
    ...values, ...numbers({ maxCapacity }), inviteeEmails: lines(inviteeEmails),
    startAt: toIsoIn(startAt, timezone), endAt: toIsoIn(endAt, timezone),
    ticketDrafts: ticketDrafts.map(({ priceUsd, maxCapacity: most, ...ticket }) => ({
      type: "free", ...filled(ticket), ...numbers({ priceUsd, maxCapacity: most }),
    })),
  });
}

const numbers = (values) =>
  Object.fromEntries(Object.entries(filled(values)).map(([name, text]) => [name, Number(text)]));

const CoverField = ({ value, onInput }) => html`<div class="cover-field">
  ${value && html`<${Picture} url=${value} alt="Cover" />
    <${Action} kind="link" run=${() => onInput("")}>Remove the cover<//>`}
  <${Upload} label="Cover" upload=${toCover()} onDone=${({ fileUrl }) => onInput(fileUrl)} />
</div>`;
