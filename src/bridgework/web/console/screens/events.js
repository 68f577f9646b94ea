// Events: the calendar, one event with its guests, and the events that members propose.
import { Badge, Card, Changed, Decisions, Empty, ExternalLink, Facts, Listing, Loaded, Month, Page, REASON,
  RecordPage, SEARCH, Tabbed, When, addMonths, dayAfter, daysOf, get, href, html, loadAll, moment,
  monthOf, oneOf, orNull, ownerOf, route, state, time, useData, useState, zone } from "../ui.js";
import { Editor, Event, Preview } from "./event.js";
import { approval, rejection } from "./postings.js";

/** @type {Part[]} */
const PARTS = [
  ["calendar", "Calendar", Calendar], ["upcoming", "Upcoming", EventList],
  ["past", "Past", EventList], ["requests", "Requests", Requests],
];
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export function Events({ path }) {
  const [first = "calendar", second] = path;
  if (first === "requests" && second) return html`<${Request} key=${second} id=${second} />`;
  if (first === "new") return html`<${Editor} />`;
  if (!PARTS.some(([key]) => key === first)) {
    return html`<${Event} key=${path.join("/")} id=${first} editing=${second === "edit"} />`;
  }
  return html`<${Tabbed} address="events" parts=${PARTS} part=${first} label="Views" title="Events"
    subtitle="Dates are in your time zone, ${zone.replaceAll("_", " ")}"
    actions=${html`<a class="button primary" href=${href(["events", "new"])}>New event</a>`} />`;
}

function Calendar() {
  const asked = route.value.query.month;
  const month = MONTH.test(asked) ? asked : monthOf(new Date());
  const days = daysOf(month);
  const from = days[0].toISOString();
  const to = dayAfter(days.at(-1)).toISOString();
  const state = useData((signal) => loadAll("listEvents", { from, to }, signal), [month]);
  const title = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });
  const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
  const turn = (count) => href(["events"], { month: addMonths(month, count) });
  function entry({ id, startAt, endAt, name }) {
    const start = new Date(startAt);
    const show = (isFirst) => html`<a class="entry" href=${href(["events", id])}>
      <span class="quiet">${isFirst ? clock.format(start) : "continued"}</span> ${name}
    </a>`;
    return { key: id, start, end: new Date(endAt || startAt), show };
  }
  return html`<div class="month-head">
      <h2 aria-live="polite">${title.format(days[7])}</h2>
      <nav class="actions" aria-label="Months">
        <a class="button" href=${turn(-1)}>Previous</a>
        <a class="button" href=${href(["events"])}>This month</a>
        <a class="button" href=${turn(1)}>Next</a>
      </nav>
    </div>
    <${Loaded} state=${state}>
      ${(events) => html`<${Month} month=${month} entries=${events.map(entry)} />
        ${events.length === 0 &&
        html`<${Empty}>No event takes place in this month. New events appear here.<//>`}`}
    <//>`;
}

const startColumn = { key: "startAt", label: "Starts", show: ({ startAt }) => moment(startAt) };
/** @type {Columns<"listEvents">} */
const COLUMNS = [
  { key: "name", label: "Name" }, startColumn,
  { key: "location", label: "Place", show: ({ location }) => location || "Online" },
  { key: "timezone", label: "Time zone", hidden: true },
];

function EventList({ part }) {
  const [now] = useState(() => new Date().toISOString());
  const isPast = part === "past";
  return html`<${Listing} operation="listEvents" name="events-${part}" nouns=${["event"]} columns=${COLUMNS}
    params=${isPast ? { endedBefore: now } : { from: now }}
    filters=${[{ ...SEARCH, placeholder: "Words of the name" }]}
    rowHref=${({ id }) => href(["events", id])}
    empty="No event matches. ${isPast ? "Past" : "Coming"} events appear here." />`;
}

const nameOfSubmitter = ({ submitter }) => submitter.name || submitter.email;
const emailOf = ({ submitter }) => submitter.email;
/** @type {Columns<"adminListEventRequests">} */
const REQUEST_COLUMNS = [
  { key: "name", label: "Name" }, state("status", "State"),
  { key: "submitter", label: "Submitted by", show: nameOfSubmitter, text: emailOf },
  time("createdAt", "Submitted"), startColumn, { key: "location", label: "Place", hidden: true },
];

function Requests() {
  return html`<${Listing} operation="adminListEventRequests" name="event-requests" nouns=${["request"]}
    filters=${[oneOf("status", "State", ["pending", "approved", "rejected"])]}
    columns=${REQUEST_COLUMNS} rowHref=${({ id }) => href(["events", "requests", id])}
    empty="No request has this state. Events that members propose appear here." />`;
}

function Request({ id }) {
  const state = useData((signal) => orNull(get("adminGetEventRequest", { id }, signal)), [id]);
  const back = { href: href(["events", "requests"]), label: "Event requests" };
  return html`<${RecordPage} state=${state} noun="Event request" back=${back}
    missing="There is no such request. Its submitter may have withdrawn it.">
    ${(request) => html`<${Page} title=${request.name} subtitle="Event request" back=${back}
      actions=${html`<${Decisions} record=${request} title=${request.name} owner=${submitterOf}
        decisions=${request.status === "pending" ? Object.values(REQUEST_REVIEW) : []}
        reload=${state.reload} />`}>
      <${Changed} record=${request} />
      <${RequestParts} request=${request} />
    <//>`}
  <//>`;
}

/** The account of the member who submitted a request. */
export const submitterOf = ({ submitter }) => ownerOf(submitter.id);
/** @type {{ approve: Decision, reject: Decision }} */
export const REQUEST_REVIEW = {
  approve: {
    ...approval("approveEventRequest", "“Your event was approved”, and invitations to its guests,"),
    request: ({ id }) => ["approveEventRequest", { id }],
  },
  reject: {
    ...rejection("rejectEventRequest", "“Your event was not approved”",
      "The submitter is notified of the reason by e-mail."),
    fields: [{ ...REASON, required: true }],
  },
};

const APPROVAL = "Approval creates the event and notifies the submitter and the invitees.";

function RequestParts({ request }) {
  const { status, submitter, createdAt, reviewedAt, rejectionReason, lumaEventUrl } = request;
  const isPending = status === "pending";
  const person = submitter.name || "Account";
  const facts = [
    ["State", html`<${Badge} value=${status} />`],
    ["Submitted by", html`<a href=${href(["people", submitter.id])}>${person}</a>`],
    ["E-mail address", submitter.email], ["Submitted", html`<${When} at=${createdAt} />`],
    ["Decided", reviewedAt && html`<${When} at=${reviewedAt} />`], ["Reason", rejectionReason],
    ["Event", lumaEventUrl && html`<${ExternalLink} url=${lumaEventUrl}>Open its page<//>`],
  ];
  const title = isPending ? "What would be published" : "The event";
  return html`<div class="split">
    <${Preview} event=${request} title=${title} asWritten />
    <${Card} title="Request">
      <${Facts} items=${facts.filter(([, value]) => value)} />
      ${isPending && html`<p class="note hint">${APPROVAL}</p>`}
    <//>
  </div>`;
}
