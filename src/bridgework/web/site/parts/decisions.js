// The decisions of an owner on applications: to the next state, or to decline them.
import { openInTab } from "../../ui/tab.js";
import { closeJob, decideJobApplication, decideJobApplications, decideRoleApplication,
  decideRoleApplications, getJobApplicationCv, listJobApplications, listRoleApplications,
  updateRole } from "../api/postings.js";
import { ask, counted, nameOf, words } from "../ui.js";
import { allOf } from "./pages.js";

/** The states of an application by the kind of its posting, with the button that leads to each. */
export const MOVES = {
  role: { submitted: null, shortlisted: "Shortlist", accepted: "Accept" },
  job: {
    submitted: null, reviewing: "Review", interview: "Interview", offered: "Offer", hired: "Hire",
  },
};
const DECIDE = { role: decideRoleApplication, job: decideJobApplication };
/** What follows when the place is taken: the others are answered, and the posting ends. */
const OTHERS = {
  role: {
    taken: "accepted", list: listRoleApplications, decide: decideRoleApplications,
    open: "active", label: "Mark the role as filled",
    end: (id) => updateRole({ id }, { status: "filled" }),
  },
  job: {
    taken: "hired", list: listJobApplications, decide: decideJobApplications,
    open: "approved", label: "Close the job", end: (id) => closeJob({ id }),
  },
};
const MOST = 100; // that one request decides
const MAILS = {
  role: {
    shortlisted: "that you have shortlisted the application",
    accepted: "that you have accepted the application, and where to find your contact",
    declined: "that you do not go on with the application",
  },
  job: {
    reviewing: "that you are reviewing the application",
    interview: "that you would like to have an interview",
    offered: "that there is an offer, with your contact",
    hired: "that you have hired them, with your contact",
    declined: "that you do not go on with the application",
  },
};
const REASON = {
  name: "reason", label: "Note", type: "textarea", hint: "The e-mail contains it.",
};

/** The name in an application to a job, else that of the account. */
export const applicantName = ({ applicant, ...own }) => nameOf(own.lastName ? own : applicant);

/** The states to which the owner may move an application now, with the button of each. */
export function movesOf(kind, { status, allowedActions }) {
  if (!allowedActions.includes(DECIDE[kind].operationId)) return {};
  const states = Object.keys(MOVES[kind]);
  const next = states[states.indexOf(status) + 1];
  return next ? { [next]: MOVES[kind][next], declined: "Decline" } : {};
}

/** When the posting of an application ended, if the application waits for its owner. */
export const endedAt = (kind, { status, postingEndedAt }) =>
  Object.keys(MOVES[kind]).slice(0, -1).includes(status) && postingEndedAt;

/**
 * Ask for a note and move an application. Nothing takes an e-mail back, so it is confirmed. Once
 * somebody has the place, ask what follows; `all` are the applications, if they are loaded.
 */
export async function decide(kind, application, to, reload, all = undefined) {
  const name = applicantName(application);
  const label = movesOf(kind, application)[to];
  const result = await ask({
    title: `${label}: ${name}`, danger: to === "declined",
    label: `${label} and send the e-mail`, fields: [REASON], reload,
    draft: `${to}-${application.id}`,
    text: `An e-mail tells ${name} ${MAILS[kind][to]}. This cannot be undone.`,
    done: `${name}: ${words(to).toLowerCase()}. The e-mail is on its way.`,
    submit: ({ reason }) => DECIDE[kind](
      { id: application.id }, { status: to, ...(reason.trim() && { reason }) }),
  });
  if (!result || to !== OTHERS[kind].taken) return;
  const waiting = (all ?? await allOf(OTHERS[kind].list)({ id: application[kind].id }))
    .filter((other) => other.id !== application.id && isWaiting(kind, other));
  await declineSeveral(kind, application[kind], waiting, reload, `${name}: ${words(to)}`);
}

/** Whether an application waits for a decision of its owner. */
export const isWaiting = (kind, application) => "declined" in movesOf(kind, application);

/**
 * Ask which applications to decline, with one note. If somebody has the place, as `taken` says,
 * all are chosen, and the posting can end at once.
 */
export async function declineSeveral(kind, { id, status }, waiting, reload, taken = "") {
  const { decide: decideAll, open, label, end } = OTHERS[kind];
  const mayEnd = taken && status === open;
  if (waiting.length === 0 && !mayEnd) return;
  const left = new Set();
  const choices = waiting.map((each) => [each.id, applicantName(each)]);
  async function submit({ ids = [], reason = "", ends }) {
    const results = [];
    const chosen = ids.filter((each) => !left.has(each));
    for (let start = 0; start < chosen.length; start += MOST) {
      const part = await decideAll({ id }, {
        ids: chosen.slice(start, start + MOST), status: "declined",
        ...(reason.trim() && { reason }),
      });
      results.push(...part.results);
      for (const each of part.results) left.add(each.id); // not sent again if the rest fails
    }
    if (ends) await end(id);
    return { results, ends };
  }
  await ask({
    title: taken || "Decline several applications", danger: true, submit, reload,
    label: choices.length > 0 ? "Send the e-mails" : label,
    text: choices.length > 0 && `${taken ? `${counted(choices.length, "other application")} without
      a final answer. ` : ""}Each applicant that you choose gets one e-mail.`,
    fields: [
      ...(choices.length > 0 ? [
        { name: "ids", type: "choices", label: "Decline", options: choices }, REASON,
      ] : []),
      ...(mayEnd ? [{ name: "ends", type: "checkbox", label }] : []),
    ],
    values: { ids: taken ? choices.map(([each]) => each) : [], ends: mayEnd },
    done: ({ results, ends }) => saidOf(kind, results, ends),
  });
}

/** What came of the decisions, in one sentence for each. */
function saidOf(kind, results, ends) {
  const failed = results.filter(({ error }) => error);
  return [
    results.length > failed.length
      && `${counted(results.length - failed.length, "application")} declined.`,
    failed.length > 0 && `${counted(failed.length, "application")} not: ${failed[0].message}`,
    ends && `The ${kind} is ${kind === "role" ? "filled" : "closed"}.`,
  ].filter(Boolean).join(" ") || "Nothing was changed.";
}

export const mayOpenCv = ({ allowedActions }) =>
  allowedActions.includes(getJobApplicationCv.operationId);

/** Open a CV. The link is valid for a few minutes, and the staff can see who has opened it. */
export const openCv = ({ id }) => openInTab(() => getJobApplicationCv({ id }));
