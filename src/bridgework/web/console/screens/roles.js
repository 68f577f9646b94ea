// Roles: the postings of clients, their applications and the experts who match.
import { Badge, EMAIL, Form, Listing, Loaded, NAME, Page, SEARCH, WideForm, call, filled, go,
  href, html, nameOf, oneOf, route, toast, useCall } from "../ui.js";
import { ROLE_FIELDS, changesOf } from "./posting_fields.js";
import { Postings, approval, rejection, reopening } from "./postings.js";

const MAILS = {
  active: "“Your role is now active”", closed: "“Your role was marked as closed”",
  filled: "“Your role was marked as filled”",
};
/**
 * @param {string} label
 * @param {"active" | "filled" | "closed"} status
 * @param {string} [kind]
 * @returns {Decision}
 */
const move = (label, status, kind) => ({
  label, kind, mail: MAILS[status], request: ({ id }) => ["updateRole", { id }, { status }],
});
const ACTIVATE = move("Activate", "active", "primary");
export const ROLE_REVIEW = {
  approve: approval("approveRole", MAILS.active),
  reject: rejection("rejectRole", MAILS.closed, "The owner is notified. The role is closed."),
};
/** @type {Decision} */
const DELETE = {
  label: "Delete", kind: "danger", fields: [], mail: "“A role you applied for was withdrawn”",
  text: "Applicants with an open application are notified.", to: "its applicants",
  request: ({ id }) => ["deleteRole", { id }],
  after: ({ id }) => route.value.path[1] === id && go(["roles"]),
};

/** @type {import("./postings.js").PostingType} */
const ROLES = {
  title: "Roles", noun: "role", person: "expert", address: "roles",
  statuses: ["pending", "active", "filled", "closed"], fields: ROLE_FIELDS,
  actions: {
    pending: [ROLE_REVIEW.approve, ROLE_REVIEW.reject, DELETE],
    active: [move("Mark as filled", "filled"), move("Close", "closed"), DELETE],
    filled: [ACTIVATE, DELETE],
    closed: [reopening("reopenRole", "“Your role is reviewed again”"), ACTIVATE, DELETE],
  },
  columns: [
    { key: "healthcareVertical", label: "Vertical" },
    { key: "workingPreference", label: "Working preference" },
    { key: "budgetRange", label: "Budget" }, { key: "location", label: "Location", hidden: true },
  ],
  facts: (role) => [["Status", html`<${Badge} value=${role.status} />`]],
  operations: {
    list: "adminListRoles", get: "getRole", update: "updateRole",
    applications: "listRoleApplications", matches: "listRoleMatches",
  },
  applicationStates: ["submitted", "shortlisted", "accepted"],
};

const NEW = href(["roles", "new"], { role: "client" });
const STATUS = {
  name: "status", type: "select", options: ROLES.statuses, group: "State",
  hint: "Members see active roles.",
};

export function Roles({ path }) {
  if (path[0] === "new") return html`<${NewRole} />`;
  const create = html`<a class="button" href=${NEW}>Create a role</a>`;
  return html`<${Postings} type=${ROLES} path=${path} create=${create} />`;
}

/** First the client is chosen, who owns the role; then its members are filled in. */
function NewRole() {
  const { client } = route.value.query;
  return html`<${Page} title="Create a role" back=${{ href: href(["roles"]), label: "Roles" }}
    subtitle=${client ? "" : "Choose the client who owns the role"}>
    ${client
      ? html`<${RoleForm} key=${client} id=${client} />`
      : html`<${Listing} operation="adminListUsers" name="clients" nouns=${["client"]}
          columns=${[NAME, EMAIL]}
          filters=${[SEARCH, oneOf("role", "Role", ["client", "rpo"])]}
          rowHref=${({ id }) => href(["roles", "new"], { client: id })} />`}
  <//>`;
}

function RoleForm({ id }) {
  async function submit({ status, ...input }) {
    const members = filled(changesOf(ROLE_FIELDS, {}, input));
    const role = await call("adminCreateRole", {}, { ...members, userId: id, status });
    toast(`The role was created. It is ${role.status}.`);
    go(["roles", role.id]);
  }
  return html`<${Loaded} state=${useCall("adminGetUser", { id })}>
    ${(client) => html`<${WideForm}>
      <p>
        For <a href=${href(["people", id])}>${nameOf(client)}</a>, ${client.email}.${" "}
        <a href=${NEW}>Choose another client</a>
      </p>
      <${Form} draft="role for ${id}" fields=${[...ROLE_FIELDS, STATUS]} label="Create"
        values=${{ contactPerson: nameOf(client), contactEmail: client.email, status: "active" }}
        submit=${submit} onCancel=${() => go(["roles"])} />
    <//>`}
  <//>`;
}
