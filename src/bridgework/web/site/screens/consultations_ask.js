// The form with which a member asks for a consultation with an expert.
import { getProfile } from "../api/account.js";
import { createConsultation } from "../api/consultations.js";
import { getExpert } from "../api/open.js";
import { getRole } from "../api/postings.js";
import { area, count, text } from "../parts/fields.js";
import { Form, Loaded, Missing, Single, goFromHere, href, html, nameOf, route, session, toast,
  useApi, zone } from "../ui.js";

/**
 * The fields of a request; all are required. Three are questions, and the others are filled in from
 * what is known. `expertise` is what the expert offers.
 */
const fieldsOf = (expertise) => [
  area("challenge", 6, { label: "What do you need help with?",
    hint: "The expert and the staff read it. The staff arrange the call: no need for your address." }),
  text("availability", { label: "When do you have time?", placeholder: "Weekday mornings",
    hint: `Yours is the time zone ${zone.replaceAll("_", " ")}.` }),
  text("hourlyRate", { label: "Rate that you offer", placeholder: "$200 an hour" }),
  ...[
    text("roleTitle", { label: "Title", hint: "What the expert would be to you." }),
    { name: "primaryExpertise", label: "Expertise", type: "select", options: expertise },
    text("engagementDuration", { label: "How long" }),
    text("timeline", { label: "When" }),
    text("organizationName", { label: "Organization", autocomplete: "organization" }),
    text("organizationLocation", { label: "Where it is" }),
    area("matchInsights", 3, { label: "Why do you ask this expert?" }),
    count("matchScore", { label: "How well does the expert fit?", hint: "From 0 to 100." }),
    text("curatedBy", { label: "Who has chosen the expert?", hint: "The expert does not read it." }),
  ].map((field) => ({ ...field, isFolded: true })),
].map((field) => ({ ...field, required: true }));

export function AskForConsultation({ expertId }) {
  const state = useApi(getExpert, { id: expertId });
  if (expertId === session.value.user.id) {
    return html`<${Missing} title="This is your own profile"
      text="Other members ask you for a consultation here." />`;
  }
  return html`<${Single} state=${state} titleOf=${(expert) => `Ask ${nameOf(expert)}`}
    missing="This expert is not in the directory now, or the link is incomplete.">
    ${(expert) => html`<${route.value.query.role ? ForRole : ForMember} expert=${expert} />`}<//>`;
}

/** The question to an expert who matches a role of the member. */
function ForRole({ expert }) {
  const { role, score } = route.value.query;
  const state = useApi(getRole, { id: role });
  return html`<${Loaded} state=${state}>${(/** @type {any} */ posting) => html`
    <${Ask} expert=${expert} known=${{
      roleTitle: posting.roleNeeded, organizationName: posting.companyName,
      organizationLocation: posting.location, matchScore: score,
      matchInsights: `A match of ${score} of 100 with the role ${posting.roleNeeded}.`,
    }} />`}<//>`;
}

function ForMember({ expert }) {
  const state = useApi(getProfile, {});
  return html`<${Loaded} state=${state}>${({ profile }) => html`
    <${Ask} expert=${expert} known=${{
      organizationName: profile.company, organizationLocation: profile.location,
    }} />`}<//>`;
}

/** @param {{ expert: any, known: Record<string, string> }} properties */
function Ask({ expert, known }) {
  const name = nameOf(expert);
  const skills = expert.skills?.flatMap(({ items }) => items);
  const all = [expert.specialty, expert.secondarySpecialties, skills].flat().filter(Boolean);
  const expertise = [...new Set(all)].map((each) => [each, each]);
  const fields = fieldsOf(expertise);
  const values = {
    roleTitle: `Consultation about ${all[0]}`, primaryExpertise: all[0],
    curatedBy: nameOf(session.value.user),
    engagementDuration: "One call", timeline: "In the next weeks",
    organizationName: "Not stated", organizationLocation: "Not stated",
    matchInsights: "Chosen in the directory of experts.",
    matchScore: "50",
  };
  for (const [key, value] of Object.entries(known)) if (value?.trim()) values[key] = value;
  async function submit(input) {
    const go = goFromHere();
    mustBeComplete(input, fields);
    const created = await createConsultation({}, {
      ...input, expertId: expert.id, matchScore: Number(input.matchScore),
      availability: `${input.availability} (${zone})`,
    });
    toast("Your request was sent.");
    go(["consultations", created.id], {}, true);
  }
  return html`<section class="middle request">
    <p><a href=${href(["experts", expert.id])}><bdi>${name}</bdi></a></p>
    <h1 tabindex="-1">Ask for a consultation with <bdi>${name}</bdi></h1>
    <p class="lead"><bdi>${name}</bdi> is asked whether and when there is time, and the staff arrange
      the consultation.</p>
    <${Form} fields=${fields} values=${values} draft="consultation-${expert.id}"
      foldedLabel="Details that we filled in" label="Send the request" submit=${submit} />
  </section>`;
}

/** The API takes empty texts, with which nobody could find a time. */
function mustBeComplete(input, fields) {
  const missing = fields.filter(({ name }) => !input[name]?.trim());
  if (missing.length === 0) return;
  const faults = Object.fromEntries(missing.map(({ name }) => [name, "This is needed."]));
  throw Object.assign(new Error("Some answers are missing."), { faults });
}
