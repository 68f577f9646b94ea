// The operations of members who post roles or jobs.
import { operation } from "../operation.js";

export const listMyRoles = operation("listMyRoles");
export const getRole = operation("getRole");
export const createRole = operation("createRole");
export const updateRole = operation("updateRole");
export const closeRole = operation("closeRole");
export const deleteRole = operation("deleteRole");
export const listRoleMatches = operation("listRoleMatches");
export const listRoleApplications = operation("listRoleApplications");
export const decideRoleApplication = operation("decideRoleApplication");
export const decideRoleApplications = operation("decideRoleApplications");
export const listMyJobs = operation("listMyJobs");
export const getJob = operation("getJob");
export const createJob = operation("createJob");
export const updateJob = operation("updateJob");
export const closeJob = operation("closeJob");
export const listJobMatches = operation("listJobMatches");
export const listJobApplications = operation("listJobApplications");
export const decideJobApplication = operation("decideJobApplication");
export const decideJobApplications = operation("decideJobApplications");
export const getJobApplicationCv = operation("getJobApplicationCv");
export const getJobsMe = operation("getJobsMe");
export const getClinicProfile = operation("getClinicProfile");
