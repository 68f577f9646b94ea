// The profiles of a candidate and of a clinic.
import { getProfile } from "../api/account.js";
import { getClinicProfile, getJobsMe } from "../api/postings.js";
import { updateClinicProfile, updateJobsMe } from "../api/profiles.js";
import { ifUnchanged } from "../operation.js";
import { laterStep, setUser, useRecord } from "../parts/record.js";
import { PrivateFile, Upload, toCvs } from "../parts/upload.js";
import { Loaded, href, html, useApi } from "../ui.js";
import { saveProfile, valuesOf } from "./profile_expert.js";
import { CLINIC_STEPS, candidateSteps } from "./profile_fields.js";
import { DONE, ProfileScreen, Verification } from "./profile_parts.js";

/** Members of the account for jobs; the others are those of the profile. */
const OF_JOBS = ["firstName", "lastName", "credential", "specialty", "interestedInNonClinical",
  "lookingForMentor", "cvObjectPath"];

const isOfJobs = ([name]) => OF_JOBS.includes(name);

/** The onboarding step to store when the reader goes on to `next`. */
function onward(steps, stored, next) {
  return next && stored !== DONE ? { jobsOnboardingStep: laterStep(steps, stored, next) } : {};
}

async function saveJobs(sent) {
  const jobs = await updateJobsMe({}, sent);
  const { firstName, lastName, jobsOnboardingStep } = jobs;
  setUser({ firstName, lastName, jobsOnboardingStep });
  return jobs;
}

export function CandidateProfile() {
  const jobs = useApi(getJobsMe, {});
  const profile = useApi(getProfile, {});
  return html`<${Loaded} state=${jobs}>${(account) => html`<${Loaded} state=${profile}>
    ${(own) => html`<${Candidate} first=${{ jobs: account, own }} />`}
  <//>`}<//>`;
}

function Candidate({ first }) {
  const { record, latest, set, editing } = useRecord(first, {
    load: async () => ({ jobs: await getJobsMe(), own: await getProfile() }),
    valuesOf: ({ jobs, own }) => ({ ...valuesOf(own), ...jobs }),
    async send({ jobs, own }, sent, next) {
      const parts = Object.entries(sent);
      const ofJobs = Object.fromEntries(parts.filter(isOfJobs));
      const others = Object.fromEntries(parts.filter((part) => !isOfJobs(part)));
      if (Object.keys(others).length > 0) own = await saveProfile(own, others);
      const step = onward(stepsOf(jobs), jobs.jobsOnboardingStep, next);
      return { own, jobs: await saveJobs({ ...ofJobs, ...step }) };
    },
  });
  const { jobs } = record;
  const update = async (sent) => set({ ...latest.current, jobs: await saveJobs(sent) });
  const steps = stepsOf(jobs, update);
  const finish = () => update({ jobsOnboardingStep: DONE });
  const next = html`<p>An administrator verifies you. From then on, jobs are matched with your
    profile. You can apply at once.</p>`;
  return html`<${ProfileScreen} kind="jobs" title="Your profile as a candidate" steps=${steps}
      editing=${editing} stored=${jobs.jobsOnboardingStep} finish=${finish} next=${next}>
    <${Verification} tier=${jobs.jobsVerificationTier} />
    <h2>Tell others</h2>
    <p>Your referral code is <b>${jobs.referralCode}</b>. ${jobs.referralCount === 1
      ? "One application has named it." : `${jobs.referralCount} applications have named it.`}</p>
    <p><a class="button primary" href=${href(["jobs"])}>Find a position</a></p>
  <//>`;
}

/** The steps of a candidate. The CV is saved as soon as it has been uploaded. */
function stepsOf({ cvObjectPath }, update) {
  return candidateSteps({
    summary: cvObjectPath ? "Your CV is here." : undefined,
    isComplete: () => Boolean(cvObjectPath),
    content: html`
      ${cvObjectPath && html`<p><${PrivateFile} path=${cvObjectPath}>Open your CV<//></p>`}
      <${Upload} label=${cvObjectPath ? "Another CV" : "CV"} upload=${toCvs()}
        onDone=${({ objectPath }) => update({ cvObjectPath: objectPath })} />`,
  });
}

export function ClinicProfile() {
  const jobs = useApi(getJobsMe, {});
  const clinic = useApi(getClinicProfile, {});
  return html`<${Loaded} state=${jobs}>${(account) => html`<${Loaded} state=${clinic}>
    ${(own) => html`<${Clinic} account=${account} first=${own} />`}
  <//>`}<//>`;
}

function Clinic({ account, first }) {
  const { record: jobs, set } = useRecord(account, {});
  const { editing } = useRecord(first, {
    load: getClinicProfile,
    async send(record, sent, next) {
      const step = onward(CLINIC_STEPS, jobs.jobsOnboardingStep, next);
      const changed = Object.keys(sent).length > 0
        ? await updateClinicProfile({}, sent, ifUnchanged(record)) : record;
      if (step.jobsOnboardingStep) set(await saveJobs(step));
      return changed;
    },
  });
  const finish = async () => set(await saveJobs({ jobsOnboardingStep: DONE }));
  const next = html`<p>You can post a job now. An administrator looks at each job before
    candidates see it.</p>`;
  return html`<${ProfileScreen} kind="clinic" title="Your clinic" steps=${CLINIC_STEPS}
      editing=${editing} stored=${jobs.jobsOnboardingStep} finish=${finish} next=${next}>
    <${Verification} tier=${jobs.jobsVerificationTier} />
    <p>Members do not see this page. The administrators use it when they look at your jobs.</p>
    <p><a class="button primary" href=${href(["jobs"])}>Your jobs</a></p>
  <//>`;
}
