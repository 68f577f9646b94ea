// What waits in the queue, by kind: where its record is, and how it is decided.
import { SCHEDULE, decideConsultation } from "./consultations.js";
import { call, filled, orNull, ownerOf } from "../ui.js";

const OPTIONAL = [{ name: "reason", label: "Reason", type: "textarea" }];
const REQUIRED = [{ ...OPTIONAL[0], required: true }];

/** Accounts whose tier on one platform is to be verified. */
function accounts(label, tier) {
  const setTier = (value) => (id) => call("adminPatchUser", { id }, { [tier]: value });
  const disable = (id, reason) => call("adminDisableUser", { id }, { reason });
  const enable = (id) => call("adminEnableUser", { id });
  return {
    label, path: (id) => ["people", id],
    approve: {
      label: "Verify", decision: "verify", send: setTier("verified"), undo: setTier("not-verified"),
    },
    reject: {
      label: "Disable", decision: "disable", fields: REQUIRED, send: disable, undo: enable,
    },
  };
}

/**
 * Records that one operation approves and another one rejects. The reason can be from a template;
 * `get` returns the record with its owner, whom the template names.
 */
function approved(label, path, approve, reject, get, fields = OPTIONAL) {
  async function owner(id) {
    const record = get && (await orNull(call(get, { id })));
    return record ? ownerOf(record.userId) : undefined;
  }
  return {
    label, path,
    approve: { label: "Approve", decision: "approve", send: (id) => call(approve, { id }, {}) },
    reject: {
      label: "Reject", decision: "reject", fields, owner,
      send: (id, reason) => call(reject, { id }, filled({ reason })),
    },
  };
}

const setReport = (decision) => (id, reason) =>
  call("adminDecideReport", { id }, { decision, reason });
const restore = (id) => setReport("restore")(id, "The decision was taken back.");

/**
 * The kinds by their name in the queue. A decision is {label, decision, fields,
 * send(id, reason, input), undo(id)}; with `fields`, a dialog asks for them first, and `owner(id)`
 * returns the person whom the templates of the reason name. `decision` is
 * that of `adminDecideMany`, without which several items are not decided at once.
 */
export const KINDS = {
  expert: accounts("Expert", "verificationTier"),
  candidate: accounts("Candidate", "jobsVerificationTier"),
  vendor: accounts("Vendor", "vendorsVerificationTier"),
  role: approved("Role", (id) => ["roles", id], "approveRole", "rejectRole", "getRole"),
  job: approved("Job", (id) => ["jobs", id], "approveJob", "rejectJob", "getJob"),
  consultation: {
    label: "Consultation", path: (id) => ["consultations", id],
    approve: {
      label: "Schedule", fields: SCHEDULE,
      send: (id, _, input) => decideConsultation(id, "scheduled", input),
    },
    reject: {
      label: "Decline", decision: "decline", fields: OPTIONAL,
      send: (id, note) => decideConsultation(id, "declined", { note }),
    },
  },
  event_request: approved(
    "Event request", (id) => ["events", "requests", id], "approveEventRequest",
    "rejectEventRequest", null, REQUIRED,
  ),
  report: {
    label: "Report", path: (id) => ["moderation", id],
    approve: { label: "Keep", decision: "keep", fields: REQUIRED, send: setReport("keep") },
    reject: {
      label: "Hide", decision: "hide", fields: REQUIRED, send: setReport("hide"), undo: restore,
    },
  },
  email: {
    label: "E-mail", path: () => ["emails"],
    approve: { label: "Retry", decision: "retry", send: (id) => call("adminRetryEmail", { id }) },
  },
};
