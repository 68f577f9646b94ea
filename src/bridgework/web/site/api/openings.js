// The operations of who looks for a role or a job, and applies.
import { operation } from "../operation.js";

export { getJob, getRole } from "./postings.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{name: string, points: number, weight: number, evidence: string}} Criterion
 * @typedef {{id: string, roleNeeded: string, companyName: string, allowedActions: string[],
 *   myApplication: ?{id: string, status: string}}} Posting
 * @typedef {{matchScore: ?number, criteria: Criterion[], emptyReason: ?string}} Match
 * @typedef {{id: string, status: string, reason: ?string, allowedActions: string[]}} Application
 * @typedef {{id: string}} Id
 */

/** @type {Read<object, {items: Posting[]}>} */
export const listRoles = operation("listRoles");
/** @type {Read<object, {items: Match[]}>} */
export const listMyRoleMatches = operation("listMyRoleMatches");
/** @type {Read<Id, Match>} */
export const getMyRoleMatch = operation("getMyRoleMatch");
/** @type {Write<Id, {message?: string}, Application>} */
export const applyToRole = operation("applyToRole");
/** @type {Read<object, {items: Posting[]}>} */
export const listJobs = operation("listJobs");
/** @type {Read<object, {items: Match[]}>} */
export const listMyJobMatches = operation("listMyJobMatches");
/** @type {Read<Id, Match>} */
export const getMyJobMatch = operation("getMyJobMatch");
/** @type {Write<Id, {firstName: string, lastName: string, email: string}, Application>} */
export const applyToJob = operation("applyToJob");
/** @type {Read<object, {items: Application[]}>} */
export const listMyRoleApplications = operation("listMyRoleApplications");
/** @type {Read<object, {items: Application[]}>} */
export const listMyJobApplications = operation("listMyJobApplications");
/** @type {Read<Id, Application>} */
export const getRoleApplication = operation("getRoleApplication");
/** @type {Read<Id, Application>} */
export const getJobApplication = operation("getJobApplication");
/** @type {Write<Id, undefined, Application>} */
export const withdrawRoleApplication = operation("withdrawRoleApplication");
/** @type {Write<Id, undefined, Application>} */
export const withdrawJobApplication = operation("withdrawJobApplication");
