// The erasure of a person who has asked for it.
import { ask, call, date, nameOf } from "../ui.js";

const WHEN = [
  ["later", "In 14 days: the person gets an e-mail, and signing in cancels it"],
  ["now", "At once: this cannot be undone, and the person gets no e-mail"],
];

/** Ask for the reason and the time, and erase the account. */
export function erase(person, reload) {
  return ask({
    title: `Erase ${nameOf(person)}`,
    text:
      "Deleted: the profile, postings, applications, files, e-mails and notes. " +
      "Kept: posts, comments and articles as those of a former member, because others have " +
      "answered or linked to them; events without their owner; the entries of the audit log " +
      "without address and browser, because the log must stay complete. " +
      "Until then the account is hidden, and its sessions have ended.",
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
