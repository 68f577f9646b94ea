// The consultations that a member has asked for or is asked for, and one of them.
import { cancelConsultation, getConsultation, listMyConsultations } from "../api/consultations.js";
import { useLive } from "../live.js";
import { More, usePages } from "../parts/pages.js";
import { Prose } from "../parts/prose.js";
import { Badge, Facts, Loaded, Single, Status, When, ask, href, html, moment, momentIn, nameOf,
  useApi, words, zone } from "../ui.js";
import { Answer } from "./consultations_answer.js";
import { AskForConsultation } from "./consultations_ask.js";

const LIMIT = 50;
/** The states in the order in which they concern the reader, with a heading for each group. */
const GROUPS = [
  ["Requests to you", ({ status, asRole }) => status === "requested" && asRole === "expert"],
  ["Scheduled", ({ status }) => status === "scheduled"],
  ["Waiting for an answer", ({ status, asRole }) => status === "requested" && asRole !== "expert"],
  ["Past", ({ status }) => !["requested", "scheduled"].includes(status)],
];
/** What happens next, by state. */
const NEXT = {
  requested: "The staff read your request. You are notified here of the decision.",
  scheduled: "If you have no time then, cancel the consultation and ask again.",
  completed: "This consultation has taken place.",
  declined: "This consultation does not take place.",
  cancelled: "You have cancelled this consultation.",
};
/** The same for the expert. */
const NEXT_OF_EXPERT = {
  requested: "Say whether you are available. The staff arrange the rest, and you are notified here.",
  scheduled: "If you have no time then, write to the staff.",
  completed: NEXT.completed, declined: NEXT.declined,
  cancelled: "The member has cancelled this consultation.",
};

function nextOf({ status, asRole, expertAnsweredAt, expert }) {
  const isOpen = status === "requested";
  if (asRole === "expert") {
    return isOpen && expertAnsweredAt ? "The staff have your answer. You are notified here of what follows."
      : NEXT_OF_EXPERT[status];
  }
  if (!isOpen || !expert) return NEXT[status];
  return expertAnsweredAt ? "The expert has answered. The staff decide, and you are notified here."
    : "The expert is asked for times. Then the staff decide, and you are notified here.";
}

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

const group = (all) => ([title, isIn]) => {
  const items = all.filter(isIn);
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
  <p class="quiet">${otherOf(one) && html`With <bdi>${otherOf(one)}</bdi> · `}
    <bdi>${expertiseOf(one)}</bdi> · <bdi>${one.engagementDuration}</bdi>
    ${" · "}asked <${When} at=${one.createdAt} /></p>
  ${one.status === "scheduled" && html`<p><b>${timeOf(one)}</b></p>`}
  ${one.note && html`<div class="note"><${Prose} text=${one.note} /></div>`}
  ${one.status === "requested" && html`<p>${nextOf(one)}</p>`}
</li>`;

/** The time in the zone of the reader. */
const timeOf = ({ startAt }) => (startAt ? momentIn(startAt, zone) : "");
/** The name of the expert; to the expert, the organization of the client. */
const otherOf = ({ asRole, expert, organizationName }) =>
  (asRole === "expert" ? organizationName : expert && (nameOf(expert) || "an expert"));
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
      missing="This consultation does not exist, or it is of other members.">
    ${(one) => html`<${Details} one=${one} reload=${state.reload} />`}
  <//>`;
}

function Details({ one, reload }) {
  const isExpert = one.asRole === "expert";
  const name = otherOf(one);
  const facts = [
    ["Expertise", expertiseOf(one)], ["Duration", one.engagementDuration],
    ["Rate", one.hourlyRate], [isExpert ? "Availability" : "Your availability", one.availability],
    ["Timeline", timelineText(one.timeline)], ["Organization", one.organizationName],
    ["Location", one.organizationLocation], ["Match", `${one.matchScore} of 100`],
    ...(isExpert ? [] : [["Chosen by", one.curatedBy]]), ["Asked", moment(one.createdAt)],
    ["Last change", moment(one.updatedAt)],
  ];
  const place = one.status === "scheduled" && [timeOf(one), one.location, one.meetingUrl];
  const text = [place, one.note || nextOf(one)].flat().filter(Boolean).join("\n");
  const answer = html`<${Status} kind="visually-hidden" text=${words(one.status)} />
    <section class="notice"><h2>${words(one.status)}</h2><${Prose} text=${text} /></section>`;
  return html`<article class="profile">
    <p><a href=${href(["consultations"])}>Consultations</a></p>
    <header class="plain">
      <h1 tabindex="-1" dir="auto">${one.roleTitle}</h1>
      ${name && html`<p class="lead">With ${!isExpert && one.expert.isListed
        ? html`<a href=${href(["experts", one.expertId])}><bdi>${name}</bdi></a>`
        : html`<bdi>${name}</bdi>`}</p>`}
    </header>
    <div class="aside end">
      <div>
        ${answer}
        ${isExpert && html`<${Answer} one=${one} reload=${reload} />`}
        <section><h2>${isExpert ? "What it is about" : "What you need help with"}</h2><${Prose} text=${one.challenge} /></section>
        <section><h2>${isExpert ? "Why you" : "Why this expert"}</h2><${Prose} text=${one.matchInsights} /></section>
      </div>
      <aside class="panel box" aria-label=${isExpert ? "The request" : "Your request"}>
        <${Facts} items=${facts} />
        ${one.allowedActions.includes("cancelConsultation") && html`
          <button type="button" class="danger" onClick=${() => askToCancel(one, reload)}>
            Cancel the consultation</button>`}
      </aside>
    </div>
  </article>`;
}

function askToCancel({ id, roleTitle, expertId }, reload) {
  return ask({
    title: "Cancel this consultation?", label: "Yes, cancel it", danger: true,
    text: `The staff see that “${roleTitle}” is cancelled. ${expertId
      ? "The expert is notified." : "Nobody gets an e-mail."} This cannot be undone, but you can ask again.`,
    done: "The consultation is cancelled.", reload, submit: () => cancelConsultation({ id }),
  });
}

/** A timeline is a text, or an object with members of the client's choice. */
function timelineText(timeline) {
  if (typeof timeline === "string") return timeline;
  const text = (value) => (typeof value === "object" ? JSON.stringify(value) : value);
  const parts = Object.entries(timeline).map(([name, value]) => `${words(name)}: ${text(value)}`);
  return parts.join(", ");
}
