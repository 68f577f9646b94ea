// The events that a member proposes, and the private address of their calendar.
import { createCalendarFeedToken, getMyEventRequest, listMyEventRequests, revokeCalendarFeedToken,
  withdrawEventRequest } from "../api/events.js";
import { Times, eventCard } from "../parts/event.js";
import { More, usePages } from "../parts/pages.js";
import { Prose } from "../parts/prose.js";
import { Action, Badge, ExternalLink, Facts, Loaded, Single, When, ask, go, href, html, isOwn,
  number, route, show, toast, useApi, useTitle, words } from "../ui.js";
import { SubmissionForm } from "./submission_form.js";

const STATES = {
  pending: "An administrator looks at it. You are told the decision by e-mail.",
  approved: "The event was published.",
  rejected: "An administrator rejected this event:",
};

export function Submissions() {
  const state = usePages(listMyEventRequests, { limit: 20 });
  return html`<header class="screen-head"><h1 tabindex="-1">My events</h1>
      <a class="button primary" href=${href(["submissions", "new"])}>Propose an event</a></header>
    <div class="aside end">
      <div><${Loaded} state=${state} one="event">
        ${({ items }) => html`${items.length === 0 && html`<p class="empty">
            You have proposed no event yet. An administrator publishes what you propose.
          </p>`}
          <ul class="events plain-list record-list tight">${items.map(card)}</ul>
          <${More} state=${state} />`}
      <//></div>
      <${CalendarAddress} />
    </div>`;
}

const card = (one) => eventCard("submissions", one, one.status, one.rejectionReason);

function CalendarAddress() {
  async function make() {
    const made = await ask({
      title: "Get a calendar address", label: "Get the address",
      text: "Whoever has the address sees your events. An address from before stops working.",
      submit: () => createCalendarFeedToken(),
    });
    if (made) show({ title: "Your calendar address", content: html`<${Address} ...${made} />` });
  }
  const remove = () =>
    ask({
      title: "Turn the address off?", label: "Turn off", danger: true,
      text: "Calendars that use it are no longer updated.", submit: () => revokeCalendarFeedToken(),
      done: "The address no longer works.",
    });
  return html`<section class="panel box calendar-address" aria-labelledby="calendar-address">
    <h2 id="calendar-address">In your own calendar</h2>
    <p>A private address keeps Google, Apple or Outlook up to date with the events here.</p>
    <${Action} run=${make}>Get an address<//>
    <${Action} kind="link" run=${remove}>Turn the address off<//>
  </section>`;
}

const PROGRAMS = [
  ["Google Calendar", "Other calendars, plus sign, From URL."],
  ["Apple Calendar", "File, New Calendar Subscription. On an iPhone: Calendars, Add Calendar."],
  ["Outlook", "Add calendar, Subscribe from web."],
];

function Address({ url }) {
  async function copy() {
    await navigator.clipboard.writeText(url);
    toast("The address was copied.");
  }
  return html`<p>It is shown only now. Treat it like a password.</p>
    <div class="copied-address">
      <input readonly aria-label="Calendar address" value=${url}
        onFocus=${({ currentTarget }) => currentTarget.select()} />
      <${Action} run=${copy}>Copy<//>
    </div>
    <${Facts} items=${PROGRAMS} />
    <p><a href=${url.replace(/^https?/, "webcal")}>Open in the calendar of this device</a></p>`;
}

export function Submission({ id }) {
  if (id === "new") return html`<${NewSubmission} from=${route.value.query.from} />`;
  return html`<${Submitted} id=${id} />`;
}

function NewSubmission({ from }) {
  useTitle("Propose an event");
  return html`<section class="middle"><h1 tabindex="-1">Propose an event</h1>
    <p class="lead">An administrator looks at it before it is published.</p>
    ${from ? html`<${Again} id=${from} />` : html`<${SubmissionForm} />`}
  </section>`;
}

function Again({ id }) {
  return html`<${Loaded} state=${useApi(getMyEventRequest, { id })}>
    ${(former) => html`<${SubmissionForm} former=${former} />`}
  <//>`;
}

function Submitted({ id }) {
  const state = useApi(getMyEventRequest, { id });
  return html`<${Single} state=${state} titleOf=${({ name }) => name}
      missing="You have withdrawn this event, or it is of another account.">
    ${(request) => html`<article class="event-page">
      ${isOwn(request.coverUrl) && html`<img class="cover" src=${request.coverUrl} alt="" />`}
      <p><a href=${href(["submissions"])}>My events</a></p>
      <h1 tabindex="-1" dir="auto">${request.name}</h1>
      <div class="aside end">
        <div class="event-text">
          <${Prose} text=${request.description || "No description was given."} />
        </div>
        <section class="panel box" aria-label="State and details">
          <${State} request=${request} reload=${state.reload} />
          <${Details} request=${request} />
        </section>
      </div>
    </article>`}
  <//>`;
}

function State({ request, reload }) {
  const { id, name, status, rejectionReason, lumaEventUrl, allowedActions } = request;
  async function withdraw() {
    const isWithdrawn = await ask({
      title: `Withdraw ${name}?`, label: "Withdraw", danger: true, reload,
      text: "It is deleted, and no administrator decides about it.",
      submit: () => withdrawEventRequest({ id }),
    });
    if (!isWithdrawn) return;
    toast("The event was withdrawn.");
    go(["submissions"]);
  }
  return html`<p><${Badge} value=${status} /></p>
    <p>${STATES[status]}</p>
    ${rejectionReason && html`<blockquote dir="auto">${rejectionReason}</blockquote>`}
    ${status === "approved" && html`<${ExternalLink} class="button" url=${lumaEventUrl}>
      Open the event<//>`}
    ${status === "rejected" && html`<a class="button" href=${href(["submissions", "new"],
      { from: id })}>Change and propose it again</a>`}
    ${allowedActions.includes("withdrawEventRequest") &&
    html`<${Action} run=${withdraw}>Withdraw<//>`}`;
}

function Details({ request }) {
  const { location: place, meetingUrl, visibility, maxCapacity, ticketDrafts } = request;
  const tickets = ticketDrafts?.length > 0 && html`<ul class="tickets plain-list">
    ${ticketDrafts.map((one) => html`<li><bdi>${one.name}</bdi> · ${priceOf(one)}</li>`)}
  </ul>`;
  return html`<${Facts} omitEmpty items=${[
    ["When", html`<${Times} event=${request} />`], ["Where", place],
    ["Online", meetingUrl && html`<${ExternalLink} url=${meetingUrl}>${meetingUrl}<//>`],
    ["Who sees it", words(visibility)], ["Places", maxCapacity && number(maxCapacity)],
    ["Tickets", tickets], ["Proposed", html`<${When} at=${request.createdAt} />`],
    ["Decided", request.reviewedAt && html`<${When} at=${request.reviewedAt} />`],
  ]} />`;
}

const priceOf = ({ type, priceUsd }) =>
  type === "free" ? "free" : `$${number(priceUsd ?? 0)}`;
