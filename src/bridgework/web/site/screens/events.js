// The events to come, and one of them. Without a session, they come with the page of the server.
import { getEvent, listEvents } from "../api/events.js";
import { Loaded, Markup, Missing, href, html, isFirst, isKnownZone, isOwn, momentIn, preloaded,
  session, settings, useData, useEffect, useTitle } from "../ui.js";

/** Load a result with a session; without one, it is what the page of this address came with. */
function useEvents(operation, params) {
  const isMember = Boolean(session.value);
  const known = isMember ? undefined : preloaded(operation.operationId);
  const load = (signal) => (isMember ? operation(params, signal) : Promise.resolve(known ?? null));
  useEffect(() => {
    if (!isMember && !isFirst()) location.reload();
  }, []);
  return useData(load, [isMember, JSON.stringify(params)], known);
}

export function Events() {
  const state = useEvents(listEvents, { from: hour(), limit: 50 });
  return html`<section class="middle"><h1 tabindex="-1">Events</h1>
    <${Loaded} state=${state}>
      ${(data) => (data?.items.length > 0
        ? html`<ul class="events">${data.items.map(card)}</ul>`
        : html`<p class="empty">No public event is planned at the moment.
            ${!session.value && html` <a href=${href(["sign-in"], { next: "events" })}>Sign in</a>
              to see the events for members.`}</p>`)}
    <//>
  </section>`;
}

/** The present hour: the same request does not change with each rendering. */
function hour() {
  return `${new Date().toISOString().slice(0, 13)}:00:00Z`;
}

/** The day of an event in its own time zone, as a leaf of a calendar. */
function Leaf({ at, timeZone }) {
  const zone = isKnownZone(timeZone) ? timeZone : "UTC";
  const part = (style) => new Intl.DateTimeFormat(undefined, { timeZone: zone, ...style }).format(
    new Date(at),
  );
  return html`<time class="leaf" datetime=${at} aria-hidden="true">
    <b>${part({ day: "numeric" })}</b> ${part({ month: "short" })}
  </time>`;
}

const card = (one) => html`<li key=${one.id}>
  <${Leaf} at=${one.startAt} timeZone=${one.timezone} />
  <div>
    <h2><a href=${href(["events", one.id])} dir="auto">${one.name}</a></h2>
    <p>${momentIn(one.startAt, one.timezone)}</p>
    ${one.location && html`<p class="quiet" dir="auto">${one.location}</p>`}
  </div>
</li>`;

export function Event({ id }) {
  const state = useEvents(getEvent, { id });
  useTitle(state.data?.name, settings.name);
  if (state.error?.status === 404) {
    return html`<${Missing} title="No longer available"
      text="This event does not exist, was cancelled, or is for its guests only." />`;
  }
  return html`<${Loaded} state=${state}>
    ${(event) => (event
      ? html`<article class="reading">
          ${isOwn(event.coverUrl) && html`<img class="cover" src=${event.coverUrl} alt="" />`}
          <h1 tabindex="-1" dir="auto">${event.name}</h1>
          <dl class="facts">
            <div><dt>When</dt><dd>${momentIn(event.startAt, event.timezone)}
              ${event.endAt && html` to ${momentIn(event.endAt, event.timezone)}`}</dd></div>
            ${event.location && html`<div><dt>Where</dt>
              <dd dir="auto">${event.location}</dd></div>`}
          </dl>
          ${event.descriptionHtml
            ? html`<${Markup} source=${event.descriptionHtml} top=${2} keepsLines />`
            : html`<p class="prose" dir="auto">${event.description}</p>`}
          ${!session.value && html`<p><a class="button primary"
            href=${href(["sign-in"], { next: `events/${id}` })}>Sign in to reply</a></p>`}
        </article>`
      : html`<section class="narrow"><h1 tabindex="-1">Sign in to see this event</h1>
          <p class="lead">This event is for members or for its guests.</p>
          <p><a class="button primary" href=${href(["sign-in"], { next: `events/${id}` })}>
            Sign in</a></p></section>`)}
  <//>`;
}
