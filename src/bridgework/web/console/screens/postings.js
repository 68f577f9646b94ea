// What jobs and roles have in common: the list, and the screen of one posting.
import { Changed, Decisions, Facts, Form, History, IsBeside, Listing, Loaded, Notes, Page, PersonLink,
  REASON, SEARCH, Tabs, When, WideForm, call, filled, go, href, html, oneOf, ownerOf, state, time,
  toast, useCall, useContext, words } from "../ui.js";
import { Applications } from "./posting_applications.js";
import { PostingText, changesOf, toInput, valueText } from "./posting_fields.js";
import { Matches } from "./posting_matches.js";
import { Visibility } from "./posting_visibility.js";

const PARTS = {
  text: PostingText, edit: Edit, applications: Applications, matches: Matches,
  notes: ({ type, posting }) => html`<${Notes} kind=${type.noun} id=${posting.id} />`,
  history: ({ posting }) => html`<${History} target=${posting.id} turn=${posting} />`,
};

/**
 * What distinguishes jobs from roles: see jobs.js and roles.js.
 *
 * @typedef {{
 *   title: string, noun: "job" | "role", person: string, address: string, statuses: string[],
 *   fields: FormField[], actions: Record<string, Decision[]>, columns: Column<Either<Item<"adminListJobs">, Item<"adminListRoles">>>[],
 *   facts: (posting: any) => Shown[][], applicationStates: string[],
 *   operations: {
 *     list: "adminListJobs" | "adminListRoles", get: "getJob" | "getRole",
 *     update: "adminUpdateJob" | "updateRole", decide?: "decideJobApplication",
 *     applications: "listJobApplications" | "listRoleApplications", cv?: "getJobApplicationCv",
 *     matches: "listJobMatches" | "listRoleMatches",
 *   },
 * }} PostingType
 */

/** @param {{ type: PostingType, path: string[], create?: Shown }} properties */
export function Postings({ type, path, create }) {
  const [id, tab = "text"] = path;
  return id
    ? html`<${Posting} key=${id} type=${type} id=${id} tab=${tab} />`
    : html`<${Page} title=${type.title} actions=${create}><${List} type=${type} /><//>`;
}

/**
 * @param {OfRecord} operation
 * @param {Decision["mail"]} mail
 * @returns {Decision}
 */
export const approval = (operation, mail) => ({
  label: "Approve", kind: "primary", decision: "approve", mail,
  request: ({ id }) => [/** @type {any} */ (operation), { id }, {}],
});
/**
 * @param {OfRecord} operation
 * @param {Decision["mail"]} mail
 * @param {string} text
 * @returns {Decision}
 */
export const rejection = (operation, mail, text) => ({
  label: "Reject", kind: "danger", decision: "reject", mail, text, fields: [REASON],
  hasTemplates: true, request: ({ id }, { reason }) => [/** @type {any} */ (operation), { id }, filled({ reason })],
});

/**
 * @param {OfRecord} operation
 * @param {Decision["mail"]} mail
 * @returns {Decision}
 */
export const reopening = (operation, mail) => ({
  label: "Back to pending", mail, request: ({ id }) => [/** @type {any} */ (operation), { id }, {}],
});

/** @param {{ type: PostingType }} properties */
function List({ type: { operations, address, noun, statuses, columns } }) {
  return html`<${Listing} operation=${operations.list} name=${address}
    nouns=${[noun]}
    filters=${[
      { ...SEARCH, placeholder: "Words of the posting" }, oneOf("status", "Status", statuses),
    ]}
    columns=${[
      { key: "roleNeeded", label: words(noun) }, { key: "companyName", label: "Company" },
      state("status", "Status"), .../** @type {any[]} */ (columns), time("createdAt", "Posted"),
    ]}
    rowHref=${({ id }) => href([address, id])}
    empty="No ${noun} matches these filters. Postings of members appear here." />`;
}

/** The decisions on a posting that are possible now. */
function decisionsOn(type, posting) {
  return (type.actions[posting.status] || []).filter(({ request }) =>
    posting.allowedActions.includes(request(posting, {})[0]));
}

/** @param {{ type: PostingType, id: string, tab: string }} properties */
function Posting({ type, id, tab }) {
  const { operations, address, noun } = type;
  const loaded = useCall(operations.get, { id });
  const { data: posting, reload } = loaded;
  const shown = useContext(IsBeside) ? ["text", "matches"] : [tab];
  const more = ["applications", "matches", "notes", "history"];
  const tabs = [
    ["text", words(noun), href([address, id])],
    ...more.map((key) => [key, words(key), href([address, id, key])]),
  ];
  return html`<${Page} title=${posting ? posting.roleNeeded : words(noun)}
    subtitle=${posting && [posting.companyName, posting.location].filter(Boolean).join(" · ")}
    back=${{ href: href([address]), label: type.title }}
    actions=${posting && html`
      <${Decisions} record=${posting} decisions=${decisionsOn(type, posting)}
        title=${posting.roleNeeded} owner=${({ userId }) => ownerOf(userId)} reload=${reload} />
      <a class="button" href=${href([address, id, "edit"])}>Edit</a>`}>
    <${Loaded} state=${loaded}>
      ${() => html`<${Changed} record=${posting} fields=${type.fields} textOf=${valueText} />
        <${Visibility} noun=${noun} posting=${posting} />
        <${Facts} items=${[
          ...type.facts(posting), ...reasonOf(posting), ["Owner", html`<${PersonLink} id=${posting.userId} />`],
          ["Posted", html`<${When} at=${posting.createdAt} />`],
          ["Changed", html`<${When} at=${posting.updatedAt} />`],
        ]} />
        <${Tabs} label="Parts of the ${noun}" active=${tab} items=${tabs} />
        ${shown.map((key) => html`<${PARTS[key] || PostingText} key=${key} type=${type}
          posting=${posting} reload=${reload} />`)}`}
    <//>
  <//>`;
}

function reasonOf({ rejectionReason, hidden }) {
  const reason = rejectionReason || hidden?.reason;
  return reason ? [["Reason", reason]] : [];
}

/** @param {{ type: PostingType, posting: Answer<PostingType["operations"]["get"]>, reload: () => void }} properties */
function Edit({ type: { fields, operations, address, noun }, posting, reload }) {
  const { id } = posting;
  const leave = () => go([address, id]);
  async function submit(input) {
    const changes = changesOf(fields, posting, input);
    if (Object.keys(changes).length > 0) {
      await call(operations.update, { id }, changes);
      reload();
      toast(`The ${noun} was changed.`);
    }
    leave();
  }
  const values = toInput(fields, posting);
  return html`<${WideForm}>
    <${Form} draft="posting ${id}" fields=${fields} values=${values} submit=${submit}
      onCancel=${leave} />
  <//>`;
}
