// The profile of an expert, and that of an account, which is all that a client has.
import { clearProfileMember, getProfile } from "../api/account.js";
import { getOptions } from "../api/options.js";
import { updateProfile } from "../api/profiles.js";
import { ifUnchanged } from "../operation.js";
import { setUser, useRecord } from "../parts/record.js";
import { DONE } from "../parts/steps.js";
import { Action, Facts, ask, changes, date, href, html, route, session, useApi, words }
  from "../ui.js";
import { Profile as Preview } from "./experts.js";
import { availabilityFields, clientSteps, expertSteps } from "./profile_fields.js";
import { ProfileScreen, loaded, onward } from "./profile_parts.js";
import { PictureOf } from "./settings.js";

const OF_ACCOUNT = ["firstName", "lastName"];
/** Members that take neither null nor an empty text, and those that take an empty text. */
const CLEARED = ["phoneNumber", "countryCode", "yearsExperience", "jobSeekerIntent"];
const TEXTS = ["title", "credential", "availability", "availabilityDate", "bio", "company",
  "location"];

/** Send changed members, if the version is that of `record`. Returns the changed profile. */
export async function saveProfile(record, sent, more) {
  const [account, profile] = [{ ...more }, {}];
  let latest = record;
  for (const [name, value] of Object.entries(sent)) {
    if (OF_ACCOUNT.includes(name)) account[name] = value;
    else if (value === null && CLEARED.includes(name)) {
      latest = await clearProfileMember({ name }, undefined, ifUnchanged(latest));
    } else profile[name] = value === null && TEXTS.includes(name) ? "" : value;
  }
  try {
    latest = await updateProfile({}, { ...account, profile }, ifUnchanged(latest));
  } catch (error) {
    if (error.faults) error.faults = withoutPrefix(error.faults);
    throw error;
  }
  const { firstName, lastName, avatarUrl, role, onboardingStep } = latest;
  setUser({ firstName, lastName, avatarUrl, role, onboardingStep });
  return latest;
}

const withoutPrefix = (faults) => Object.fromEntries(
  Object.entries(faults).map(([path, message]) => [path.replace(/^profile\./, ""), message]));

/** The members of a profile by the names of the fields. */
export const valuesOf = ({ firstName, lastName, profile }) => ({ ...profile, firstName, lastName });

/** The state of a profile, whose steps `stepsOf(record)` returns. */
function useProfile(first, stepsOf) {
  const state = useRecord(first, {
    load: getProfile, valuesOf,
    send(record, sent, next) {
      const onboardingStep = onward(stepsOf(record), record.onboardingStep, next);
      const tourProgress = { ...record.profile.tourProgress, profile: true };
      const changed = onboardingStep === DONE ? { ...sent, tourProgress } : sent;
      return saveProfile(record, changed, { onboardingStep });
    },
  });
  const { record, editing } = state;
  return { ...state, picture: html`<${PictureOf} person=${record} reload=${editing.reload} />` };
}

export const ExpertProfile = loaded(getProfile, Expert);

function Expert({ first }) {
  const { data: options } = useApi(getOptions, {});
  const stepsOf = ({ profile }, picture) => expertSteps(options, profile, picture);
  const { record, editing, picture } = useProfile(first, stepsOf);
  const { listing, onboardingStep, profile } = record;
  const steps = stepsOf(record, picture);
  if (route.value.query.view === "preview") {
    return html`<p class="notice">This is what others see of you.${" "}
        <a href=${href(["profile", "expert"])}>Back to your profile</a></p>
      <${Preview} ...${seenByOthers(record)} />`;
  }
  const changeAvailability = () => ask({
    title: "When can you work?", fields: availabilityFields(options, profile), values: profile,
    label: "Save", done: "Your availability was changed.", reload: editing.reload,
    submit: (values) => editing.save(changes(profile, values)),
  });
  const next = listing.missing.length > 0
    ? html`<p>Add what the directory of experts needs, and an administrator verifies you.</p>`
    : html`<p>An administrator verifies your profile. You get an e-mail when that is done,
      and are in the directory of experts from then on.</p>
    <p><a href=${href(["roles"])}>See the roles that match you</a></p>`;
  return html`<${ProfileScreen} kind="expert" title="Your profile" steps=${steps}
      editing=${editing} stored=${onboardingStep} next=${next}>
    <${Listed} listing=${listing} steps=${steps} changed=${record.changeInReviewSince} />
    <h2>Availability</h2>
    <${Facts} omitEmpty items=${[["When", profile.availability && words(profile.availability)],
      ["From", profile.availabilityDate && date(profile.availabilityDate)],
      ["Kind of work", profile.engagementType && words(profile.engagementType)]]} />
    <p><${Action} run=${changeAvailability}>Change<//></p>
    <p><a class="button" href=${href(["profile", "expert"], { view: "preview" })}>
      See it as others do</a></p>
  <//>`;
}

const REASONS = {
  profile_incomplete: "Your profile is not complete enough for the directory of experts. Add:",
  not_verified: "An administrator has not verified you yet. You get an e-mail when that is done.",
  email_not_verified: "Your e-mail address is not verified. Enter the code that was sent to it.",
  not_an_expert: "Only experts are in the directory.",
  hidden: "Moderators have hidden your profile. Write to the support.",
  erasure_requested: "Your account is to be erased. Cancel that in the settings.",
};

/** Whether the directory lists the expert, why not, and where to add what is missing. */
function Listed({ listing: { isListed, missing, reason }, steps, changed }) {
  const link = (name) => {
    const step = steps.find(({ fields }) => fields.some((field) => field.name === name));
    const field = step?.fields.find((one) => one.name === name);
    return field && html`<li key=${name}>
      <a href=${href(["profile", "expert"], { step: step.key })}>${field.label || name}</a>
    </li>`;
  };
  if (isListed) {
    const why = changed ? "Your profile stays there" : "You are verified";
    return html`<h2>In the directory</h2><p>${why}, and${" "}
      <a href=${href(["experts", session.value.user.id])}>everybody can find you</a>.</p>`;
  }
  return html`<h2>Not in the directory yet</h2><p>${REASONS[reason]}</p>
    ${missing.length > 0 && html`<ul>${missing.map(link)}</ul>`}`;
}

/** The expert of the directory that this profile becomes. */
function seenByOthers({ firstName, lastName, avatarUrl, profile, ...record }) {
  const { specialty, title, licenses } = profile;
  return {
    ...profile, id: session.value.user.id, avatarUrl, firstName: firstName || "–",
    isVerified: record.listing.isListed && !record.changeInReviewSince,
    lastName: lastName || "", title: title || "–", specialty: specialty || [],
    licensedStates: licenses?.map(({ licensedState }) => licensedState),
  };
}

export const ClientProfile = loaded(getProfile, Client);

function Client({ first }) {
  const { record, editing, picture } = useProfile(first, () => clientSteps());
  const next = html`<p>You can post a role now, or look for an expert yourself.</p>`;
  return html`<${ProfileScreen} kind="client" title="Your profile" steps=${clientSteps(picture)}
      editing=${editing} stored=${record.onboardingStep} next=${next}>
    <h2>Look for experts</h2>
    <p>Your name and picture are beside the roles that you post.</p>
    <p><a class="button primary" href=${href(["roles"])}>Your roles</a>${" "}
      <a class="button" href=${href(["experts"])}>Find an expert</a></p>
  <//>`;
}
