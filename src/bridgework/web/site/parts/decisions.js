// The decisions of an owner on an application: to the next state, or to decline it.
import { openInTab } from "../../ui/tab.js";
import { decideJobApplication, decideRoleApplication, getJobApplicationCv }
  from "../api/postings.js";
import { ask, nameOf, words } from "../ui.js";

/** The states of an application by the kind of its posting, with the button that leads to each. */
export const MOVES = {
  role: { submitted: null, shortlisted: "Shortlist", accepted: "Accept" },
  job: {
    submitted: null, reviewing: "Review", interview: "Interview", offered: "Offer", hired: "Hire",
  },
};
const DECIDE = { role: decideRoleApplication, job: decideJobApplication };
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

/** Ask for a note and move an application. Nothing takes an e-mail back, so it is confirmed. */
export function decide(kind, application, to, reload) {
  const name = applicantName(application);
  const label = movesOf(kind, application)[to];
  return ask({
    title: `${label}: ${name}`, danger: to === "declined",
    label: `${label} and send the e-mail`, fields: [REASON], reload,
    draft: `${to}-${application.id}`,
    text: `An e-mail tells ${name} ${MAILS[kind][to]}. This cannot be undone.`,
    done: `${name}: ${words(to).toLowerCase()}. The e-mail is on its way.`,
    submit: ({ reason }) => DECIDE[kind](
      { id: application.id }, { status: to, ...(reason.trim() && { reason }) }),
  });
}

export const mayOpenCv = ({ allowedActions }) =>
  allowedActions.includes(getJobApplicationCv.operationId);

/** Open a CV. The link is valid for a few minutes, and the staff can see who has opened it. */
export const openCv = ({ id }) => openInTab(() => getJobApplicationCv({ id }));
