// The operations of the own profiles of a member, beside those of `account.js`.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{jobsRole: ?string, jobsOnboardingStep: ?string, cvObjectPath: ?string}} JobsAccount
 */

/** @type {Read<{}, import("./open.js").User>} */
export const getMe = operation("getMe");
/** @type {Write<{}, object, import("./account.js").FullProfile>} */
export const updateProfile = operation("updateProfile");
/** @type {Write<{}, object, JobsAccount>} */
export const updateJobsMe = operation("updateJobsMe");
/** @type {Write<{}, object, object>} */
export const updateClinicProfile = operation("updateClinicProfile");
