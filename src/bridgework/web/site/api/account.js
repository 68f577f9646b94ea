// The operations on the caller's own account.
import { operation } from "../operation.js";

export const getProfile = operation("getProfile");
export const updateProfileDetails = operation("updateProfileDetails");
export const clearProfileMember = operation("clearProfileMember");
export const updateMe = operation("updateMe");
export const requestEmailChange = operation("requestEmailChange");
export const confirmEmailChange = operation("confirmEmailChange", { isFromDevice: true });
export const changePassword = operation("changePassword", { isFromDevice: true });
export const listSessions = operation("listSessions");
export const endSession = operation("endSession");
export const getNotifications = operation("getNotifications");
export const updateNotifications = operation("updateNotifications");
export const exportMe = operation("exportMe");
export const eraseMe = operation("eraseMe");
