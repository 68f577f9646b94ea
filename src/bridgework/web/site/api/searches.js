// The operations on saved searches.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{id: string, name: string, kind: string, query: object, frequency: string}} SavedSearch
 */

/** @type {Read<object, {items: SavedSearch[], nextCursor: ?string}>} */
export const listSavedSearches = operation("listSavedSearches");
/** @type {Read<{id: string}, SavedSearch>} */
export const getSavedSearch = operation("getSavedSearch");
/** @type {Read<{id: string}, {items: object[], nextCursor: ?string}>} */
export const listSavedSearchResults = operation("listSavedSearchResults");
/** @type {Write<{}, object, SavedSearch>} */
export const createSavedSearch = operation("createSavedSearch");
/** @type {Write<{id: string}, object, SavedSearch>} */
export const updateSavedSearch = operation("updateSavedSearch");
/** @type {Write<{id: string}, undefined, object>} */
export const deleteSavedSearch = operation("deleteSavedSearch");
