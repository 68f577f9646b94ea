// The events, and one of them. Without a session, they come with the page of the server.
import { Markup } from "../../ui/markup.js";
import { getEvent, listEvents, respondToInvite } from "../api/events.js";
import { Times, eventCard, isOver, saveCalendarFile } from "../parts/event.js";
import { More, allOf, usePages } from "../parts/pages.js";
import { Report } from "../parts/report.js";
import { Action, ExternalLink, Facts, Loaded, Loading, Single, Tabs, href, html, isFirst, isOwn,
  placeOf, preloaded, route, session, toast, useApi, useBusy, useEffect, useState, useTitle }
  from "../ui.js";

const LIMIT = 50;
const YEAR = 365 * 86_400_000;
// Without their names, the page of a visitor at this address is not taken for a member's.
const list = (...sent) => listEvents(...sent);
const get = (...sent) => getEvent(...sent);
const FULL = "All places are taken. Try again later: a place is free when another guest declines.";

export function Events() {
  if (!session.value) return html`<${PublicEvents} />`;
  const isPast = route.value.query.when === "past";
  const tabs = [
    ["coming", "Coming", href(["events"])], ["past", "Past", href(["events"], { when: "past" })],
  ];
  return html`<section class="middle">
    <header class="screen-head"><h1 tabindex="-1">Events</h1>
      <a class="button" href=${href(["submissions"])}>My events</a></header>
    <${Tabs} items=${tabs} active=${isPast ? "past" : "coming"} label="Events" />
    ${isPast ? html`<${PastEvents} />` : html`<${ComingEvents} />`}
  </section>`;
}

const PublicEvents = () => html`<section class="middle"><h1 tabindex="-1">Events</h1>
  <${Loaded} state=${usePublic("listEvents")} one="event">
    ${(data) => (data?.items.length > 0
      ? html`<ul class="events plain-list record-list tight">${data.items.map(card)}</ul>`
      : html`<p class="empty">No public event is planned at the moment.${" "}
          <a href=${href(["sign-in"], { next: "events" })}>Sign in</a>${" "}
          to see the events for members.</p>`)}
  <//>
</section>`;

/**
 * What the page of this address came with, or null. Another page must come from the server.
 *
 * @template {OperationId} O
 * @param {O} operationId
 * @returns {State<?Answer<O>>}
 */
function usePublic(operationId) {
  useEffect(() => {
    if (!isFirst()) location.reload();
  }, []);
  const data = isFirst() ? preloaded(operationId) ?? null : undefined;
  return { data, error: null, reload: () => location.reload() };
}

function ComingEvents() {
  const state = usePages(list, { from: hour(), limit: LIMIT });
  return html`<${Loaded} state=${state} one="event">
    ${({ items }) => html`${items.length === 0 && html`<p class="empty">
        No event is planned at the moment.${" "}
        <a href=${href(["submissions", "new"])}>Propose one</a>.</p>`}
      <ul class="events plain-list record-list tight">${items.map(card)}</ul>
      <${More} state=${state} />`}
  <//>`;
}

/** Those of the last year: the API lists the earliest event first. */
function PastEvents() {
  const state = useApi(allOf(listEvents), { endedBefore: hour(), from: hour(YEAR) });
  return html`<${Loaded} state=${state} one="event">
    ${(items) => (items.length === 0
      ? html`<p class="empty">No event has taken place in the last year.${" "}
          <a href=${href(["events"])}>Look at those to come</a>.</p>`
      : html`<ul class="events plain-list record-list tight">${items.toReversed().map(card)}</ul>`)}
  <//>`;
}

/** The hour some milliseconds ago: the same request does not change with each rendering. */
function hour(ago = 0) {
  return `${new Date(Date.now() - ago).toISOString().slice(0, 13)}:00:00Z`;
}

const card = (one) => eventCard("events", one, one.myReply, one.location || "Online");

export function Event({ id }) {
  return session.value ? html`<${MemberEvent} id=${id} />` : html`<${PublicEvent} id=${id} />`;
}

function PublicEvent({ id }) {
  const { data: event } = usePublic("getEvent");
  const signIn = href(["sign-in"], { next: `events/${id}` });
  useTitle(event?.name);
  if (event === undefined) return html`<${Loading} />`;
  if (!event) {
    return html`<section class="narrow"><h1 tabindex="-1">Sign in to see this event</h1>
      <p class="lead">This event is for members or for its guests.</p>
      <p><a class="button primary" href=${signIn}>Sign in</a></p></section>`;
  }
  return html`<${Details} event=${event}>
    ${isOver(event) ? html`<p>This event is over.</p>`
      : html`<a class="button primary" href=${signIn}>Sign in to reply</a>`}
  <//>`;
}

function MemberEvent({ id }) {
  return html`<${Single} state=${useApi(get, { id })} titleOf=${({ name }) => name}
      missing="This event does not exist, was cancelled, or is for its guests only.">
    ${(event) => html`<${Details} event=${event}>
      <${Reply} event=${event} />
    <//>`}
  <//>`;
}

/** An event. `children` say what the reader can do. */
function Details({ event, children }) {
  const { name, coverUrl, descriptionHtml, location: place, meetingUrl, lumaUrl } = event;
  const facts = [
    ["When", html`<${Times} event=${event} />`], ["Where", place],
    [place ? "Also online" : "Online", meetingUrl &&
      html`<${ExternalLink} url=${meetingUrl}>Join at ${placeOf(meetingUrl)}<//>`],
    ["Page", !isOwn(lumaUrl) && html`<${ExternalLink} url=${lumaUrl}>${placeOf(lumaUrl)}<//>`],
  ];
  return html`<article class="event-page">
    ${isOwn(coverUrl) && html`<img class="cover" src=${coverUrl} alt="" />`}
    <h1 tabindex="-1" dir="auto">${name}</h1>
    <div class="aside end">
      <section class="panel box" aria-label="Time, place and reply">
        <${Facts} items=${facts} omitEmpty />
        ${children}
        <${Action} run=${() => saveCalendarFile(event)}>Add to your calendar<//>
        <${Report} kind="event" id=${event.id} />
      </section>
      <div class="event-text">
        ${descriptionHtml
          ? html`<${Markup} source=${descriptionHtml} top=${2} keepsLines />`
          : html`<p class="quiet">No description was given.</p>`}
      </div>
    </div>
  </article>`;
}

/** What the reader has replied, and the other reply. */
function Reply({ event }) {
  const { id, allowedActions } = event;
  const [reply, setReply] = useState(event.myReply);
  const [fault, setFault] = useState("");
  const [busy, run] = useBusy((error) =>
    setFault(error.code === "event_full" ? FULL : error.message));
  if (!allowedActions.includes("respondToInvite")) {
    return html`<p>This event is over.${reply === "going" && " You were going."}</p>`;
  }
  const send = (status) => run(async () => {
    setFault("");
    setReply((await respondToInvite({ id }, { status })).status);
    toast(status === "going" ? "You are going." : "You have declined.");
  });
  const button = (status, text) => html`<button type="button" aria-pressed=${reply === status}
    class=${status === "going" && !reply ? "primary" : ""} onClick=${() => send(status)}>
    ${text}
  </button>`;
  return html`<div class="reply" role="group" aria-label="Your reply" aria-busy=${busy}>
    <b>${reply ? "Your reply" : "Will you come?"}</b>
    <div>${button("going", "Going")} ${button("declined", "Not going")}</div>
    ${fault && html`<p class="notice bad" role="alert">${fault}</p>`}
  </div>`;
}
