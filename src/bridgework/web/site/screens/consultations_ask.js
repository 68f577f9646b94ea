// The form with which a member asks for a consultation with an expert.
import { createConsultation } from "../api/consultations.js";
import { getExpert } from "../api/open.js";
import { area, count, text } from "../parts/fields.js";
import { Form, Missing, Single, goFromHere, href, html, nameOf, session, toast, useApi, zone }
  from "../ui.js";

/** The fields of a request; all are required. `expertise` is what the expert offers. */
const fieldsOf = (expertise) => [
  text("roleTitle", { label: "Title", placeholder: "Clinical adviser for remote monitoring",
    hint: "What the expert would be to you, in a few words." }),
  area("challenge", 6, { label: "What do you need help with?",
    hint: "The problem, what you have tried, and what should be better afterwards." }),
  { name: "primaryExpertise", label: "Expertise", type: "select", options: expertise },
  text("engagementDuration", { label: "How long", group: "Time and pay",
    placeholder: "One call of an hour, or 3 months" }),
  text("timeline", { label: "When", placeholder: "In the next two weeks" }),
  text("availability", { label: "When do you have time?", placeholder: "Weekday mornings",
    hint: `Yours is the time zone ${zone.replaceAll("_", " ")}.` }),
  text("hourlyRate", { label: "Rate that you offer", placeholder: "$200 an hour" }),
  text("organizationName", { label: "Organization", group: "Your organization",
    autocomplete: "organization" }),
  text("organizationLocation", { label: "Where it is", placeholder: "Chicago, Illinois" }),
  area("matchInsights", 3, { label: "Why do you ask this expert?", group: "Your choice" }),
  count("matchScore", { label: "How well does the expert fit?", hint: "From 0 to 100." }),
  text("curatedBy", { label: "Who has chosen the expert?",
    hint: "You, or whoever recommended the expert." }),
].map((field) => ({ ...field, required: true }));

export function AskForConsultation({ expertId }) {
  const state = useApi(getExpert, { id: expertId });
  if (expertId === session.value.user.id) {
    return html`<${Missing} title="This is your own profile"
      text="Other members ask you for a consultation here." />`;
  }
  return html`<${Single} state=${state} titleOf=${(expert) => `Ask ${nameOf(expert)}`}
    missing="This expert is not in the directory now, or the link is incomplete.">
    ${(expert) => html`<${Ask} expert=${expert} />`}<//>`;
}

function Ask({ expert }) {
  const name = nameOf(expert);
  const skills = expert.skills?.flatMap(({ items }) => items);
  const known = [expert.specialty, expert.secondarySpecialties, skills].flat().filter(Boolean);
  const expertise = [...new Set(known)].map((each) => [each, each]);
  const fields = fieldsOf(expertise);
  const values = { primaryExpertise: known[0], curatedBy: nameOf(session.value.user) };
  async function submit(input) {
    const go = goFromHere();
    mustBeComplete(input, fields);
    const { timeline, matchScore, availability, ...texts } = input;
    const created = await createConsultation({}, {
      ...texts, matchScore: Number(matchScore), availability: `${availability} (${zone})`,
      // A consultation has no member for the expert; a timeline takes members of our choice.
      timeline: { when: timeline, expert: name, expertId: expert.id },
    });
    toast("Your request was sent.");
    go(["consultations", created.id], {}, true);
  }
  return html`<section class="middle request">
    <p><a href=${href(["experts", expert.id])}><bdi>${name}</bdi></a></p>
    <h1 tabindex="-1">Ask for a consultation with <bdi>${name}</bdi></h1>
    <p class="lead">Your request goes to the staff, who arrange the consultation. Every field is
      needed.</p>
    <${Form} fields=${fields} values=${values} draft="consultation-${expert.id}"
      label="Send the request" submit=${submit} />
  </section>`;
}

/** The API takes empty texts, with which nobody could find a time. */
function mustBeComplete(input, fields) {
  const missing = fields.filter(({ name }) => !input[name]?.trim());
  if (missing.length === 0) return;
  const faults = Object.fromEntries(missing.map(({ name }) => [name, "This is needed."]));
  throw Object.assign(new Error("Some answers are missing."), { faults });
}
