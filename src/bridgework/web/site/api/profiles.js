// The operations of the own profiles of a member, beside those of `account.js`.
import { operation } from "../operation.js";

export const getMe = operation("getMe");
export const updateProfile = operation("updateProfile");
export const updateJobsMe = operation("updateJobsMe");
export const updateClinicProfile = operation("updateClinicProfile");
