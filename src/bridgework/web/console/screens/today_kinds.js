// What waits in the queue, by kind: where its record is, and how it is decided.
import { DECLINE, SCHEDULE } from "./consultations.js";
import { RETRY } from "./emails.js";
import { REQUEST_REVIEW, submitterOf } from "./events.js";
import { JOB_REVIEW } from "./jobs.js";
import { HIDE, KEEP, authorOf } from "./moderation.js";
import { ROLE_REVIEW } from "./roles.js";
import { REASON, call, findRecord, orNull, ownerOf } from "../ui.js";

/** Accounts whose tier on one platform is to be verified. */
function accounts(label, tier) {
  const setTier = ({ id }, value) => ["adminPatchUser", { id }, { [tier]: value }];
  return {
    label, address: ["people"],
    approve: {
      label: "Verify", decision: "verify", request: (item) => setTier(item, "verified"),
      undo: (item) => call(...setTier(item, "not-verified")),
    },
    reject: {
      label: "Disable", decision: "disable", kind: "danger",
      fields: [{ ...REASON, required: true }],
      request: ({ id }, { reason }) => ["adminDisableUser", { id }, { reason }],
      undo: ({ id }) => call("adminEnableUser", { id }),
    },
  };
}

const ownerBy = (operation) => async ({ id }) => {
  const record = await orNull(call(operation, { id }));
  return record && ownerOf(record.userId);
};
async function submitter({ id }) {
  const request = await findRecord("adminListEventRequests", id, { status: "pending" });
  return request && submitterOf(request);
}

/**
 * The kinds by their name in the queue. `address` is that of their records, and `owner(item)` the
 * promise of the person who gets e-mails about decisions. The decisions are those of `decide`, with
 * `decision`, that of `adminDecideMany`, unless several items cannot be decided at once.
 */
export const KINDS = {
  expert: accounts("Expert", "verificationTier"),
  candidate: accounts("Candidate", "jobsVerificationTier"),
  vendor: accounts("Vendor", "vendorsVerificationTier"),
  role: { label: "Role", address: ["roles"], owner: ownerBy("getRole"), ...ROLE_REVIEW },
  job: { label: "Job", address: ["jobs"], owner: ownerBy("getJob"), ...JOB_REVIEW },
  consultation: {
    label: "Consultation", address: ["consultations"], owner: ownerBy("getConsultation"),
    approve: SCHEDULE, reject: DECLINE,
  },
  event_request: {
    label: "Event request", address: ["events", "requests"], owner: submitter, ...REQUEST_REVIEW,
  },
  report: {
    label: "Report", address: ["moderation"], owner: authorOf, approve: KEEP, reject: HIDE,
  },
  email: { label: "E-mail", address: ["emails"], owner: ({ title }) => title, approve: RETRY },
};
