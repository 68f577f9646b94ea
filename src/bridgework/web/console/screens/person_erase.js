// The erasure of a person who has asked for it.
import { ask, call, counted, date, html, nameOf, words } from "../ui.js";

const WHEN = [
  ["later", "In 14 days, with an e-mail: signing in cancels it"],
  ["now", "At once, without an e-mail: it cannot be undone"],
];

/** Keep an account that was to be erased, as the person has asked. */
export function keep(person, reload) {
  return ask({
    title: `Cancel the erasure of ${nameOf(person)}`, fields: [], label: "Cancel the erasure", reload,
    text: `The account was to be erased on ${date(person.erasesAt)}. It stays, and is visible again ` +
      "at once. The person gets an e-mail, and signs in again.",
    done: "The account is not erased.",
    submit: () => call("adminCancelErasure", { id: person.id }),
  });
}

const FATES = [["delete", "Deleted"], ["blank", "Kept without the person"], ["keep", "Kept"]];
/**
 * What readers call the rows of tables, by the names of the tables.
 *
 * @type {Array<[names: RegExp, name: string]>}
 */
const CALLED = [
  [/^accounts/, "The account"], [/profile|entries|directory|match_|changes_/, "Profiles"],
  [/^(roles|jobs)$/, "Postings"], [/applications|job_accounts/, "Applications"],
  [/^consultation/, "Consultations"], [/^calendar/, "Events and invitations"],
  [/^feed_posts/, "Posts"], [/^feed_comments/, "Comments"], [/^feed/, "Likes"],
  [/^blog/, "Articles"], [/^alert_queries/, "Queries of saved searches"],
  [/search|alert/, "Saved searches"], [/assets|files/, "Files"],
  [/outbox|notif/, "E-mails and notifications"], [/^recruiting/, "Candidates"],
  [/session|token|passkey|device|code|totp|admin_|addresses|api_keys/, "Sign-ins and devices"],
  [/audit/, "Audit log"], [/report/, "Reports"], [/note|queue|import/, "Work of administrators"],
];
const called = ({ table }) => CALLED.find(([names]) => names.test(table))?.[1] ?? "Other records";

/** What becomes of what there is of the person, in the words of readers; the tables are folded. */
function preview({ tables }) {
  const found = tables.filter(({ rows }) => rows > 0);
  const part = ([fate, title]) => {
    const its = found.filter(({ erase: of }) => of === fate);
    const names = [...new Set(its.map(called))];
    const line = (one) => html`<li><b>${called(one)}</b>: ${one.reason}</li>`;
    return its.length > 0 && html`<h3>${title}</h3>
      ${fate === "delete" ? html`<p>${names.join(" · ")}</p>` : html`<ul>${its.map(line)}</ul>`}`;
  };
  const row = ({ table, rows, erase: fate }) =>
    html`<li>${words(table)}: ${counted(rows, "row")}, ${fate}</li>`;
  return html`<div class="erasure">
    <p>Until it is erased, the account is hidden, and its sessions have ended.</p>
    ${FATES.map(part)}
    <details><summary>Tables of the database</summary><ul>${found.map(row)}</ul></details>
  </div>`;
}

/** Ask for the reason and the time, and erase the account. */
export async function erase(person, reload) {
  const text = preview(await call("adminPreviewErasure", { id: person.id }));
  return ask({
    title: `Erase ${nameOf(person)}`, text,
    fields: [
      { name: "reason", type: "textarea", required: true },
      { name: "when", label: "When", type: "select", options: WHEN },
    ],
    values: { when: WHEN[0][0] }, draft: `erase ${person.id}`, label: "Erase", danger: true, reload,
    done: ({ erasesAt }) => (new Date(erasesAt) > new Date()
      ? `The account will be erased on ${date(erasesAt)}.` : "The account was erased."),
    submit: ({ reason, when }) =>
      call("adminEraseUser", { id: person.id }, { reason, now: when === "now" }),
  });
}
