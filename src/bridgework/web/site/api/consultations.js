// The operations of consultations.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{id: string, roleTitle: string, organizationName: string, status: string,
 *   note: ?string, allowedActions: string[], createdAt: string, updatedAt: string}} Consultation
 */

/** @type {Read<object, {items: Consultation[], nextCursor: ?string}>} */
export const listMyConsultations = operation("listMyConsultations");
/** @type {Read<{id: string}, Consultation>} */
export const getConsultation = operation("getConsultation");
/** @type {Write<{}, object, Consultation>} */
export const createConsultation = operation("createConsultation");
/** @type {Write<{id: string}, undefined, Consultation>} */
export const cancelConsultation = operation("cancelConsultation");
