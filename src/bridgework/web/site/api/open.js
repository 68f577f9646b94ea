// The operations that everybody may call.
import { operation } from "../operation.js";

const isPage = /** @type {const} */ ({ isPage: true });
const anonymous = { anonymous: true };
const fromDevice = { anonymous: true, isFromDevice: true };
export const login = operation("login", fromDevice);
export const register = operation("register", anonymous);
export const verifyEmail = operation("verifyEmail", fromDevice);
export const resendOtp = operation("resendOtp", anonymous);
export const forgotPassword = operation("forgotPassword", anonymous);
export const resetPassword = operation("resetPassword", anonymous);
export const logout = operation("logout");
export const listExperts = operation("listExperts", isPage);
export const getExpert = operation("getExpert");
export const listBlogs = operation("listBlogs", isPage);
export const getBlog = operation("getBlog");
