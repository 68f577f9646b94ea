// The own profiles of a member: one for each way in which the member takes part.
import { getOptions } from "../api/open.js";
import { clearProfileMember, getProfile, updateProfile } from "../api/profiles.js";
import { ifUnchanged } from "../operation.js";
import { Steps } from "../parts/steps.js";
import { Loaded, go, html, session, setSession, useApi, useState } from "../ui.js";
import { expertSteps } from "./profile_fields.js";

const OF_ACCOUNT = ["firstName", "lastName"];
/** Members that take neither null nor an empty text, and those that take an empty text. */
const CLEARED = ["phoneNumber", "countryCode", "yearsExperience", "jobSeekerIntent"];
const TEXTS = ["title", "credential", "availability", "availabilityDate", "bio", "company",
  "location"];

export function Profile() {
  const state = useApi(getProfile, {});
  return html`<h1 tabindex="-1">Your profile</h1>
    <${Loaded} state=${state}>${(record) => html`<${Expert} first=${record} />`}<//>`;
}

function Expert({ first }) {
  const [record, setRecord] = useState(first);
  const { data: options } = useApi(getOptions, {});
  const { firstName, lastName, profile } = record;
  const values = { ...profile, firstName, lastName };
  const steps = expertSteps(options, profile);
  const save = async (changes) => setRecord(await saveProfile(record, changes));
  return html`<${Steps} label="Steps of the profile" steps=${steps} values=${values}
    draft="profile" start=${record.onboardingStep} save=${save} finish=${() => go(["profile"])} />`;
}

/** Send changed members, whose version is that of `record`. Returns the changed profile. */
async function saveProfile(record, changes, more = {}) {
  const [account, profile] = [{ ...more }, {}];
  let latest = record;
  for (const [name, value] of Object.entries(changes)) {
    if (OF_ACCOUNT.includes(name)) account[name] = value;
    else if (value === null && CLEARED.includes(name)) {
      latest = await clearProfileMember({ name }, undefined, ifUnchanged(latest));
    } else profile[name] = value === null && TEXTS.includes(name) ? "" : value;
  }
  return updateProfile({}, { ...account, profile }, ifUnchanged(latest)).catch((error) => {
    if (error.faults) error.faults = withoutPrefix(error.faults);
    throw error;
  });
}

const withoutPrefix = (faults) => Object.fromEntries(
  Object.entries(faults).map(([path, message]) => [path.replace(/^profile\./, ""), message]));
