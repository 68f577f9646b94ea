// The options of forms. They stay the same, and are loaded once.
import { operation } from "../operation.js";

/** @typedef {import("../operation.js").Read} Read */

const load = operation("getOptions");
let request;

/** @type {Read<{}, {availability: string[]}>} */
export const getOptions = Object.assign(() => (request ??= load().catch((error) => {
  request = undefined;
  throw error;
})), load);
