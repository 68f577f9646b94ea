// What waits in the queue, by kind: where its record is, and how it is decided.
import { Consultations, DECLINE, SCHEDULE } from "./consultations.js";
import { Emails, RETRY } from "./emails.js";
import { Events, REQUEST_REVIEW, submitterOf } from "./events.js";
import { JOB_REVIEW, Jobs } from "./jobs.js";
import { HIDE, KEEP, Moderation, authorOfItem } from "./moderation.js";
import { People } from "./people.js";
import { ReviewedChanges, changeReview } from "./reviewed_changes.js";
import { DISABLE } from "./person.js";
import { ROLE_REVIEW, Roles } from "./roles.js";
import { call, get, orNull, ownerOf } from "../ui.js";

/** Accounts whose tier on one platform is to be verified. */
function accounts(label, tier) {
  return {
    label, screen: People, address: ["people"], part: ["record"], owner: ({ id }) => ownerOf(id),
    approve: {
      label: "Verify", decision: "verify", mail: "“Your profile was verified”",
      request: ({ id }) => ["adminPatchUser", { id }, { [tier]: "verified" }],
    },
    reject: DISABLE,
  };
}

const ownerBy = (operation) => async ({ id }) => {
  const record = await orNull(call(operation, { id }));
  return record && ownerOf(record.userId);
};
async function submitter({ id }) {
  const request = await orNull(get("adminGetEventRequest", { id }));
  return request && submitterOf(request);
}

const kind = (label, screen, address, owner, decisions) =>
  ({ label, screen, address, owner, ...decisions });

/**
 * The kinds by their name in the queue. `address` is that of their records, on a `screen`; `part`
 * of a record is shown beside the list. `owner(item)` is the promise of the person who gets e-mails
 * about decisions. The decisions are those of `decide`, with `decision`, that of `adminDecideMany`,
 * unless several items cannot be decided at once.
 */
export const KINDS = {
  expert: accounts("Expert", "verificationTier"),
  candidate: accounts("Candidate", "jobsVerificationTier"),
  vendor: accounts("Vendor", "vendorsVerificationTier"),
  role: kind("Role", Roles, ["roles"], ownerBy("getRole"), ROLE_REVIEW),
  job: kind("Job", Jobs, ["jobs"], ownerBy("getJob"), JOB_REVIEW),
  role_changed: kind("Changed role", ReviewedChanges, ["changes", "role_changed"],
    ownerBy("getRole"), changeReview("role_changed")),
  identity_changed: kind("Changed person", ReviewedChanges, ["changes", "identity_changed"],
    ({ id }) => ownerOf(id), changeReview("identity_changed")),
  consultation: kind("Consultation", Consultations, ["consultations"],
    ownerBy("getConsultation"), { approve: SCHEDULE, reject: DECLINE }),
  event_request: kind("Event request", Events, ["events", "requests"], submitter, REQUEST_REVIEW),
  report: kind("Report", Moderation, ["moderation"], authorOfItem, { approve: KEEP, reject: HIDE }),
  email: kind("E-mail", Emails, ["emails"], ({ title }) => title, { approve: RETRY }),
};
