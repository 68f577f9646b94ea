// Introductions, and who may contact the member.
import { operation } from "../operation.js";

export const requestIntroduction = operation("requestIntroduction");
export const listMyIntroductions = operation("listMyIntroductions");
export const acceptIntroduction = operation("acceptIntroduction");
export const declineIntroduction = operation("declineIntroduction");
export const withdrawIntroduction = operation("withdrawIntroduction");
export const getContactSettings = operation("getContactSettings");
export const updateContactSettings = operation("updateContactSettings");
export const listBlocks = operation("listBlocks");
export const block = operation("block");
export const unblock = operation("unblock");
