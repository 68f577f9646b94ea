// The operations of the calendar.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {"going" | "declined"} Reply
 * @typedef {{id: string, name: string, startAt: string, endAt: ?string, timezone: string,
 *   location: ?string, meetingUrl?: ?string, myReply: ?Reply, allowedActions: string[]}} Event
 * @typedef {{id: string, name: string, status: string, startAt: string, endAt: ?string,
 *   timezone: string, rejectionReason: ?string, allowedActions: string[]}} EventRequest
 */

/** @type {Read<object, {items: Event[], nextCursor: ?string}>} */
export const listEvents = operation("listEvents");
/** @type {Read<{id: string}, Event>} */
export const getEvent = operation("getEvent");
/** @type {Write<{id: string}, {status: Reply}, {status: Reply}>} */
export const respondToInvite = operation("respondToInvite");
/** @type {Write<{}, object, EventRequest>} */
export const submitEvent = operation("submitEvent");
/** @type {Read<object, {items: EventRequest[], nextCursor: ?string}>} */
export const listMyEventRequests = operation("listMyEventRequests");
/** @type {Read<{id: string}, EventRequest>} */
export const getMyEventRequest = operation("getMyEventRequest");
/** @type {Write<{id: string}, undefined, object>} */
export const withdrawEventRequest = operation("withdrawEventRequest");
/** @type {Write<{}, undefined, {url: string}>} */
export const createCalendarFeedToken = operation("createCalendarFeedToken");
/** @type {Write<{}, undefined, object>} */
export const revokeCalendarFeedToken = operation("revokeCalendarFeedToken");
