// The operations on saved searches.
import { operation } from "../operation.js";

export const listSavedSearches = operation("listSavedSearches");
export const getSavedSearch = operation("getSavedSearch");
export const listSavedSearchResults = operation("listSavedSearchResults");
export const createSavedSearch = operation("createSavedSearch");
export const updateSavedSearch = operation("updateSavedSearch");
export const deleteSavedSearch = operation("deleteSavedSearch");
