// The answer of an applicant to an offer, for both sides.
import { answerOffer, answerRoleOffer } from "../api/openings.js";
import { Action, When, ask, html } from "../ui.js";

const NOTE = {
  name: "note", label: "Note", type: "textarea", hint: "The e-mail contains it.", maxLength: 2000,
};
/** What an answer means, by the kind of the posting. */
const KINDS = {
  job: {
    answer: answerOffer, offer: "has made you an offer.",
    accepted: "Accept the offer", declined: "Decline the offer",
    next: "The clinic confirms it by setting your application to hired.",
    said: { accepted: "accepted the offer", declined: "declined the offer" },
  },
  role: {
    answer: answerRoleOffer, offer: "has accepted you. Do you take the role?",
    accepted: "Take the role", declined: "Do not take it",
    next: "Write to the contact below to agree on the first day.",
    said: { accepted: "takes the role", declined: "does not take the role" },
  },
};

/** The question for the applicant, or the own answer. */
export function Offer({ kind, application, company, reload }) {
  const { id, offerAnswer, allowedActions } = application;
  const { answer, offer, next, said, ...labels } = KINDS[kind];
  if (offerAnswer) {
    const own = { job: `You ${said[offerAnswer.answer]}`,
      role: offerAnswer.answer === "accepted" ? "You take the role" : "You do not take the role" };
    return html`<section class="notice"><p><b>${own[kind]}</b>, <${When} at=${offerAnswer.at} />.
      ${offerAnswer.answer === "accepted" && ` ${next}`}</p>
      ${offerAnswer.note && html`<p class="prose" dir="auto">${offerAnswer.note}</p>`}</section>`;
  }
  if (!allowedActions.includes(answer.operationId)) return null;
  const run = (chosen) => () => ask({
    title: `${labels[chosen]}?`, label: labels[chosen], danger: chosen === "declined",
    fields: [NOTE], reload, draft: `offer-${id}`,
    text: `${company} gets an e-mail. You can answer once.`,
    submit: ({ note }) => answer({ id }, { answer: chosen, ...(note.trim() && { note }) }),
    done: `${company} is told.`,
  });
  return html`<section class="notice"><p><b><bdi>${company}</bdi> ${offer}</b></p>
    <div class="actions">
      <${Action} kind="primary" run=${run("accepted")}>${labels.accepted}<//>
      <${Action} run=${run("declined")}>${labels.declined}<//>
    </div></section>`;
}

/** The answer of the applicant, for the owner of the posting. */
export function Answered({ kind, name, offerAnswer }) {
  if (!offerAnswer) return null;
  const { answer, at, note } = offerAnswer;
  return html`<div class="notice ${answer === "declined" ? "bad" : ""}">
    <p><b><bdi>${name}</bdi> ${KINDS[kind].said[answer]}</b>, <${When} at=${at} />.</p>
    ${note && html`<p class="prose" dir="auto">${note}</p>`}</div>`;
}
