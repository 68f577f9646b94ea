// The operations that everybody may call.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{id: string, email: string, firstName: ?string, lastName: ?string, role: string,
 *   jobsRole: ?string, vendorsRole: ?string}} User
 * @typedef {{token: string, refreshToken: string, expiresAt: string, user: User,
 *   deviceToken: (string|undefined)}} SignedIn
 * @typedef {{id: string, firstName: string, lastName: string, title: string}} ExpertCard
 * @typedef {{id: string, slug: string, title: string, excerpt: string}} BlogPostCard
 */

const isPage = { isPage: true };
const anonymous = { anonymous: true };
const fromDevice = { anonymous: true, isFromDevice: true };
/** @type {Write<{}, {email: string, password: string}, SignedIn>} */
export const login = operation("login", fromDevice);
/** @type {Write<{}, {email: string, password: string, role: string}, {user: User}>} */
export const register = operation("register", anonymous);
/**
 * @type {Write<
 *   {}, {email: string, otp: string, registration: object, linkToken: (string|undefined)}, SignedIn
 * >}
 */
export const verifyEmail = operation("verifyEmail", fromDevice);
/** @type {Write<{}, {email: string}, object>} */
export const resendOtp = operation("resendOtp", anonymous);
/** @type {Write<{}, {email: string}, object>} */
export const forgotPassword = operation("forgotPassword", anonymous);
/** @type {Write<{}, {email: string, otp: string, newPassword: string,
 *   linkToken: (string|undefined)}, {deviceToken: string}>} */
export const resetPassword = operation("resetPassword", anonymous);
/** @type {Write<{}, undefined, object>} */
export const logout = operation("logout");
/** @type {Read<object, {items: ExpertCard[], total: number}>} */
export const listExperts = operation("listExperts", isPage);
/** @type {Read<{id: string}, ExpertCard>} */
export const getExpert = operation("getExpert");
/** @type {Read<object, {items: BlogPostCard[], total: number}>} */
export const listBlogs = operation("listBlogs", isPage);
/** @type {Read<{slug: string}, BlogPostCard>} */
export const getBlog = operation("getBlog");
