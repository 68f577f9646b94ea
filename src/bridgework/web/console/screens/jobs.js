// Jobs: the postings of clinics, their applications and the candidates who match.
import { Badge, When, date, dollars, html, value } from "../ui.js";
import { JOB_FIELDS } from "./posting_fields.js";
import { Postings, approval, rejection, reopening } from "./postings.js";

export const JOB_REVIEW = {
  approve: approval("approveJob", "“Your job posting was approved”"),
  reject: rejection("rejectJob", "“Your job posting was rejected”",
    "The owner can read the reason and change the job."),
};
/** @type {Decision} */
const CLOSE = {
  label: "Close", kind: "danger", fields: [], mail: "“Your job posting was closed”",
  text: "Members no longer see it. Only its owner can submit it again.",
  request: ({ id }) => ["closeJob", { id }],
};

/** @type {import("./postings.js").PostingType} */
const JOBS = {
  title: "Jobs", noun: "job", person: "candidate", address: "jobs",
  statuses: ["pending", "approved", "rejected", "closed", "expired"], fields: JOB_FIELDS,
  actions: {
    pending: [JOB_REVIEW.approve, JOB_REVIEW.reject, CLOSE], approved: [CLOSE],
    rejected: [reopening("reopenJob", "“Your job posting is reviewed again”")],
  },
  columns: [
    { key: "location", label: "Location" }, value("employmentType", "Employment"),
    { key: "compensation", label: "Compensation a year", show: compensation, text: compensation },
    { key: "expiresAt", label: "Expires", show: ({ expiresAt }) => date(expiresAt), hidden: true },
  ],
  facts: (job) => [
    ["Status", html`<${Badge} value=${job.status} />`],
    ["Expires", html`<${When} at=${job.expiresAt} />`],
  ],
  operations: {
    list: "adminListJobs", get: "getJob", update: "adminUpdateJob",
    applications: "listJobApplications", decide: "decideJobApplication",
    cv: "getJobApplicationCv", matches: "listJobMatches",
  },
  applicationStates: ["submitted", "reviewing", "interview", "offered", "hired"],
};

function compensation({ annualCompMin, annualCompMax }) {
  const stated = [annualCompMin, annualCompMax].filter((amount) => amount != null);
  return stated.map(dollars).join(" to ") || "–";
}

export function Jobs({ path }) {
  return html`<${Postings} type=${JOBS} path=${path} />`;
}
