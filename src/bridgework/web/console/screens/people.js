// People: every account with the filters of the API.
import { EMAIL, Listing, NAME, Page, SEARCH, href, html, oneOf, state, time,
  value } from "../ui.js";
import { Person } from "./person.js";

const TWO_TIERS = ["not-verified", "verified"];
const FILTERS = [
  SEARCH, oneOf("platform", "Platform", ["matchmaker", "jobs", "vendors"]),
  oneOf("role", "Role", ["expert", "client", "rpo", "admin"]),
  oneOf("verification", "Matchmaker tier", [...TWO_TIERS, "pro"]),
  oneOf("jobsRole", "Jobs role", ["candidate", "recruiter", "clinic_owner"]),
  oneOf("jobsVerification", "Jobs tier", TWO_TIERS),
  oneOf("vendorsRole", "Vendors role", ["vendor", "ambassador"]),
  oneOf("vendorsVerification", "Vendors tier", ["not-verified", ["verified", "Verified or pro"]]),
];

function accountState({ disabledAt, erasesAt, isEmailVerified }) {
  if (disabledAt) return "disabled";
  if (erasesAt) return "erasure scheduled";
  return isEmailVerified ? "active" : "e-mail not verified";
}

/** The tier on a platform, of those who have a role there. */
function tier(key, label, role) {
  return state(key, label, (person) => (person[role] ? person[key] : null));
}

/** @type {Columns<"adminListUsers">} */
const COLUMNS = [
  NAME, EMAIL, value("role", "Role"), tier("verificationTier", "Matchmaker", "role"),
  value("jobsRole", "Jobs role", true), tier("jobsVerificationTier", "Jobs", "jobsRole"),
  value("vendorsRole", "Vendors role", true),
  tier("vendorsVerificationTier", "Vendors", "vendorsRole"),
  state("state", "Account", accountState), time("lastSeenAt", "Last seen", true),
  time("createdAt", "Registered"), time("erasesAt", "Will be erased", true),
  { key: "consultationRequestCap", label: "Consultation cap", hidden: true },
  { key: "disabledReason", label: "Reason for disabling", hidden: true },
];

export function People({ path: [id, tab] }) {
  if (id) return html`<${Person} key=${id} id=${id} tab=${tab} />`;
  return html`<${Page} title="People" subtitle="Every account of the three platforms">
    <${Listing} operation="adminListUsers" name="people" nouns=${["person", "people"]}
      filters=${FILTERS} columns=${COLUMNS}
      rowHref=${(person) => href(["people", person.id])} />
  <//>`;
}
