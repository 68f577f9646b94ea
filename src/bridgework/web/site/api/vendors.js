// The operations of vendors and ambassadors.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{userId: string, kind: string, companyName: ?string, firstName: ?string,
 *   lastName: ?string, categories: ?string[], videoUrl: ?string}} DirectoryEntry
 * @typedef {{id: string, email: string, firstName: ?string, lastName: ?string, vendorsRole: ?string,
 *   vendorsVerificationTier: string, vendorsOnboardingStep: ?string}} VendorsAccount
 * @typedef {{videoUrl: ?string, videoObjectPath: ?string, categories: ?string[]}} Profile
 */

/** @type {Read<object, {items: DirectoryEntry[], total: number}>} */
export const listVendorDirectory = operation("listVendorDirectory");
/** @type {Read<{userId: string}, DirectoryEntry>} */
export const getVendorDirectoryEntry = operation("getVendorDirectoryEntry");
/** @type {Read<{}, VendorsAccount>} */
export const getVendorsMe = operation("getVendorsMe");
/** @type {Write<{}, object, VendorsAccount>} */
export const updateVendorsMe = operation("updateVendorsMe");
/** @type {Read<{}, Profile>} */
export const getVendorProfile = operation("getVendorProfile");
/** @type {Write<{}, object, Profile>} */
export const updateVendorProfile = operation("updateVendorProfile");
/** @type {Read<{}, Profile>} */
export const getAmbassadorProfile = operation("getAmbassadorProfile");
/** @type {Write<{}, object, Profile>} */
export const updateAmbassadorProfile = operation("updateAmbassadorProfile");
