// The operations of members who post roles or jobs.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{id: string, status: string, roleNeeded: string, companyName: string,
 *   applicationCounts: ?Object<string, number>, allowedActions: string[]}} Posting
 * @typedef {{id: string, status: string, applicant: object, allowedActions: string[]}} Application
 * @typedef {{subject: object, matchScore: ?number, criteria: object[]}} Match
 * @typedef {{status: string, reason: (string|undefined)}} Decision
 */

/** @type {Read<{limit: number, cursor: (string|undefined)}, {items: Posting[]}>} */
export const listMyRoles = operation("listMyRoles");
/** @type {Read<{id: string}, Posting>} */
export const getRole = operation("getRole");
/** @type {Write<{}, object, Posting>} */
export const createRole = operation("createRole");
/** @type {Write<{id: string}, object, Posting>} */
export const updateRole = operation("updateRole");
/** @type {Write<{id: string}, undefined, Posting>} */
export const closeRole = operation("closeRole");
/** @type {Write<{id: string}, undefined, object>} */
export const deleteRole = operation("deleteRole");
/** @type {Read<{id: string, limit: number}, {items: Match[], emptyReason: ?string}>} */
export const listRoleMatches = operation("listRoleMatches");
/** @type {Read<{id: string, limit: number}, {items: Application[], nextCursor: ?string}>} */
export const listRoleApplications = operation("listRoleApplications");
/** @type {Write<{id: string}, Decision, Application>} */
export const decideRoleApplication = operation("decideRoleApplication");
/** @type {Read<{limit: number, cursor: (string|undefined)}, {items: Posting[]}>} */
export const listMyJobs = operation("listMyJobs");
/** @type {Read<{id: string}, Posting>} */
export const getJob = operation("getJob");
/** @type {Write<{}, object, Posting>} */
export const createJob = operation("createJob");
/** @type {Write<{id: string}, object, Posting>} */
export const updateJob = operation("updateJob");
/** @type {Write<{id: string}, undefined, Posting>} */
export const closeJob = operation("closeJob");
/** @type {Read<{id: string, limit: number}, {items: Match[], emptyReason: ?string}>} */
export const listJobMatches = operation("listJobMatches");
/** @type {Read<{id: string, limit: number}, {items: Application[], nextCursor: ?string}>} */
export const listJobApplications = operation("listJobApplications");
/** @type {Write<{id: string}, Decision, Application>} */
export const decideJobApplication = operation("decideJobApplication");
/** @type {Write<{id: string}, undefined, {url: string, expiresAt: string}>} */
export const getJobApplicationCv = operation("getJobApplicationCv");
/** @type {Read<{}, {jobsVerificationTier: string}>} */
export const getJobsMe = operation("getJobsMe");
/** @type {Read<{}, {practiceName: ?string, primaryLocation: ?string}>} */
export const getClinicProfile = operation("getClinicProfile");
