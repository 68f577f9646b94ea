// The operations of the own profiles of a member.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{isListed: boolean, missing: string[], reason: ?string}} Listing
 * @typedef {{firstName: ?string, lastName: ?string, avatarUrl: ?string, role: string,
 *   onboardingStep: ?string, listing: Listing, profile: object}} FullProfile
 * @typedef {{jobsRole: ?string, jobsOnboardingStep: ?string, cvObjectPath: ?string}} JobsAccount
 */

/** @type {Read<{}, import("./open.js").User>} */
export const getMe = operation("getMe");

/** @type {Write<{}, object, object>} */
export const updateVendorsMe = operation("updateVendorsMe");

/** @type {Read<{}, FullProfile>} */
export const getProfile = operation("getProfile");

/** @type {Write<{}, object, FullProfile>} */
export const updateProfile = operation("updateProfile");

/** @type {Write<{}, object, FullProfile>} */
export const updateProfileDetails = operation("updateProfileDetails");

/** @type {Write<{name: string}, undefined, FullProfile>} */
export const clearProfileMember = operation("clearProfileMember");

/** @type {Read<{}, JobsAccount>} */
export const getJobsMe = operation("getJobsMe");

/** @type {Write<{}, object, JobsAccount>} */
export const updateJobsMe = operation("updateJobsMe");

/** @type {Read<{}, object>} */
export const getClinicProfile = operation("getClinicProfile");

/** @type {Write<{}, object, object>} */
export const updateClinicProfile = operation("updateClinicProfile");
