// Consultations: a board from the request to the end, and one consultation.
import { Badge, Board, Card, Changed, Decisions, Empty, ExternalLink, Facts, Field, History, Loaded, Page,
  PersonLink, When, filled, href, html, loadAll, momentIn, mustBeFaultless, mustExist, ownerOf,
  route, setQuery, toIso, useCall, useData, useRefreshOnFocus, words, zone } from "../ui.js";

const STATES = ["requested", "scheduled", "completed"];
const END_STATES = ["declined", "cancelled"];
const NOTE = { name: "note", type: "textarea", hint: "Sent to the owner with the decision." };
/** What a consultation needs to be scheduled: a time, and a place or a link. */
const APPOINTMENT = [
  {
    name: "startAt", label: "Starts", type: "datetime-local", required: true,
    hint: `In your time zone, ${zone.replaceAll("_", " ")}. The e-mail to the owner names it.`,
  },
  { name: "location", label: "Place", hint: "A place, a link, or both." },
  { name: "meetingUrl", label: "Link of the call", type: "url", placeholder: "https://" },
];
const decision = (status, label, mail, more) => ({
  label, mail, text: "The owner is notified by e-mail.", fields: [NOTE],
  request: ({ id }, input) => requestOf(id, status, input), ...more,
});
export const SCHEDULE = decision("scheduled", "Schedule", "“Your consultation is scheduled”", {
  fields: [...APPOINTMENT, NOTE],
});
const COMPLETE = decision("completed", "Complete", "“Your consultation is completed”");
export const DECLINE = decision(
  "declined", "Decline", "“Your consultation request was declined”",
  { kind: "danger", decision: "decline" },
);
const DECISIONS = { requested: [SCHEDULE, DECLINE], scheduled: [COMPLETE, DECLINE] };
const SEARCH = { name: "search", type: "search", placeholder: "Title, company or challenge" };
const ENDED = { name: "ended", type: "checkbox", label: "Show declined and cancelled" };
const WAITS = { name: "expert", type: "checkbox", label: "Waits for the expert" };
const BACK = { href: href(["consultations"]), label: "Consultations" };

export function Consultations({ path: [id] }) {
  return id ? html`<${Consultation} key=${id} id=${id} />` : html`<${All} />`;
}

function All() {
  const { search = "", ended = "", expert = "" } = route.value.query;
  const state = useData((signal) => loadAll("adminListConsultations", {}, signal), []);
  useRefreshOnFocus(state.reload);
  const typed = search.toLowerCase();
  const isFound = (one) => (!expert || waitsForExpert(one)) &&
    [one.roleTitle, one.organizationName, one.challenge]
      .some((text) => text.toLowerCase().includes(typed));
  const setExpert = (isShown) => setQuery({ expert: isShown ? "waits" : "" });
  const setEnded = (isShown) => setQuery({ ended: isShown ? "yes" : "" });
  const show = (one) => html`<${Summary} consultation=${one} reload=${state.reload} />`;
  return html`<${Page} title="Consultations" subtitle="From the request to the end">
    <div class="filters" role="search">
      <${Field} field=${SEARCH} value=${search}
        onInput=${(text) => setQuery({ search: text }, true)} />
      <${Field} field=${ENDED} value=${ended} onInput=${setEnded} />
      <${Field} field=${WAITS} value=${expert} onInput=${setExpert} />
    </div>
    <${Loaded} state=${state}>
      ${(items) =>
        items.length === 0
          ? html`<${Empty}>Requests of members for a consultation appear here.<//>`
          : html`<${Board} items=${items} isShown=${isFound} show=${show}
              states=${ended ? [...STATES, ...END_STATES] : STATES} />`}
    <//>
  <//>`;
}

function Summary({ consultation, reload }) {
  const { id, roleTitle, organizationName, challenge, note, userId } = consultation;
  return html`<a href=${href(["consultations", id])}><b>${roleTitle}</b></a>
    <div>${organizationName}</div>
    <p class="excerpt">${challenge}</p>
    <div class="quiet">
      Match ${consultation.matchScore} · <${PersonLink} id=${userId} /> ·${" "}
      <${When} at=${consultation.createdAt} />
    </div>
    ${consultation.startAt && html`<p>${timeOf(consultation)}</p>`}
    ${note && html`<p class="quiet">Note: ${note}</p>`}
    <${ExpertAnswer} consultation=${consultation} />
    <div class="actions"><${Buttons} consultation=${consultation} reload=${reload} /></div>`;
}

const waitsForExpert = ({ status, expertId, expertAnswer }) =>
  status === "requested" && expertId && !expertAnswer;

/** Whom the client asks, and what the expert has answered. */
function ExpertAnswer({ consultation }) {
  const { expertId, expert, expertAnswer: answer } = consultation;
  if (!expertId) return null;
  const said = { available: "is available", declined: "has declined" };
  return html`<div class="expert-answer">
    <p>Expert: <${PersonLink} id=${expertId} />
      ${answer && html` ${said[answer.answer]}, <${When} at=${answer.at} />`}
      ${waitsForExpert(consultation) && " · Waits for the expert"}
      ${!expert.isListed && " · Not in the directory now"}</p>
    ${answer?.slots.map((slot) => html`<p key=${slot}>${momentIn(slot, zone)}</p>`)}
    ${answer?.note && html`<p class="prose" dir="auto">${answer.note}</p>`}
  </div>`;
}

function Buttons({ consultation, reload }) {
  const { status, roleTitle, userId } = consultation;
  return html`<${Decisions} record=${consultation} decisions=${DECISIONS[status] || []} isNamed
    title=${roleTitle} owner=${() => ownerOf(userId)} reload=${reload} />`;
}

/** The request of a decision. The input is that of `SCHEDULE`, or a note only. */
function requestOf(id, status, { startAt, ...texts }) {
  const { location, meetingUrl } = texts;
  if (status === "scheduled") {
    mustBeFaultless({
      startAt: !(Date.parse(startAt) > Date.now()) && "Type a time in the future.",
      location: !location.trim() && !meetingUrl.trim() && "Type a place, or the link of a call.",
    });
    mustExist("startAt", startAt);
  }
  const time = startAt ? { startAt: toIso(startAt), timezone: zone } : {};
  return ["adminUpdateConsultation", { id }, filled({ status, ...texts, ...time })];
}

/** The time in the zone in which the owner was told of it. */
const timeOf = ({ startAt, timezone }) => startAt && momentIn(startAt, timezone);

function Consultation({ id }) {
  const state = useCall("getConsultation", { id });
  const { data: one, reload } = state;
  const text = (title, content) =>
    content && html`<h3>${title}</h3><p class="prose">${content}</p>`;
  return html`<${Page} back=${BACK} title=${one ? one.roleTitle : "Consultation"}
    subtitle=${one && `${one.organizationName} · ${one.organizationLocation}`}
    actions=${one && html`<${Buttons} consultation=${one} reload=${reload} />`}>
    <${Loaded} state=${state}>
      ${() => html`<${Changed} record=${one} />
        <${Card} title="Request">
          <${Facts}
            items=${[
              ["Status", html`<${Badge} value=${one.status} />`],
              ["Requested by", html`<${PersonLink} id=${one.userId} />`],
              ["Requested", html`<${When} at=${one.createdAt} />`],
              ...(one.startAt ? appointment(one) : []), ["Match", `${one.matchScore} of 100`],
              ["Expertise", nameOfExpertise(one.primaryExpertise)],
              ["Duration", one.engagementDuration], ["Hourly rate", one.hourlyRate],
              ["Availability", one.availability], ["Timeline", timelineText(one.timeline)],
              ["Curated by", one.curatedBy],
            ]} />
          <${ExpertAnswer} consultation=${one} />
          ${text("Challenge", one.challenge)} ${text("Why they match", one.matchInsights)}
          ${text("Note to the owner", one.note)}
        <//>
        <${Card} title="History"><${History} target=${id} turn=${one} /><//>`}
    <//>
  <//>`;
}

function appointment(one) {
  const link = html`<${ExternalLink} url=${one.meetingUrl}>${one.meetingUrl}<//>`;
  return [["Starts", timeOf(one)], ["Place", one.location], ["Link", one.meetingUrl && link]];
}

/** A timeline is a text, or an object of the client's choice. */
function timelineText(timeline) {
  if (typeof timeline === "string") return timeline;
  const text = (value) => (typeof value === "object" ? JSON.stringify(value) : value);
  const parts = Object.entries(timeline).map(([name, value]) => `${words(name)}: ${text(value)}`);
  return parts.join(", ");
}

/** @param {Answer<"getConsultation">["primaryExpertise"]} expertise */
const nameOfExpertise = (expertise) =>
  (typeof expertise === "string" ? expertise : expertise.name);
