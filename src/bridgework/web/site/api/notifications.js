// The notifications of the member, and the overview of what waits.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{id: string, kind: string, at: string, readAt: ?string, text: string, path: string,
 *   actor: ?{name: string, avatarUrl: ?string}}} Notification
 * @typedef {{items: Notification[], nextCursor: ?string, counts: {unread: number}}} Page
 */

/** @type {Read<{unread?: boolean, cursor?: string, limit?: number}, Page>} */
export const listNotifications = operation("listNotifications");
/** @type {Write<{id: string}, {read: boolean}, Notification>} */
export const updateNotification = operation("updateNotification");
/** @type {Write<{}, {upTo: string}, {unread: number}>} */
export const readAllNotifications = operation("readAllNotifications");
/** @type {Read<{}, object>} */
export const getMyOverview = operation("getMyOverview");
