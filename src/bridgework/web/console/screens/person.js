// One person: the account, and what administrators change in it.
import { Action, Avatar, Badge, Card, Changed, Choice, Decisions, ExternalLink, Facts, Form, Loaded, Page,
  REASON, Tabs, When, ask, call, callAbout, changed, date, decide, decideAll, emailTemplate, go, href, html, moment,
  nameOf, number, tagOf, useCall, words } from "../ui.js";
import { CUSTOM_FIELDS, CUSTOM_VALUES } from "./emails.js";
import { askForChanges, mayBeAsked } from "./person_changes.js";
import { erase, keep } from "./person_erase.js";
import { WholeProfile } from "./person_profile.js";
import { Profile, Sessions, Timeline, Trail } from "./person_records.js";

const ROLES = ["expert", "client", "rpo", "admin"];
/** The address of every erased account. */
const ERASED = "erased";
const CAP = "consultationRequestCap";
const TIERS = ["not-verified", "verified", "pro"];
const PLATFORMS = [
  ["Matchmaker", "role", "verificationTier", "onboardingStep"],
  ["Jobs", "jobsRole", "jobsVerificationTier", "jobsOnboardingStep"],
  ["Vendors", "vendorsRole", "vendorsVerificationTier", "vendorsOnboardingStep"],
];
/** @type {Record<string, [label: string, component: (properties: any) => Shown]>} */
const TABS = {
  account: ["Account", Account], record: ["Whole profile", Whole], edit: ["Edit", Edit],
  profile: ["Public profile", Profile], sessions: ["Sessions", Sessions],
  timeline: ["Timeline", Timeline], audit: ["Audit trail", Trail],
};

export function Person({ id, tab = "account" }) {
  const state = useCall("adminGetUser", { id });
  const back = { label: "People", href: href(["people"]) };
  const { data: person, reload } = state;
  if (!person) {
    return html`<${Page} title="Person" back=${back}><${Loaded} state=${state}>${() => null}<//><//>`;
  }
  const [, Content] = TABS[tab] || TABS.account;
  const { email, role, jobsRole, vendorsRole, disabledAt } = person;
  const badges = [role, jobsRole, vendorsRole, disabledAt && "disabled"].filter(Boolean);
  const subtitle = html`<span class="badges">
    ${email} ${badges.map((value) => html`<${Badge} value=${value} />`)}
  </span>`;
  const actions = html`<${Action} run=${() => sendEmail(person)}>Send an e-mail<//>
    <${Action} run=${() => assignRole(person, reload)}>Assign a role<//>
    <${Decisions} record=${person} title=${nameOf(person)} reload=${reload} owner=${emailOf}
      decisions=${[mayBeAsked(person) && askForChanges(person),
        disabledAt ? ENABLE : DISABLE].filter(Boolean)} />
    ${person.erasesAt && html`<${Action} run=${() => keep(person, reload)}>Cancel the erasure<//>`}
    ${!person.erasesAt && person.email !== ERASED &&
      html`<${Action} kind="danger" run=${() => erase(person, reload)}>Erase<//>`}`;
  const addressOf = (key) => href(["people", id, ...(key === "account" ? [] : [key])]);
  const tabs = Object.entries(TABS).map(([key, [label]]) => [key, label, addressOf(key)]);
  return html`<${Page} title=${nameOf(person)} subtitle=${subtitle} back=${back} actions=${actions}>
    <${Tabs} label="Parts of the person" active=${tab} items=${tabs} />
    ${tab !== "record" && html`<${Changed} record=${person} />`}
    <${Content} person=${person} reload=${reload} />
  <//>`;
}

/** The whole profile, which is loaded again when the person has another version. */
function Whole({ person }) {
  return html`<${WholeProfile} key=${tagOf(person)} person=${person} />`;
}

function Account({ person, reload }) {
  const notice = (text) => html`<div class="notice bad"><p>${text}</p></div>`;
  const platform = ([title, role, tier, step]) => html`<${Card} key=${title} title=${title}>
    <${Choice} label="Tier on ${title}" options=${tiersOf(person, role)} value=${person[tier]}
      choose=${(value) => setTier(person, title, role, tier, value, reload)} />
    <${Facts}
      items=${[["Role", person[role] && words(person[role])], ["Onboarding step", person[step]]]} />
  <//>`;
  return html`${person.disabledAt &&
    notice(`Disabled on ${moment(person.disabledAt)}: ${person.disabledReason}`)}
    ${person.erasesAt && notice(`The account will be erased on ${moment(person.erasesAt)}.`)}
    <div class="grid">${PLATFORMS.map(platform)}</div>
    <${Card} title="Account">
      <${Facts}
        items=${[
          ["First name", person.firstName], ["Last name", person.lastName],
          ["E-mail address", person.email],
          ["E-mail address verified", person.isEmailVerified ? "Yes" : "No"],
          ["Picture", person.avatarUrl && html`<${Likeness} person=${person} />`],
          ["Open consultations at most", number(person.consultationRequestCap)],
          ["Registered", date(person.createdAt)],
          ["Last seen", html`<${When} at=${person.lastSeenAt} />`],
          ["Changed", html`<${When} at=${person.updatedAt} />`],
          ["ID", html`<code>${person.id}</code>`],
        ]} />
    <//>`;
}

function Likeness({ person }) {
  return html`<span class="badges">
    <${Avatar} url=${person.avatarUrl} name=${nameOf(person)} />
    <${ExternalLink} url=${person.avatarUrl}>Open<//>
  </span>`;
}

const UNVERIFIED = {
  title: "The e-mail address is not verified", fields: [], label: "Verify anyway", danger: true,
  text: "Whoever registered has not shown that the address is theirs. Verify the person anyway?",
  submit: () => true,
};

/** The jobs platform has no tier `pro`, and only a vendor can have that of the vendors platform. */
function tiersOf(person, role) {
  const hasPro = role === "role" || (role === "vendorsRole" && person.vendorsRole);
  return hasPro ? TIERS : TIERS.slice(0, 2);
}

async function setTier(person, title, role, tier, value, reload) {
  const { id, [tier]: before } = person;
  const isDoubtful = value !== TIERS[0] && !person.isEmailVerified;
  if (isDoubtful && !(await ask(UNVERIFIED))) return;
  await decide(person, {
    label: `${title}: ${words(value)}`, mail: tierMail(person[role], before, value),
    request: () => tierRequest(id, tier, value),
    undo: () => call(.../** @type {[any]} */ (tierRequest(id, tier, before))),
  }, { title: nameOf(person), owner: emailOf, reload });
}

/** What a person with a role gets when the tier changes: something only if others see the change. */
export function tierMail(role, before, after) {
  const [was, is] = [before, after].map((tier) => tier !== TIERS[0]);
  if (!role || was === is) return "";
  return is ? "“Your profile was verified”" : "“Your profile is not verified any more”";
}

/**
 * The tier `pro` of vendors is set by `adminSetVendor` only.
 *
 * @param {string} id
 * @param {string} tier
 * @param {string} value
 * @returns {ApiRequest}
 */
function tierRequest(id, tier, value) {
  return tier === "vendorsVerificationTier" && value === "pro"
    ? ["adminSetVendor", { userId: id }, { [tier]: value }]
    : ["adminPatchUser", { id }, { [tier]: value }];
}

/** @type {Decision} */
export const DISABLE = {
  label: "Disable", kind: "danger", decision: "disable", mail: "“Your account was disabled”",
  fields: [{ ...REASON, required: true }], hasTemplates: true,
  text: "All sessions end at once, and the account is hidden everywhere. The person can read the reason.",
  request: ({ id }, { reason }) => ["adminDisableUser", { id }, { reason }],
};
/** @type {Decision} */
const ENABLE = {
  label: "Enable", kind: "primary", mail: "“Your account is enabled again”",
  request: ({ id }) => ["adminEnableUser", { id }],
};
const emailOf = ({ email }) => email;

/**
 * The decision that assigns a role. Only an administrator gets an e-mail.
 *
 * @param {string} label
 * @param {any} role
 * @returns {Decision}
 */
export const assignment = (label, role) => ({
  label, mail: role === "admin" && "an invitation to administer the platform",
  request: ({ id }) => ["adminAssignRole", {}, { id, role }],
});

async function assignRole(person, reload) {
  const { role: former } = person;
  const chosen = await ask({
    title: `Assign a role to ${nameOf(person)}`,
    text:
      "An administrator gets an invitation by e-mail. Any other role takes the rights of an " +
      "administrator away.",
    fields: [{ name: "role", type: "select", options: ROLES }], values: { role: former },
    label: "Assign", submit: ({ role }) => ({ role }),
  });
  if (!chosen) return;
  const { role } = chosen;
  // Taking the role of an administrator back would send another invitation.
  const undo = former !== "admin" && (() => call(.../** @type {[any]} */ (assignment("", former).request(person))));
  await decide(person, { ...assignment(`Assign the role ${words(role)}`, role), undo }, {
    title: nameOf(person), owner: emailOf, reload,
  });
}

/** The e-mail is no decision on the person: others stay possible while it is held. */
function sendEmail(person) {
  return decideAll([`e-mail to ${person.id}`], {
    title: `E-mail to ${nameOf(person)}`, label: "Send", mail: "your text", to: person.email,
    fields: [emailTemplate(person), ...CUSTOM_FIELDS], values: CUSTOM_VALUES,
    request: (input) => ["adminSendCustomEmail", { id: person.id }, input],
  });
}

function Edit({ person, reload }) {
  const fields = editFields(person);
  const values = Object.fromEntries(fields.map(({ name }) => [name, person[name] ?? ""]));
  const close = () => go(["people", person.id]);
  async function submit(input) {
    const changes = Object.entries(input).filter(([name, text]) => text !== values[name]);
    const body = changes.map(([name, text]) => [name, toMember(name, text)]);
    const { id } = person;
    await callAbout(person, ["adminPatchUser", { id }, Object.fromEntries(body)], reload);
    changed("The account was changed.", reload);
    close();
  }
  return html`<${Card} title="Edit the account">
    <div class="edit-person">
      <${Form} draft="account ${person.id}" fields=${fields} values=${values} submit=${submit}
        onCancel=${close} />
    </div>
  <//>`;
}

function editFields(person) {
  function choice(name, label, options) {
    const current = person[name] ?? ["", "None"];
    const others = options.filter((option) => option !== current);
    return { name, label, type: "select", options: [current, ...others] };
  }
  return [
    { name: "firstName" }, { name: "lastName" }, choice("role", "Role", ROLES),
    choice("jobsRole", "Jobs role", ["candidate", "recruiter", "clinic_owner"]),
    choice("vendorsRole", "Vendors role", ["vendor", "ambassador"]),
    { name: "onboardingStep", label: "Onboarding step" },
    { name: "jobsOnboardingStep", label: "Onboarding step on jobs" },
    { name: "vendorsOnboardingStep", label: "Onboarding step on vendors" },
    { name: CAP, label: "Consultation cap", type: "number", hint: "Empty restores the default." },
    { name: "avatarUrl", label: "Address of the picture", type: "url" },
    { name: "isEmailVerified", label: "The e-mail address is verified", type: "checkbox" },
  ];
}

/** The member of the request: a cap is a number, and an empty cap or step is null. */
function toMember(name, text) {
  if (text === "" && (name === CAP || name.endsWith("Step"))) return null;
  return name === CAP ? Number(text) : text;
}
