// The operations that the site calls, one function each.
import { call, get } from "../ui/api.js";
import { deviceHeaders } from "./session.js";

/**
 * @typedef {{id: string, email: string, firstName: ?string, lastName: ?string, role: string,
 *   jobsRole: ?string, vendorsRole: ?string}} User
 * @typedef {{token: string, refreshToken: string, expiresAt: string, user: User}} SignedIn
 * @typedef {{id: string, firstName: string, lastName: string, title: string}} ExpertCard
 * @typedef {{id: string, slug: string, title: string, excerpt: string}} BlogPostCard
 * @typedef {{id: string, name: string, startAt: string, endAt: ?string, timezone: string}} Event
 * @typedef {AbortSignal=} Signal
 */

const getPage = (operation, params, signal) =>
  call(operation, params, undefined, { signal, isPage: true });
const open = () => ({ anonymous: true });

/** @type {(body: {email: string, password: string}) => Promise<SignedIn>} */
export const login = (body) =>
  call("login", {}, body, { anonymous: true, headers: deviceHeaders() });

/** @type {(body: object) => Promise<{user: User}>} */
export const register = (body) => call("register", {}, body, open());

/** @type {(body: {email: string, otp: string}) => Promise<SignedIn>} */
export const verifyEmail = (body) => call("verifyEmail", {}, body, open());

/** @type {(body: {email: string}) => Promise<object>} */
export const resendOtp = (body) => call("resendOtp", {}, body, open());

/** @type {(body: {email: string}) => Promise<object>} */
export const forgotPassword = (body) => call("forgotPassword", {}, body, open());

/** @type {(body: {email: string, otp: string, newPassword: string}) => Promise<object>} */
export const resetPassword = (body) => call("resetPassword", {}, body, open());

/** @type {() => Promise<object>} */
export const logout = () => call("logout");

/** @type {(params: object, signal: Signal) => Promise<{items: ExpertCard[], total: number}>} */
export const listExperts = (params, signal) => getPage("listExperts", params, signal);

/** @type {(params: {id: string}, signal: Signal) => Promise<ExpertCard>} */
export const getExpert = (params, signal) => get("getExpert", params, signal);

/** @type {(params: {}, signal: Signal) => Promise<{availability: string[]}>} */
export const getOptions = (params, signal) => get("getOptions", params, signal);

/** @type {(params: object, signal: Signal) => Promise<{items: BlogPostCard[], total: number}>} */
export const listBlogs = (params, signal) => getPage("listBlogs", params, signal);

/** @type {(params: {slug: string}, signal: Signal) => Promise<BlogPostCard>} */
export const getBlog = (params, signal) => get("getBlog", params, signal);

/** @type {(params: object, signal: Signal) => Promise<{items: Event[]}>} */
export const listEvents = (params, signal) => get("listEvents", params, signal);

/** @type {(params: {id: string}, signal: Signal) => Promise<Event>} */
export const getEvent = (params, signal) => get("getEvent", params, signal);
