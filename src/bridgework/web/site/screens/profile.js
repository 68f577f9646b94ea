// The own profiles of a member: one for each way in which the member takes part.
import { getMe, updateJobsMe, updateProfile } from "../api/profiles.js";
import { updateVendorsMe } from "../api/vendors.js";
import { setUser } from "../parts/record.js";
import { Badge, Loaded, Loading, ask, go, href, html, route, session, useApi, useEffect, useTitle }
  from "../ui.js";
import { ClientProfile, ExpertProfile } from "./profile_expert.js";
import { CandidateProfile, ClinicProfile } from "./profile_jobs.js";
import { AmbassadorProfile, VendorProfile } from "./profile_vendor.js";

/**
 * The ways to take part: {label, text, has(user), tier, add}. `tier` is the member of the account
 * that has the verification, and `add()` adds the way to the account and returns what has changed.
 */
const KINDS = {
  expert: {
    label: "Expert", text: "Offer your knowledge, be found and apply to roles.",
    has: (user) => user.role === "expert", tier: "verificationTier", component: ExpertProfile,
    add: () => updateProfile({}, { role: "expert" }),
  },
  client: {
    label: "Client", text: "Look for experts and post roles.",
    has: (user) => user.role === "client" && !user.jobsRole && !user.vendorsRole,
    component: ClientProfile,
  },
  jobs: {
    label: "Candidate", text: "Look for a position and apply with one step.",
    has: (user) => user.jobsRole === "candidate", tier: "jobsVerificationTier",
    component: CandidateProfile, add: () => updateJobsMe({}, { jobsRole: "candidate" }),
  },
  clinic: {
    label: "Clinic", text: "Offer positions and see who matches them.",
    has: (user) => ["clinic_owner", "recruiter"].includes(user.jobsRole),
    tier: "jobsVerificationTier", component: ClinicProfile,
    add: () => updateJobsMe({}, { jobsRole: "clinic_owner" }),
  },
  vendor: {
    label: "Vendor", text: "Offer products to practices.",
    has: (user) => user.vendorsRole === "vendor", tier: "vendorsVerificationTier",
    component: VendorProfile, add: () => updateVendorsMe({}, { vendorsRole: "vendor" }),
  },
  ambassador: {
    label: "Ambassador", text: "Represent products that you trust.",
    has: (user) => user.vendorsRole === "ambassador", tier: "vendorsVerificationTier",
    component: AmbassadorProfile,
    add: () => updateVendorsMe({}, { vendorsRole: "ambassador" }),
  },
};

/** The profile of the account's only kind, or a choice. */
export function Profile({ id }) {
  const held = Object.keys(KINDS).filter((kind) => KINDS[kind].has(session.value.user));
  const { query } = route.value;
  const only = !id && held.length === 1 ? held[0] : null;
  useTitle("Your profile");
  useEffect(() => {
    if (only) go(["profile", only], query, true);
  }, [only]);
  if (only) return html`<${Loading} />`;
  if (!id || id === "kinds") return html`<${Kinds} />`;
  const kind = Object.hasOwn(KINDS, id) && KINDS[id];
  // Everybody can have the profile of a client: it is the one of the account.
  if (!kind || (!kind.has(session.value.user) && id !== "client")) {
    return html`<section class="narrow">
      <h1 tabindex="-1">No such profile</h1>
      <p class="lead">Your account does not take part in this way.</p>
      <p><a class="button primary" href=${href(["profile", "kinds"])}>Ways to take part</a></p>
    </section>`;
  }
  return html`<${kind.component} />`;
}

function Kinds() {
  const state = useApi(getMe, {});
  useEffect(() => state.data && setUser(rolesOf(state.data)), [state.data]);
  return html`<h1 tabindex="-1">Your profiles</h1>
    <p class="lead">One account can take part in several ways.</p>
    <${Loaded} state=${state}>${(user) => {
      const [held, others] = [[], []];
      for (const [key, kind] of Object.entries(KINDS)) {
        if (kind.has(user)) held.push([key, kind]);
        else if (kind.add) others.push([key, kind]);
      }
      return html`<ul class="kinds plain-list">${held.map(([key, kind]) => html`<li key=${key} class="box">
          <h2><a href=${href(["profile", key])}>${kind.label}</a></h2>
          <p class="quiet">${kind.text}</p>
          ${kind.tier && html`<p><${Badge} value=${user[kind.tier]} /></p>`}
        </li>`)}</ul>
        <h2>Take part in another way</h2>
        <ul class="kinds plain-list">${others.map(([key, kind]) => html`<li key=${key} class="box">
          <h3>${kind.label}</h3><p class="quiet">${kind.text}</p>
          <button type="button" onClick=${() => add(key, kind, user)}>
            Become ${/^[aeio]/i.test(kind.label) ? "an" : "a"} ${kind.label.toLowerCase()}
          </button>
        </li>`)}</ul>`;
    }}<//>`;
}

const rolesOf = ({ role, jobsRole, vendorsRole }) => ({ role, jobsRole, vendorsRole });

/** Add a kind; where an account has one of two, ask before it replaces the other one. */
async function add(key, kind, user) {
  const replaced = Object.values(KINDS).find((one) => one.has(user) && one.tier === kind.tier);
  const text = replaced
    ? `It takes the place of “${replaced.label}”: its profile is kept, and the verification ends.`
    : "You complete a profile, and an administrator verifies it.";
  const title = `${kind.label}: take part in this way`;
  const done = await ask({
    title, text, label: "Continue",
    async submit() {
      setUser(rolesOf({ ...user, ...(await kind.add()) }));
    },
  });
  if (done) go(["profile", key]);
}
