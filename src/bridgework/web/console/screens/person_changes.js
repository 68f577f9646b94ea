// Changes of a profile that an administrator asks for, before the verification.
import { Badge, Card, Facts, Field, When, html, words } from "../ui.js";
import { Changes } from "./reviewed_changes.js";

const NAMES = [["firstName", "First name"], ["lastName", "Last name"], ["avatarUrl", "Picture"]];
const CV = ["cvObjectPath", "CV"];
const OF_EXPERTS = ["title", "credential", "specialty", "yearsExperience", "location", "bio", "licenses",
  "credentials", "education", "background", "outcomes", "skills"];
/** What can be named, by the role. A message can ask for anything else. */
const MEMBERS = {
  expert: OF_EXPERTS,
  candidate: ["credential", "profession", "specialty", CV, "yearsExperience", "location", "bio", "licenses",
    "education", "skills"],
  clinic_owner: ["practiceName", "description", "primaryLocation", "practiceTypes", "rolesToHire"],
  vendor: ["companyName", "offering", "categories", "usp", "socialPageUrl", "attachmentPaths",
    ["videoObjectPath", "Video"], "videoUrl", "legalAddress", "signatoryName"],
  ambassador: ["territory", "location", "bio", "categories", ["videoObjectPath", "Video"], "videoUrl"],
};
MEMBERS.recruiter = MEMBERS.clinic_owner;
const DESCRIBED = ["bio", "description", "offering"];
const TEXTS = {
  "": { label: "Other" },
  license: {
    label: "Missing license", members: ["licenses"],
    message: "Your profile names no license. Add the number and the state of each license, so that we can verify it.",
  },
  picture: {
    label: "Picture", members: ["avatarUrl"],
    message: "Your picture does not show who you are. Replace it by one that shows your face or your company.",
  },
  description: {
    label: "Unclear description", members: DESCRIBED,
    message: "Your description does not say what you do. Describe in a few sentences what you offer, to whom, and where.",
  },
};

/** @returns {[name: string, label: string]} */
const named = (member) => (typeof member === "string" ? [member, words(member)] : [member[0], member[1]]);
/** The roles that wait for a verification. Every account that takes part elsewhere has `role` too. */
const waiting = ({ role, jobsRole, vendorsRole, ...tiers }) => [
  role === "expert" && tiers.verificationTier === "not-verified" &&
    (tiers.onboardingStep || !(jobsRole || vendorsRole)) && role,
  tiers.jobsVerificationTier === "not-verified" && jobsRole,
  tiers.vendorsVerificationTier === "not-verified" && vendorsRole,
].filter(Boolean);

/** Whether a person waits for a verification, as far as the account says. */
export const mayBeAsked = (person) => person.isEmailVerified && !person.disabledAt &&
  !person.erasesAt && waiting(person).length > 0;

/**
 * The decision that asks a person for changes.
 *
 * @param {any} person
 * @returns {Decision}
 */
export function askForChanges(person) {
  const found = [...NAMES, ...waiting(person).flatMap((role) => MEMBERS[role])].map(named);
  const options = [...new Map(found)];
  return {
    label: "Ask for changes", mail: "your message",
    text: "The account stays as it is. It is back in the queue as soon as the person has changed something.",
    fields: [
      { name: "template", label: "Text", part: TextChoice, options },
      { name: "message", type: "textarea", rows: 6, required: true },
      { name: "members", label: "What shall change", type: "choices", options,
        hint: "Each gets a link. Without a choice, any change counts." },
    ],
    request: ({ id }, { message, members }) =>
      ["adminAskForChanges", { id }, { message, members: members || [] }],
  };
}

/** A choice of a text, which sets the message and the members. The last one leaves them. */
function TextChoice({ field, value, setInput }) {
  function choose(key) {
    const { message, members = [] } = TEXTS[key];
    const possible = members.filter((name) => field.options.some(([member]) => member === name));
    setInput((former) => ({ ...former, template: key, ...(message && { message, members: possible }) }));
  }
  const options = Object.entries(TEXTS).map(([key, { label }]) => [key, label]);
  return html`<${Field} field=${{ ...field, type: "select", options }} value=${value || ""}
    onInput=${choose} />`;
}

/** What a person was asked to change, and what the person has changed since. */
export function ChangesAsked({ asked }) {
  if (!asked) return null;
  const { message, members, at, by, answeredAt, changes } = asked;
  return html`<${Card} title="Changes asked for">
    <${Facts} items=${[
      ["State", html`<${Badge} value=${answeredAt ? "changed since" : "waits for the member"} />`],
      ["Asked", html`<${When} at=${at} />${by && ` by ${by.name}`}`],
      ["Changed", answeredAt && html`<${When} at=${answeredAt} />`],
      ["What shall change", members.length > 0 ? members.map(words).join(", ") : "Anything"],
    ]} />
    <p class="prose" dir="auto">${message}</p>
    ${changes.length > 0 && html`<${Changes} members=${changes} />`}
    ${answeredAt && changes.length === 0 && html`<p class="quiet">Everything is as it was before.</p>`}
  <//>`;
}
