// Access: administrators, the API keys of partners, and webhooks.
import { Action, Card, CreatedList, Decisions, EMAIL, Field, Line, Listing, Loaded, NAME, Rows,
  SEARCH, Tabbed, actions, ask, call, callAbout, chips, date, filled, get, href, html, mustExist,
  nameOf, session, showSecret, state, time, toIso, useData, useState, words } from "../ui.js";
import { assignment } from "./person.js";
import { Webhook, Webhooks } from "./webhooks.js";

const SCOPES = {
  "experts:read": "Read the directory of experts", "blogs:read": "Read articles",
  "jobs:read": "Read jobs", "events:read": "Read public events",
  "vendors:read": "Read the directory of vendors", "changes:read": "Follow the change feed",
  "candidates:write": "Create and associate candidates",
};
/** @type {Part[]} */
const PARTS = [
  ["administrators", "Administrators", Administrators], ["keys", "Partner keys", Keys],
  ["webhooks", "Webhooks", Webhooks],
];

export function Access({ path: [part, id] }) {
  if (part === "webhooks" && id) return html`<${Webhook} key=${id} id=${id} />`;
  return html`<${Tabbed} address="access" parts=${PARTS} part=${part} title="Access"
    subtitle="Who may administer, which partners may call, and where changes are sent"
    label="Parts of the access" />`;
}

function administratorState({ disabledAt, hasMasterPassword, hasPendingInvitation }) {
  if (disabledAt) return "disabled";
  if (hasMasterPassword !== false) return "active";
  return hasPendingInvitation ? "invited" : "invitation expired";
}

const secondFactor = (one) => ({ true: "Yes", false: "No" })[one.hasSecondFactor] || "–";
/** @type {Columns<"adminListUsers">} */
const ADMINISTRATOR_COLUMNS = [
  NAME, EMAIL, state("state", "State", administratorState),
  { key: "hasSecondFactor", label: "Second factor", show: secondFactor },
  time("lastSeenAt", "Last seen"), actions(showActions),
];

function showActions(person, reload) {
  if (person.id === session.value.user.id) {
    return html`<a href=${href(["credentials"])}>Your credentials</a>`;
  }
  /** @type {Decision} */
  const again = {
    ...assignment("Invite again", "admin"), request: ({ id }) => ["resendAdminInvitation", { id }],
  };
  return html`${person.hasMasterPassword !== true &&
    html`<${Decisions} record=${person} decisions=${[again]} title=${nameOf(person)}
      owner=${({ email }) => email} reload=${reload} />`}
    ${person.hasSecondFactor !== false &&
    html`<${Action} run=${() => resetSecondFactor(person, reload)}>Reset second factor<//>`}
    <${Action} kind="danger" run=${() => remove(person, reload)}>Remove<//>`;
}

const MASTER_PASSWORD = {
  name: "masterPassword", label: "Your master password", type: "password",
  autocomplete: "current-password", required: true,
};

function resetSecondFactor(person, reload) {
  return ask({
    title: `Reset the second factor of ${nameOf(person)}`,
    text: "Their sessions as an administrator end, and they are told by e-mail.",
    fields: [MASTER_PASSWORD], label: "Reset", danger: true,
    submit: (input) => call("adminResetSecondFactor", { id: person.id }, input),
    done: "The second factor was reset.", reload,
  });
}

async function remove({ id }, reload) {
  const person = await call("adminGetUser", { id });
  await ask({
    title: `Remove ${nameOf(person)} as an administrator`,
    text: "The master password is removed, and the sessions as an administrator end.",
    fields: [
      { name: "role", label: "New role", type: "select", options: ["expert", "client", "rpo"] },
    ],
    values: { role: "expert" }, label: "Remove", danger: true,
    submit: ({ role }) => callAbout(person, ["adminAssignRole", {}, { id, role }]),
    done: `${nameOf(person)} is no longer an administrator.`, reload,
  });
}

function Administrators() {
  return html`<${Listing} operation="adminListUsers" name="administrators" nouns=${["administrator"]}
    params=${{ role: "admin" }} filters=${[SEARCH]} columns=${ADMINISTRATOR_COLUMNS}
    rowHref=${({ id }) => href(["people", id])} empty="No administrator matches.">
    ${({ reload }) => html`<${Invitation} reload=${reload} />`}
  <//>`;
}

/** Find a person and make them an administrator. */
function Invitation({ reload }) {
  const [text, setText] = useState("");
  const search = text.trim();
  const isSearched = search.length >= 2;
  const find = (signal) => get("adminListUsers", { search, limit: 6 }, signal);
  const found = useData(async (signal) => (isSearched ? find(signal) : { items: [] }), [search]);
  function after() {
    setText("");
    reload();
  }
  const invite = { ...assignment("Invite", "admin"), kind: "primary", after };
  const line = (person) => html`<${Line} title=${html`<b>${nameOf(person)}</b>`}
    quiet="${person.email} · ${words(person.role)}">
    <${Decisions} record=${person} decisions=${[invite]} title=${nameOf(person)}
      owner=${({ email }) => email} read=${({ id }) => call("adminGetUser", { id })} />
  <//>`;
  return html`<${Card} title="Invite an administrator">
    <p class="quiet">
      The person needs an account. An invitation by e-mail, valid for 24 hours, leads to the choice
      of a master password.
    </p>
    <${Field} field=${{ ...SEARCH, name: "person", label: "Find a person" }} value=${text}
      onInput=${setText} />
    <${Loaded} state=${found}>
      ${({ items }) => isSearched && html`<${Rows} show=${line} empty="Nobody else matches."
        items=${items.filter(({ role }) => role !== "admin")} />`}
    <//>
  <//>`;
}

const SUSPENSIONS = {
  administrator_erased: "refused: its administrator was erased",
  administrator_disabled: "refused: its administrator is disabled",
  not_an_administrator: "refused: its administrator is none any more",
};

function keyState({ revokedAt, expiresAt, suspension }) {
  if (revokedAt) return "revoked";
  if (expiresAt && new Date(expiresAt) < new Date()) return "expired";
  return SUSPENSIONS[suspension] || "active";
}

const expiry = ({ expiresAt }) => (expiresAt ? date(expiresAt) : "Never");

function showRevoke(key, reload) {
  if (key.revokedAt) return null;
  return html`${keyState(key) !== "expired" &&
    html`<${Action} run=${() => rotate(key, reload)}>Rotate<//>`}
    <${Action} kind="danger" run=${() => revoke(key, reload)}>Revoke<//>`;
}

const KEY_COLUMNS = [
  { key: "name", label: "Name" },
  { key: "prefix", label: "Starts with", show: ({ prefix }) => html`<code>${prefix}</code>` },
  chips("scopes", "Scopes"), state("state", "State", keyState),
  { key: "expiresAt", label: "Expires", show: expiry },
  time("lastUsedAt", "Last used"), time("createdAt", "Created", true), actions(showRevoke),
];

function Keys() {
  return html`<${CreatedList} label="Create a key" create=${createKey}
    text=${html`A partner sends the key as <code>x-api-key</code>.`}
    operation="adminListApiKeys" name="keys" nouns=${["key"]} columns=${KEY_COLUMNS}
    empty="There are no keys. A partner needs one to read or to send records." />`;
}

const KEY_FIELDS = [
  { name: "name", hint: "Such as the name of the partner.", required: true },
  ...Object.entries(SCOPES).map(([name, label]) => ({
    name, label: html`${label} <code>${name}</code>`, type: "checkbox",
  })),
  { name: "expiresAt", label: "Expires", type: "datetime-local", hint: "Empty for never." },
];

/** Create a key and show it. Resolves to the key, or to false if the reader cancels. */
async function createKey() {
  const created = await ask({
    title: "Create a key", fields: KEY_FIELDS, label: "Create",
    submit: async ({ name, expiresAt, ...input }) => {
      mustExist("expiresAt", expiresAt);
      const scopes = Object.keys(SCOPES).filter((scope) => input[scope]);
      const members = filled({ name, scopes, expiresAt: toIso(expiresAt) });
      return call("adminCreateApiKey", {}, members);
    },
  });
  if (created) await showSecret(`The key of ${created.name}`, created.key, "");
  return created;
}

async function rotate({ id, name }, reload) {
  const rotated = await ask({
    title: `Rotate the key of ${name}`,
    text: "The partner gets a new key. The present one stays valid for the hours that you choose.",
    fields: [{
      name: "keepHours", label: "Hours", type: "number", min: 0, max: 168, required: true,
      hint: "0 to 168. With 0, the present key is refused at once.",
    }],
    values: { keepHours: "24" }, label: "Rotate",
    submit: ({ keepHours }) => call("rotateApiKey", { id }, { keepHours: Number(keepHours) }),
  });
  if (!rotated) return;
  await showSecret(`The new key of ${name}`, rotated.key, "");
  reload();
}

function revoke({ id, name }, reload) {
  return ask({
    title: `Revoke the key of ${name}`,
    text: "The partner's requests are refused at once. A revoked key cannot be used again.",
    label: "Revoke", danger: true, submit: () => call("adminRevokeApiKey", { id }),
    done: "The key was revoked.", reload,
  });
}
