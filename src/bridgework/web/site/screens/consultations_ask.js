// The form with which a member asks for a consultation with an expert.
import { createConsultation } from "../api/consultations.js";
import { getExpert } from "../api/open.js";
import { Form, Loaded, Missing, go, href, html, nameOf, session, settings, toast, useApi, useTitle }
  from "../ui.js";

const FIELDS = [
  {
    name: "roleTitle", label: "Title", required: true,
    placeholder: "Clinical adviser for remote monitoring",
    hint: "What the expert would be to you, in a few words.",
  },
  {
    name: "challenge", label: "What do you need help with?", type: "textarea", rows: 6,
    required: true, hint: "The problem, what you have tried, and what should be better afterwards.",
  },
  { name: "primaryExpertise", label: "Expertise that you need", type: "select", required: true },
  {
    name: "engagementDuration", label: "How long", required: true, group: "Time and pay",
    placeholder: "One call of an hour, or 3 months",
  },
  {
    name: "timeline", label: "When", required: true, placeholder: "In the next two weeks",
  },
  {
    name: "availability", label: "When do you have time?", required: true,
    placeholder: "Weekday mornings", hint: "In your own time zone. Name it if it is unusual.",
  },
  { name: "hourlyRate", label: "Rate that you offer", required: true, placeholder: "$200 an hour" },
  {
    name: "organizationName", label: "Organization", required: true, autocomplete: "organization",
    group: "Your organization",
  },
  {
    name: "organizationLocation", label: "Where it is", required: true,
    placeholder: "Chicago, Illinois",
  },
  {
    name: "matchInsights", label: "Why do you ask this expert?", type: "textarea", rows: 3,
    required: true, group: "Your choice",
  },
  {
    name: "matchScore", label: "How well does the expert fit?", type: "number", required: true,
    hint: "From 0 to 100.",
  },
  {
    name: "curatedBy", label: "Who has chosen the expert?", required: true,
    hint: "You, or whoever recommended the expert.",
  },
];

export function AskForConsultation({ expertId }) {
  const state = useApi(getExpert, { id: expertId });
  if (state.error?.status === 404) {
    return html`<${Missing} title="No longer available"
      text="This expert is not in the directory now, or the link is incomplete." />`;
  }
  if (expertId === session.value.user.id) {
    return html`<${Missing} title="This is your own profile"
      text="Other members ask you for a consultation here." />`;
  }
  return html`<${Loaded} state=${state}>${(expert) => html`<${Ask} expert=${expert} />`}<//>`;
}

function Ask({ expert }) {
  const name = `${expert.firstName} ${expert.lastName}`;
  useTitle(`Ask ${name}`, settings.name);
  const known = [expert.specialty, expert.secondarySpecialties, expert.skills?.map(itemsOfSkill)];
  const expertise = [...new Set(known.flat(2).filter(Boolean))];
  const options = expertise.map((each) => [each, each]);
  const fields = FIELDS.map((field) =>
    (field.name === "primaryExpertise" ? { ...field, options } : field));
  const values = { primaryExpertise: expertise[0], curatedBy: nameOf(session.value.user) };
  async function submit(input) {
    mustBeComplete(input);
    const { timeline, matchScore, ...texts } = input;
    const created = await createConsultation({}, {
      ...texts, matchScore: Number(matchScore),
      // A consultation has no member for the expert; a timeline takes members of our choice.
      timeline: { when: timeline, expert: name, expertId: expert.id },
    });
    toast("Your request was sent. You get an e-mail when a time is found.");
    go(["consultations", created.id], {}, true);
  }
  return html`<section class="middle request">
    <p><a href=${href(["experts", expert.id])}><bdi>${name}</bdi></a></p>
    <h1 tabindex="-1">Ask for a consultation with <bdi>${name}</bdi></h1>
    <p class="lead">We find a time that suits both of you. Every field is needed.</p>
    <${Form} fields=${fields} values=${values} draft="consultation-${expert.id}"
      label="Send the request" submit=${submit} />
  </section>`;
}

/** The API takes empty texts, with which nobody could find a time. */
function mustBeComplete(input) {
  const missing = FIELDS.filter(({ name }) => !input[name]?.trim());
  if (missing.length === 0) return;
  const faults = Object.fromEntries(missing.map(({ name }) => [name, "This is needed."]));
  throw Object.assign(new Error("Some answers are missing."), { faults });
}

const itemsOfSkill = ({ items }) => items;
