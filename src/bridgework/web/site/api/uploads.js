// The operations on files.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{uploadUrl: string, headers: object, objectPath: string, fileUrl: ?string}} Ticket
 * @typedef {{objectPath: string, fileUrl: ?string, contentType: string}} Asset
 */

/** @type {Write<{}, {fileName: string, contentType: string, folder: string}, Ticket>} */
export const createUploadUrl = operation("createUploadUrl");
/** @type {Write<{}, {fileName: string, contentType: string, fileSizeBytes: number}, Ticket>} */
export const createCvUploadUrl = operation("createCvUploadUrl");
/** @type {Write<{}, {contentType: string}, {uploadUrl: string, fileUrl: string}>} */
export const createCoverUploadUrl = operation("createCoverUploadUrl");
/** @type {Write<{}, {objectPath: string}, Asset>} */
export const completeUpload = operation("completeUpload");
/** @type {Write<{}, {objectPath: string}, {url: string}>} */
export const getDownloadUrl = operation("getDownloadUrl");
/** @type {Write<{}, {objectPath: string}, object>} */
export const deleteAsset = operation("deleteAsset");
