// The erasure of a person who has asked for it.
import { ask, call, date, html, nameOf, number, words } from "../ui.js";

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

const FATES = [["keep", "Kept"], ["blank", "Kept without the person"], ["delete", "Deleted"]];

/** What the tables declare, without those that have nothing of the person. */
const preview = ({ tables }) => html`<div class="prose">
  ${FATES.map(([fate, title]) => {
    const found = tables.filter(({ erase: its, rows }) => its === fate && rows);
    const line = ({ table, rows }) => `${words(table)} (${number(rows)})`;
    return found.length > 0 && html`<h3>${title}</h3>
      ${fate === "delete" ? html`<p>${found.map(line).join(", ")}</p>`
        : html`<ul>${found.map((one) => html`<li>${line(one)}: ${one.reason}</li>`)}</ul>`}`;
  })}
  <p>Until then the account is hidden, and its sessions have ended.</p>
</div>`;

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
