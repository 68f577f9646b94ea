// The profiles of a candidate and of a clinic.
import { getProfile } from "../api/account.js";
import { getClinicProfile, getJobsMe } from "../api/postings.js";
import { updateClinicProfile, updateJobsMe } from "../api/profiles.js";
import { ifUnchanged } from "../operation.js";
import { setUser, useRecord } from "../parts/record.js";
import { PrivateFile, Upload, toCvs } from "../parts/upload.js";
import { href, html } from "../ui.js";
import { saveProfile, valuesOf } from "./profile_expert.js";
import { CLINIC_STEPS, candidateSteps } from "./profile_fields.js";
import { ProfileScreen, Verification, loaded, onward } from "./profile_parts.js";

/** Members of the account for jobs; the others are those of the profile. */
const OF_JOBS = ["firstName", "lastName", "credential", "specialty", "profession", "interestedInNonClinical",
  "lookingForMentor", "cvObjectPath"];

/** The account for jobs, and a profile that `getOwn` returns. */
const loadBoth = (getOwn) => async (_params, signal) => {
  const [jobs, own] = await Promise.all([getJobsMe({}, signal), getOwn({}, signal)]);
  return { jobs, own };
};

/** Change the account, which was `jobs`, and the onboarding step if there is another one. */
async function saveJobs(jobs, sent, step) {
  const changes = { ...sent, ...(step && { jobsOnboardingStep: step }) };
  if (Object.keys(changes).length === 0) return jobs;
  const saved = await updateJobsMe({}, changes);
  const { firstName, lastName, jobsOnboardingStep } = saved;
  setUser({ firstName, lastName, jobsOnboardingStep });
  return saved;
}

const loadCandidate = loadBoth(getProfile);
export const CandidateProfile = loaded(loadCandidate, Candidate);

function Candidate({ first }) {
  const { record: { jobs }, latest, set, editing } = useRecord(first, {
    load: loadCandidate,
    valuesOf: ({ jobs, own }) => ({ ...valuesOf(own), ...jobs }),
    async send({ jobs, own }, sent, next) {
      const part = (isOfJobs) => Object.fromEntries(
        Object.entries(sent).filter(([name]) => OF_JOBS.includes(name) === isOfJobs));
      const others = part(false);
      if (Object.keys(others).length > 0) own = await saveProfile(own, others);
      const step = onward(stepsOf(jobs), jobs.jobsOnboardingStep, next);
      return { own, jobs: await saveJobs(jobs, part(true), step) };
    },
  });
  async function keepCv({ objectPath }) {
    const changed = await saveJobs(latest.current.jobs, { cvObjectPath: objectPath });
    set({ ...latest.current, jobs: changed });
  }
  const next = html`<p>An administrator verifies you. From then on, jobs are matched with your
    profile. You can apply at once.</p>`;
  return html`<${ProfileScreen} kind="jobs" title="Your profile as a candidate"
      steps=${stepsOf(jobs, keepCv)} editing=${editing} stored=${jobs.jobsOnboardingStep}
      next=${next}>
    <${Verification} tier=${jobs.jobsVerificationTier} />
    <h2>Tell others</h2>
    <p>Your referral code is <b>${jobs.referralCode}</b>. ${jobs.referralCount === 1
      ? "One application has named it." : `${jobs.referralCount} applications have named it.`}</p>
    <p><a class="button primary" href=${href(["jobs"])}>Find a position</a></p>
  <//>`;
}

/** The steps of a candidate. The CV is saved as soon as it has been uploaded. */
function stepsOf(jobs, keepCv) {
  const { cvObjectPath } = jobs;
  return candidateSteps(jobs, {
    summary: cvObjectPath ? "Your CV is here." : undefined,
    isComplete: () => Boolean(cvObjectPath),
    content: html`
      ${cvObjectPath && html`<p><${PrivateFile} path=${cvObjectPath}>Open your CV<//></p>`}
      <${Upload} label=${cvObjectPath ? "Another CV" : "CV"} upload=${toCvs()}
        onDone=${keepCv} />`,
  });
}

const loadClinic = loadBoth(getClinicProfile);
export const ClinicProfile = loaded(loadClinic, Clinic);

function Clinic({ first }) {
  const { record: { jobs }, editing } = useRecord(first, {
    load: loadClinic, valuesOf: ({ own }) => own,
    async send({ jobs, own }, sent, next) {
      const isChanged = Object.keys(sent).length > 0;
      if (isChanged) own = await updateClinicProfile({}, sent, ifUnchanged(own));
      const step = onward(CLINIC_STEPS, jobs.jobsOnboardingStep, next);
      return { own, jobs: await saveJobs(jobs, {}, step) };
    },
  });
  const next = html`<p>You can post a job now. An administrator looks at each job before
    candidates see it.</p>`;
  return html`<${ProfileScreen} kind="clinic" title="Your clinic" steps=${CLINIC_STEPS}
      editing=${editing} stored=${jobs.jobsOnboardingStep} next=${next}>
    <${Verification} tier=${jobs.jobsVerificationTier} />
    <p>Members do not see this page. The administrators use it when they look at your jobs.</p>
    <p><a class="button primary" href=${href(["jobs"])}>Your jobs</a></p>
  <//>`;
}
