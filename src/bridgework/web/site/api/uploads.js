// The operations on files.
import { operation } from "../operation.js";

export const createUploadUrl = operation("createUploadUrl");
export const createCvUploadUrl = operation("createCvUploadUrl");
export const createCoverUploadUrl = operation("createCoverUploadUrl");
export const completeUpload = operation("completeUpload");
export const getDownloadUrl = operation("getDownloadUrl");
export const deleteAsset = operation("deleteAsset");
