// The consultations that a member has asked for, and one of them.
import { cancelConsultation, getConsultation, listMyConsultations } from "../api/consultations.js";
import { useLive } from "../live.js";
import { More, usePages } from "../parts/pages.js";
import { Prose } from "../parts/prose.js";
import { Badge, Facts, Loaded, Single, Status, When, ask, href, html, moment, momentIn, useApi,
  words, zone } from "../ui.js";
import { AskForConsultation } from "./consultations_ask.js";

const LIMIT = 50;
/** The states in the order in which they concern the reader, with a heading for each group. */
const GROUPS = [
  ["Scheduled", ["scheduled"]], ["Waiting for an answer", ["requested"]],
  ["Past", ["completed", "declined", "cancelled"]],
];
/** What happens next, by state. */
const NEXT = {
  requested: "The staff read your request. You are told here what they decide.",
  scheduled: "If you have no time then, cancel the consultation and ask again.",
  completed: "This consultation has taken place.",
  declined: "This consultation does not take place.",
  cancelled: "You have cancelled this consultation.",
};

export function Consultations() {
  const state = usePages(listMyConsultations, { limit: LIMIT });
  useLive(["consultation"], state.reload);
  return html`<section class="middle">
    <div class="page-head">
      <h1 tabindex="-1">Consultations</h1>
      <a class="button" href=${href(["experts"])}>Find an expert</a>
    </div>
    <${Loaded} state=${state} one="consultation">
      ${({ items }) => html`
        ${items.length === 0 ? html`<${None} />` : GROUPS.map(group(items))}
        <${More} state=${state} />`}
    <//>
  </section>`;
}

const None = () => html`<p class="empty">You have not asked for a consultation. Choose an expert,
  and say what you need help with. <a href=${href(["experts"])}>Find an expert</a></p>`;

const group = (all) => ([title, states]) => {
  const items = all.filter(({ status }) => states.includes(status));
  return items.length > 0 && html`<section key=${title} aria-label=${title}>
    <h2 class="group">${title} <span class="quiet">${items.length}</span></h2>
    <ul class="records plain-list">${items.map(card)}</ul>
  </section>`;
};

const card = (one) => html`<li key=${one.id} class="box">
  <div class="record-head">
    <h3><a href=${href(["consultations", one.id])} dir="auto">${one.roleTitle}</a></h3>
    <${Badge} value=${one.status} />
  </div>
  <p class="quiet">${expertOf(one) && html`With <bdi>${expertOf(one)}</bdi> · `}
    <bdi>${expertiseOf(one)}</bdi> · <bdi>${one.engagementDuration}</bdi>
    ${" · "}asked <${When} at=${one.createdAt} /></p>
  ${one.status === "scheduled" && html`<p><b>${timeOf(one)}</b></p>`}
  ${one.note && html`<div class="note"><${Prose} text=${one.note} /></div>`}
</li>`;

/** The time in the zone of the reader. */
const timeOf = ({ startAt }) => (startAt ? momentIn(startAt, zone) : "");
/** The name of the expert, which the form of this site puts into the timeline. */
const expertOf = ({ timeline: { expert } }) => (typeof expert === "string" ? expert : "");
const expertiseOf = ({ primaryExpertise }) => primaryExpertise.name ?? primaryExpertise;

/** A consultation; at `consultations/ask/0194…`, the form that asks an expert for one. */
export function Consultation({ id, part }) {
  return id === "ask" && part
    ? html`<${AskForConsultation} expertId=${part} />`
    : html`<${One} id=${id} />`;
}

function One({ id }) {
  const state = useApi(getConsultation, { id });
  useLive(["consultation"], state.reload);
  return html`<${Single} state=${state} titleOf=${({ roleTitle }) => roleTitle} heading="Not found"
      missing="This consultation does not exist, or another member has asked for it.">
    ${(one) => html`<${Details} one=${one} reload=${state.reload} />`}
  <//>`;
}

function Details({ one, reload }) {
  const expert = expertOf(one);
  const facts = [
    ["Expertise", expertiseOf(one)], ["Duration", one.engagementDuration],
    ["Rate", one.hourlyRate], ["Your availability", one.availability],
    ["Timeline", timelineText(one.timeline)], ["Organization", one.organizationName],
    ["Location", one.organizationLocation], ["Match", `${one.matchScore} of 100`],
    ["Chosen by", one.curatedBy], ["Asked", moment(one.createdAt)],
    ["Last change", moment(one.updatedAt)],
  ];
  const place = one.status === "scheduled" && [timeOf(one), one.location, one.meetingUrl];
  const text = [place, one.note || NEXT[one.status]].flat().filter(Boolean).join("\n");
  const answer = html`<${Status} kind="visually-hidden" text=${words(one.status)} />
    <section class="notice"><h2>${words(one.status)}</h2><${Prose} text=${text} /></section>`;
  return html`<article class="profile">
    <p><a href=${href(["consultations"])}>Consultations</a></p>
    <header class="plain">
      <h1 tabindex="-1" dir="auto">${one.roleTitle}</h1>
      ${expert && html`<p class="lead">With <a href=${href(["experts", one.timeline.expertId])}>
        <bdi>${expert}</bdi></a></p>`}
    </header>
    <div class="aside end">
      <div>
        ${answer}
        <section><h2>What you need help with</h2><${Prose} text=${one.challenge} /></section>
        <section><h2>Why this expert</h2><${Prose} text=${one.matchInsights} /></section>
      </div>
      <aside class="panel box" aria-label="Your request">
        <${Facts} items=${facts} />
        ${one.allowedActions.includes("cancelConsultation") && html`
          <button type="button" class="danger" onClick=${() => askToCancel(one, reload)}>
            Cancel the consultation</button>`}
      </aside>
    </div>
  </article>`;
}

function askToCancel({ id, roleTitle }, reload) {
  return ask({
    title: "Cancel this consultation?", label: "Yes, cancel it", danger: true,
    text: `The staff see that “${roleTitle}” is cancelled. Nobody gets an e-mail. This cannot be
      undone, but you can ask again.`,
    done: "The consultation is cancelled.", reload, submit: () => cancelConsultation({ id }),
  });
}

/** A timeline is a text, or an object with members of the client's choice. */
function timelineText(timeline) {
  if (typeof timeline === "string") return timeline;
  const { expert, expertId, ...others } = timeline;
  const text = (value) => (typeof value === "object" ? JSON.stringify(value) : value);
  const parts = Object.entries(others).map(([name, value]) => `${words(name)}: ${text(value)}`);
  return parts.join(", ");
}
