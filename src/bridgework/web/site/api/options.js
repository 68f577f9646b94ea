// The options of forms. They stay the same, and are loaded once.
import { operation } from "../operation.js";

const load = operation("getOptions");
/** @type {Promise<Answer<"getOptions">>} */
let request;

/** @type {Call<"getOptions">} */
export const getOptions = Object.assign(() => (request ??= load().catch((error) => {
  request = undefined;
  throw error;
})), load);
