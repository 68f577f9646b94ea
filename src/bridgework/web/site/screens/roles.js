// Roles for experts: the open ones, those that match, and applying.
import { applyToRole, getMyRoleMatch, getRole, listMyRoleMatches, listRoles }
  from "../api/openings.js";
import { filled } from "../../ui/address.js";
import { Form, Labels, html, session } from "../ui.js";
import { ApplyPage, MATCHING, MESSAGE, Matching, Opening, Openings, send } from "./openings.js";

/** Roles as who looks for one sees them. */
export const ROLES = {
  path: "roles", one: "role", title: "Roles", profile: "expert", owner: "client",
  searchLabel: "Role, company or topic",
  list: listRoles, matches: listMyRoleMatches, get: getRole, match: getMyRoleMatch,
  apply: applyToRole, Apply: ApplyToRole, whoApplies: "Experts can apply to this role.",
  filters: [
    { name: "location", label: "Location" },
    { name: "healthcareVertical", label: "Field of healthcare" },
    { name: "tags", label: "Tags", type: "several" },
  ],
  isMatched: () => session.value?.user.role === "expert",
  isOpen: (status) => status === "active",
  summary: ({ budgetRange, workingPreference, hoursPerWeek, timeline }) =>
    [budgetRange, workingPreference, weekly(hoursPerWeek), timeline],
  facts: (role) => [
    ["Budget", role.budgetRange], ["Way of working", role.workingPreference],
    ["Time", weekly(role.hoursPerWeek)], ["Start", role.timeline],
    ["Field of healthcare", role.healthcareVertical],
  ],
  texts: ({ challenge, tags }) => [
    ["What is needed", html`<p class="prose" dir="auto">${challenge}</p>`],
    ...(tags?.length > 0 ? [["Topics", html`<${Labels} items=${tags} />`]] : []),
  ],
};

/** The hours are a text of the owner, such as "16" or "6 to 8 hours". */
function weekly(text) {
  if (!text || /week/i.test(text)) return text;
  return /hour/i.test(text) ? `${text} a week` : `${text} hours a week`;
}

export function Roles() {
  return html`<${Openings} kind=${ROLES} />`;
}

export function Role({ id, part }) {
  if (id === MATCHING) return html`<${Matching} kind=${ROLES} />`;
  return html`<${Opening} kind=${ROLES} id=${id} part=${part} />`;
}

function ApplyToRole(opening) {
  return html`<${ApplyPage} kind=${ROLES} posting=${opening.posting}>
    <${Form} fields=${[MESSAGE]} label="Send the application" draft="apply-${opening.posting.id}"
      submit=${(values) => send(ROLES, opening, filled(values))} />
  <//>`;
}
