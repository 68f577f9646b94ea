// The operations of who looks for a role or a job, and applies.
import { operation } from "../operation.js";

export { getJob, getRole } from "./postings.js";

export const listRoles = operation("listRoles");
export const listMyRoleMatches = operation("listMyRoleMatches");
export const getMyRoleMatch = operation("getMyRoleMatch");
export const applyToRole = operation("applyToRole");
export const listJobs = operation("listJobs");
export const listMyJobMatches = operation("listMyJobMatches");
export const getMyJobMatch = operation("getMyJobMatch");
export const applyToJob = operation("applyToJob");
export const listMyRoleApplications = operation("listMyRoleApplications");
export const listMyJobApplications = operation("listMyJobApplications");
export const getRoleApplication = operation("getRoleApplication");
export const getJobApplication = operation("getJobApplication");
export const answerOffer = operation("answerOffer");
export const answerRoleOffer = operation("answerRoleOffer");
export const withdrawRoleApplication = operation("withdrawRoleApplication");
export const withdrawJobApplication = operation("withdrawJobApplication");
