// The answer of an expert to a request for a consultation.
import { answerConsultation } from "../api/consultations.js";
import { Action, When, ask, html, isSkippedIn, momentIn, mustBeFaultless, toIsoIn, toLocalIn, zone }
  from "../ui.js";

const TIMES = ["First time", "Second time", "Third time", "Fourth time", "Fifth time"];
const NOTE = { name: "note", label: "Note", type: "textarea", maxLength: 1000,
  hint: "The staff read it, and the member does not." };
const HINT = `In your time zone, ${zone.replaceAll("_", " ")}.`;
const slots = TIMES.map((label, index) => ({ name: `slot${index}`, label, type: "datetime-local",
  ...(index === 0 && { hint: HINT }) }));

/** The question for the expert, or the own answer, which can be changed. */
export function Answer({ one: { id, roleTitle, expertAnswer, allowedActions }, reload }) {
  const may = allowedActions.includes("answerConsultation");
  if (!expertAnswer && !may) return null;
  const given = { note: expertAnswer?.note || "" };
  expertAnswer?.slots.forEach((slot, index) => { given[`slot${index}`] = toLocalIn(slot, zone); });
  const run = (answer, label, fields) => () => ask({
    title: `${label}: ${roleTitle}`, label: "Send the answer", fields, values: given, reload,
    draft: `consultation-answer-${id}`, done: "The staff have your answer.",
    text: "You can change the answer until the staff have decided.",
    submit: (input) => answerConsultation({ id }, bodyOf(answer, input)),
  });
  return html`<section class="notice">
    ${expertAnswer && html`<p><b>${expertAnswer.answer === "available"
      ? "You are available" : "You have declined"}</b>, <${When} at=${expertAnswer.at} />.</p>
      <ul>${expertAnswer.slots.map((slot) => html`<li key=${slot}>${momentIn(slot, zone)}</li>`)}</ul>
      ${expertAnswer.note && html`<p class="prose" dir="auto">${expertAnswer.note}</p>`}`}
    ${may && html`<div class="actions">
      <${Action} kind="primary" run=${run("available", "I am available", [...slots, NOTE])}>
        I am available<//>
      <${Action} run=${run("declined", "I decline", [NOTE])}>I decline<//></div>`}
  </section>`;
}

function bodyOf(answer, { note, ...input }) {
  const typed = slots.map(({ name }) => [name, input[name]]).filter(([, local]) => local);
  mustBeFaultless(Object.fromEntries(typed.map(([name, local]) => [name,
    isSkippedIn(local, zone) ? "The clocks skip this time."
      : !(Date.parse(toIsoIn(local, zone)) > Date.now()) && "Type a time in the future."])));
  const times = typed.map(([, local]) => toIsoIn(local, zone));
  return {
    answer, ...(note.trim() && { note }),
    ...(answer === "available" && times.length > 0 && { slots: times }),
  };
}
