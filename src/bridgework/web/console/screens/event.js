// One event: its guests, its editor, and how its guests see it.
import { Action, Badge, Bar, Card, Cover, Decisions, Empty, ExternalLink, Facts, Line, Loaded,
  Page, Picture, PreviewedForm, RecordPage, Rendered, Rows, When, address, ask, call, changed, changes,
  faultAt, filled, go, href, html, isKnownZone, loadAll, momentIn, mustExist, number, route, show,
  toIsoIn, toLocalIn, toast, uploadEventCover, useCall, useData, useState, words, zone,
  zoneOptions } from "../ui.js";

const BACK = { href: href(["events"]), label: "Events" };
const AS_WRITTEN = "The description as it was written. Its Markdown is rendered for guests.";

/**
 * An event as its guests see it, or with the description `asWritten` by a member.
 *
 * @param {{ event: any, title?: string, asWritten?: boolean }} properties
 */
export function Preview({ event, title = "As guests see it", asWritten }) {
  const { coverUrl, name, meetingUrl, visibility, maxCapacity, description } = event;
  const at = (iso) => iso && momentIn(iso, event.timezone || zone);
  const facts = [
    ["Starts", at(event.startAt)], ["Ends", at(event.endAt)],
    ["Time zone", event.timezone && !isKnownZone(event.timezone) && unknownZone(event.timezone)],
    ["Place", event.location],
    ["Meeting", meetingUrl && html`<${ExternalLink} url=${meetingUrl}>${meetingUrl}<//>`],
    ["Visible to", visibility && words(visibility)],
    ["Places", maxCapacity ? number(Number(maxCapacity)) : "No limit"],
  ];
  return html`<${Card} title=${title}>
    ${coverUrl && html`<${Picture} class="cover-image" url=${coverUrl} />`}
    <h3>${name || "Untitled"}</h3>
    <${Facts} items=${facts.filter(([, value]) => value)} />
    ${description && (asWritten
      ? html`<p class="prose">${description}</p><p class="note hint">${AS_WRITTEN}</p>`
      : html`<${Rendered} text=${description} keepsLines />`)}
    ${(event.ticketDrafts || []).map(
      ({ type, name, priceUsd }) => html`<p>
        <${Badge} value=${type} /> ${name}${priceUsd ? ` · $${number(priceUsd)}` : ""}
      </p>`,
    )}
  <//>`;
}

const unknownZone = (timezone) => `This browser does not know ${timezone}: times are in UTC.`;

function clock(timezone) {
  const hint = isKnownZone(timezone) ? "In the time zone of the event." : unknownZone(timezone);
  return { type: "datetime-local", hint };
}

const INVITE = {
  name: "inviteeEmails", label: "Invite", type: "list", as: "emails",
  hint: "E-mail addresses, with or without an account. Paste a list.",
};
const fields = (timezone) => [
  { name: "name", required: true },
  { name: "startAt", label: "Starts", required: true, ...clock(timezone) },
  { name: "endAt", label: "Ends", ...clock(timezone) },
  { name: "timezone", label: "Time zone", type: "select", options: zoneOptions(timezone) },
  { name: "location", label: "Place" },
  { name: "meetingUrl", label: "Address of the online meeting", type: "url", placeholder: "https://" },
  { name: "visibility", type: "select", options: ["members-only", "public", "private"] },
  { name: "maxCapacity", label: "Places", type: "number", hint: "Empty: no limit." },
  { name: "description", type: "textarea", rows: 8, hint: "Markdown." },
];

/** The times of an event for the fields of the form. */
function localTimes({ startAt, endAt, timezone }) {
  return { startAt: toLocalIn(startAt, timezone), endAt: toLocalIn(endAt, timezone) };
}

/** Whether the field `name` is still as it was for the event `former`. */
function isUntouched(name, values, former) {
  return values.timezone === former.timezone && values[name] === localTimes(former)[name];
}

/**
 * The members of a request from the values of the form. Times that are untouched stay as they are:
 * the fields have no milliseconds, and do not tell apart the two hours that autumn repeats.
 */
function toRequest(values, coverUrl, former) {
  const time = (name) =>
    isUntouched(name, values, former) ? former[name] || "" : toIsoIn(values[name], values.timezone);
  const { name, timezone, location, meetingUrl, visibility, description, maxCapacity } = values;
  return {
    ...{ name, timezone, location, meetingUrl, visibility, description, coverUrl },
    startAt: time("startAt"), endAt: time("endAt"),
    maxCapacity: maxCapacity && Number(maxCapacity),
  };
}

/** Create an event, or change `event`. The preview follows the input. */
export function Editor({ event }) {
  const former = event || { timezone: zone, visibility: "members-only" };
  const [cover, setCover] = useState(former.coverUrl || "");
  const values = {
    ...former, ...localTimes(former), maxCapacity: former.maxCapacity ?? "",
  };
  const own = event ? ["events", event.id] : ["events"];
  async function submit(input) {
    for (const name of ["startAt", "endAt"]) {
      if (!isUntouched(name, input, former)) mustExist(name, input[name], input.timezone);
    }
    const request = toRequest(input, cover, former);
    if (event) {
      await call("updateEvent", { id: event.id }, changes(event, request));
      changed("The event was changed.", () => go(own));
      return;
    }
    const members = filled({ ...request, inviteeEmails: input.inviteeEmails });
    const created = await call("createEvent", {}, members);
    toast(`The event was created. Guests invited: ${created.invites.invitedCount}.`);
    go(["events", created.event.id]);
  }
  return html`<${Page} title=${event ? `Edit ${event.name}` : "New event"}
    back=${event ? { href: href(own), label: event.name } : BACK}>
    <${PreviewedForm} kind="" fields=${[...fields(former.timezone), ...(event ? [] : [INVITE])]}
      values=${values} submit=${submit} onCancel=${() => go(own)}
      draft="event ${event?.id ?? "new"}"
      label=${event ? "Save" : "Create the event"}
      preview=${(input) => html`<${Preview} event=${toRequest(input, cover, former)} />`}>
      <${Cover} url=${cover} set=${setCover} upload=${uploadEventCover}
        accept="image/jpeg,image/png" hint="JPEG or PNG, at most 10 MiB." />
    <//>
  <//>`;
}

export function Event({ id, editing }) {
  const state = useCall("getEvent", { id });
  return html`<${RecordPage} state=${state} noun="Event" back=${BACK}>
    ${(event) => html`<${editing ? Editor : EventPage} event=${event} />`}
  <//>`;
}

/** @type {Decision} */
const CANCEL = {
  label: "Cancel the event", kind: "danger", fields: [], mail: "the cancellation", to: "its guests",
  text: "It is removed from every list, and its guests are notified by e-mail.",
  request: ({ id }) => ["deleteEvent", { id }],
  after: ({ id }) => route.value.path[1] === id && go(["events"]),
};

function EventPage({ event }) {
  const { id, name, startAt, timezone, visibility, lumaUrl } = event;
  const actions = html`${visibility === "public" &&
    html`<${ExternalLink} class="button" url=${lumaUrl}>Public page<//>`}
    <a class="button primary" href=${href(["events", id, "edit"])}>Edit</a>
    <${Decisions} record=${event} decisions=${[CANCEL]} title=${name} />`;
  return html`<${Page} title=${name} subtitle=${momentIn(startAt, timezone)} back=${BACK}
    actions=${actions}>
    <div class="split"><${Guests} event=${event} /><${Preview} event=${event} /></div>
  <//>`;
}

const GUEST_STATES = ["going", "invited", "declined"];

function Guests({ event }) {
  const { id, maxCapacity } = event;
  const state = useData((signal) => loadAll("listGuests", { id }, signal), [id]);
  const inviteAction = html`<${Action} run=${() => invite(event, state.reload)}>Invite<//>`;
  return html`<${Card} title="Guests" actions=${inviteAction}>
    <${Loaded} state=${state}>
      ${(guests) => {
        const groups = GUEST_STATES.map((each) => guests.filter(({ status }) => status === each));
        const going = groups[0].length;
        return html`${maxCapacity && html`<${Bar} value=${going} most=${maxCapacity}>
            ${number(going)} of ${number(maxCapacity)} places are taken<//>`}
          ${guests.length === 0 && html`<${Empty}>Nobody is invited yet. Guests appear here.<//>`}
          ${groups.map(
            (group, index) => group.length > 0 &&
              html`<details key=${GUEST_STATES[index]} open>
                <summary><${Badge} value=${GUEST_STATES[index]} /> ${number(group.length)}</summary>
                <${Rows} kind="guests" items=${group} show=${guestLine} />
              </details>`,
          )}`;
      }}
    <//>
  <//>`;
}

function guestLine({ name, email, accountId, answeredAt, invitedAt }) {
  const shown = name || email;
  const title = accountId ? html`<a href=${href(["people", accountId])}>${shown}</a>` : shown;
  return html`<${Line} title=${title} quiet=${name && address(email)}>
    <span class="quiet"><${When} at=${answeredAt || invitedAt} /></span>
  <//>`;
}

const INVITEES = {
  name: "inviteeEmails", label: "E-mail addresses", type: "list", as: "emails", rows: 6,
  required: true,
  hint: "With or without an account. Paste a list: spaces, commas and lines separate addresses.",
};
const NOT_INVITED = {
  already_invited: "Invited before:", unsubscribed: "Unsubscribed from invitations:",
  unavailable: "With an account that is disabled or about to be erased:",
};

/** Invite pasted addresses, and show those that were not invited. */
async function invite({ id, name }, reload) {
  const outcome = await ask({
    title: `Invite to ${name}`, label: "Invite", fields: [INVITEES],
    submit: ({ inviteeEmails }) => inviteAddresses(id, inviteeEmails),
  });
  if (!outcome) return;
  changed(`Guests invited: ${outcome.invitedCount}.`, reload);
  const parts = Object.entries(NOT_INVITED).map(([reason, text]) => {
    const found = outcome.addresses.filter((one) => one.outcome === reason);
    const list = html`<ul>${found.map(({ email }) => html`<li>${email}</li>`)}</ul>`;
    return found.length > 0 && html`<p>${text}</p>${list}`;
  });
  if (parts.some(Boolean)) await show({ title: "Not invited", content: html`${parts}` });
}

async function inviteAddresses(id, inviteeEmails) {
  if (inviteeEmails.length === 0) {
    const message = "There is no e-mail address in this text.";
    throw faultAt("inviteeEmails", message, "Type at least one e-mail address.");
  }
  return call("addGuests", { id }, { inviteeEmails });
}
