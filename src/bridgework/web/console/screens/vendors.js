// Vendors: accounts with their tiers and lead caps, and the directory as members see it.
import { tierMail } from "./person.js";
import { Action, EMAIL, Listing, Members, NAME, SEARCH, Tabbed, actions, ask, call, callAbout, changed,
  chips, decide, href, html, itemsOf, nameOf, oneOf, state, time, value } from "../ui.js";

const TIER = "vendorsVerificationTier";
const CAP = "monthlyPaidLeadCap";
const KINDS = ["vendor", "ambassador"];
/** @type {Part[]} */
const PARTS = [["accounts", "Accounts", Accounts], ["directory", "Directory", Directory]];

export function Vendors({ path: [part] }) {
  return html`<${Tabbed} address="vendors" parts=${PARTS} part=${part} title="Vendors"
    subtitle="Vendors and ambassadors" label="Parts of the vendors" />`;
}

/** @type {Columns<"adminListUsers">} */
const ACCOUNT_COLUMNS = [
  NAME, EMAIL, value("vendorsRole", "Kind"), state(TIER, "Tier"), time("createdAt", "Registered"),
  actions((person, reload) => {
    const run = () => change(person, reload);
    return html`<${Action} aria-label="Change ${nameOf(person)}" run=${run}>Change<//>`;
  }),
];
const ACCOUNT_FILTERS = [
  SEARCH, oneOf("vendorsRole", "Kind", KINDS),
  oneOf("vendorsVerification", "Tier", ["not-verified", ["verified", "Verified or pro"]]),
];

function Accounts() {
  return html`<${Listing} operation="adminListUsers" name="vendors" nouns=${["vendor"]}
    params=${{ platform: "vendors" }} filters=${ACCOUNT_FILTERS} columns=${ACCOUNT_COLUMNS}
    rowHref=${({ id }) => href(["people", id])}
    empty="No account matches. Those with the role of a vendor or an ambassador appear here." />`;
}

/** The lead cap, which only the audit log tells administrators; 0 if it was never set. */
async function capOf({ id: target }) {
  const entries = await call("adminListLogs", { action: "vendor.set", target, limit: 100 });
  const changes = itemsOf(entries).flatMap((entry) => entry.changes);
  return Number(changes.find(({ field }) => field === CAP)?.after ?? 0);
}

async function change({ id }, reload) {
  const person = await call("adminGetUser", { id });
  /** @type {(body: Sent<"adminSetVendor">) => ApiRequest} */
  const request = (body) => ["adminSetVendor", { userId: id }, body];
  const before = { [TIER]: person[TIER], [CAP]: await capOf(person) };
  const undo = () => call(.../** @type {[any]} */ (request(before)));
  const made = await ask({
    title: `Tier and lead cap of ${nameOf(person)}`,
    text: `${person.isEmailVerified ? "" : "The e-mail address is not verified. "}Those with the
      tier verified or pro are listed in the directory.`,
    fields: [
      { name: TIER, label: "Tier", type: "select", options: ["not-verified", "verified", "pro"] },
      { name: CAP, label: "Paid leads a month", type: "number", hint: "0 by default." },
    ],
    values: before, label: "Save",
    async submit(input) {
      const made = request({ ...input, [CAP]: input[CAP] === "" ? null : Number(input[CAP]) });
      const mail = tierMail(person.vendorsRole, before[TIER], input[TIER]);
      if (!mail) await callAbout(person, made, reload);
      return { made, mail };
    },
  });
  if (!made) return;
  if (!made.mail) return changed(`${nameOf(person)} was changed.`, reload, undo);
  await decide(person, { label: "Tier and lead cap", mail: made.mail, request: () => made.made },
    { title: nameOf(person), owner: ({ email }) => email, reload });
}

/** @type {Columns<"listVendorDirectory">} */
const ENTRY_COLUMNS = [
  { key: "companyName", label: "Name", show: (entry) => entry.companyName || nameOf(entry) },
  { ...NAME, key: "person", label: "Person" }, value("kind", "Kind"),
  chips("categories", "Categories"),
];
const ENTRY_FILTERS = [
  { ...SEARCH, placeholder: "Words of the entry" }, oneOf("kind", "Kind", KINDS),
  { name: "categories", placeholder: "imaging, water safety" },
  { name: "subcategories", placeholder: "filters" },
];

function Directory() {
  return html`<p class="quiet">What members see: the verified vendors and ambassadors.</p>
    <${Listing} operation="listVendorDirectory" name="directory" nouns=${["entry", "entries"]}
      filters=${ENTRY_FILTERS} columns=${ENTRY_COLUMNS}
      rowHref=${({ userId }) => href(["people", userId, "profile"])}
      detail=${(entry) => html`<${Members} record=${entry} omit=${["userId", "kind"]} />`}
      empty="No entry matches. Verified vendors and ambassadors are listed here." />`;
}
