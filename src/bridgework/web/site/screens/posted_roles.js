// Roles for who posts them: their own ones, posting and editing, matches and applications.
import { field, place, required, several, text } from "../../ui/fields.js";
import * as api from "../api/postings.js";
import { href, html } from "../ui.js";
import { Posting, Postings } from "./postings.js";
import { ROLES as SEEN, Role as Other } from "./roles.js";

const CONTACT = "The contact is shown only to an expert whom you accept.";

/** The steps of the form. `options` are those of getOptions. */
const steps = (options) => [
  {
    key: "need", label: "The need", text: "What an expert reads first.",
    fields: [
      required("roleNeeded", { label: "Role", hint: "For example: Orthodontist as advisor" }),
      text("challenge", {
        label: "What is it about?", rows: 8, required: true,
        hint: "The situation, what is to be done, and how you will know that it is done.",
      }),
      several("tags", ["topics", "procedures"], {
        label: "Skills and topics",
        hint: "Each one counts in the matches. For example: Clear aligners",
      }),
    ],
  },
  {
    key: "terms", label: "Terms", text: "So that only those who can say yes apply.",
    fields: [
      required("workingPreference", {
        label: "Kind of work",
        hint: `For example: ${options.engagementType.join(", ")}. "On site" makes the place a
          must-have of the matches; without it, a place is nice to have.`,
      }),
      required("timeline", { label: "Start", hint: "For example: Within 1 month" }),
      required("budgetRange", { label: "Budget", hint: "For example: 200 to 250 an hour" }),
      field("hoursPerWeek", { label: "Hours a week" }),
      place("location", { label: "Place", hint: "City and state. Leave empty for remote work." }),
    ],
  },
  {
    key: "contact", label: "Company and contact", text: CONTACT,
    fields: [
      required("companyName", { label: "Company" }),
      required("healthcareVertical", { label: "Field", hint: "For example: Dental" }),
      required("contactPerson"),
      required("contactEmail", { type: "email", label: "Contact e-mail address" }),
    ],
  },
];

const ROLES = {
  noun: "role", title: "Roles", address: "roles", person: "expert", openState: "active", steps,
  /** Whether the people who match can be asked for a consultation. */
  isPublic: true,
  /** The address of a person who matches. */
  pageOf: (id, about) => href(["experts", id], about),
  seen: SEEN, Other, contact: CONTACT,
  operations: {
    listMine: api.listMyRoles, get: api.getRole, create: api.createRole, update: api.updateRole,
    close: api.closeRole, remove: api.deleteRole, listMatches: api.listRoleMatches,
    listApplications: api.listRoleApplications,
  },
  /** The states of an application in their order, with the button that leads to each. */
  states: {
    pending: "An administrator reviews this role. You get an e-mail when it is open.",
    active: "Experts see this role and can apply.",
    rejected: "An administrator did not approve this role. Only an administrator can open it again.",
    filled: "This role is filled. Experts no longer see it.",
    closed: `This role is closed. Experts no longer see it, and only an administrator can open it.
      If an administrator has closed it, the e-mail about it says why.`,
  },
  review: `An administrator reads the role before anyone else. You get an e-mail with the decision;
    then experts see it and can apply. You can still edit it.`,
  again: [],
  closing: `Experts no longer see it, and applicants who wait for your answer are told. Only an
    administrator can open it again.`,
  intro: `Describe what you need. When an administrator has approved the role, you see the experts
    who match it, with the reasons, and decide on those who apply.`,
};

export const Roles = () => html`<${Postings} kind=${ROLES} />`;
export const Role = ({ id, part }) => html`<${Posting} kind=${ROLES} id=${id} part=${part} />`;
