// The operations on the caller's own account.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {import("./open.js").User} User
 * @typedef {{firstName: ?string, lastName: ?string, avatarUrl: ?string,
 *   profile: {phoneNumber: ?string, countryCode: ?string}}} FullProfile
 * @typedef {{id: string, userAgent: string, ip: string, current: boolean, createdAt: string,
 *   lastSeenAt: string}} Session
 */

/** @type {Read<{}, FullProfile>} */
export const getProfile = operation("getProfile");
/** @type {Write<{}, {phoneNumber?: string, countryCode?: string}, FullProfile>} */
export const updateProfileDetails = operation("updateProfileDetails");
/** @type {Write<{name: string}, undefined, FullProfile>} */
export const clearProfileMember = operation("clearProfileMember");
/** @type {Write<{}, {firstName?: string, lastName?: string, avatarUrl?: string}, User>} */
export const updateMe = operation("updateMe");
/** @type {Write<{}, {newEmail: string, password: string}, object>} */
export const requestEmailChange = operation("requestEmailChange");
/** @type {Write<{}, {otp: string}, User>} */
export const confirmEmailChange = operation("confirmEmailChange", { isFromDevice: true });
/** @type {Write<{}, {currentPassword: string, newPassword: string}, object>} */
export const changePassword = operation("changePassword", { isFromDevice: true });
/** @type {Read<{}, Session[]>} */
export const listSessions = operation("listSessions");
/** @type {Write<{id: string}, undefined, object>} */
export const endSession = operation("endSession");
/** @type {Read<{}, Object<string, boolean>>} */
export const getNotifications = operation("getNotifications");
/** @type {Write<{}, Object<string, boolean>, Object<string, boolean>>} */
export const updateNotifications = operation("updateNotifications");
/** @type {Read<{}, {exportedAt: string, tables: object}>} */
export const exportMe = operation("exportMe");
/** @type {Write<{}, {password: string}, {erasesAt: string}>} */
export const eraseMe = operation("eraseMe");
