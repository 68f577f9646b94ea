// The notifications of the member, and the overview of what waits.
import { operation } from "../operation.js";

export const listNotifications = operation("listNotifications");
export const updateNotification = operation("updateNotification");
export const readAllNotifications = operation("readAllNotifications");
export const getMyOverview = operation("getMyOverview");
