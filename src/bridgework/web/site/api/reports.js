// Reports to the administrators.
import { operation } from "../operation.js";

/** @typedef {import("../operation.js").Write} Write */
/** @typedef {"post" | "comment" | "job" | "profile" | "event"} Kind */

/** @type {Write<{}, {kind: Kind, targetId: string, reason: string}, object>} */
export const reportContent = operation("reportContent");
