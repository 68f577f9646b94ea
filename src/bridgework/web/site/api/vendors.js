// The operations of vendors and ambassadors.
import { operation } from "../operation.js";

export const listVendorDirectory = operation("listVendorDirectory");
export const getVendorDirectoryEntry = operation("getVendorDirectoryEntry");
export const getVendorsMe = operation("getVendorsMe");
export const updateVendorsMe = operation("updateVendorsMe");
export const getVendorProfile = operation("getVendorProfile");
export const updateVendorProfile = operation("updateVendorProfile");
export const getAmbassadorProfile = operation("getAmbassadorProfile");
export const updateAmbassadorProfile = operation("updateAmbassadorProfile");
