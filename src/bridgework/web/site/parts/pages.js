// Lists with cursors, loaded as the site loads: see `ui/pages.js`.
import { loadAll, usePages as useAll } from "../../ui/pages.js";
import { useApi } from "../ui.js";

export { More } from "../../ui/pages.js";

export const usePages = (operation, params) => useAll(operation, params, useApi);

/** A function for `useApi` that loads all pages of a list. */
export const allOf = (operation) => (params, signal) => loadAll(operation, params, signal);
