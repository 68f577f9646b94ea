// The operations of the calendar.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{id: string, name: string, startAt: string, endAt: ?string, timezone: string}} Event
 */

/** @type {Read<object, {items: Event[]}>} */
export const listEvents = operation("listEvents");

/** @type {Read<{id: string}, Event>} */
export const getEvent = operation("getEvent");
