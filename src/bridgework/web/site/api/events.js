// The operations of the calendar.
import { operation } from "../operation.js";

export const listEvents = operation("listEvents");
export const getEvent = operation("getEvent");
export const respondToInvite = operation("respondToInvite");
export const submitEvent = operation("submitEvent");
export const listMyEventRequests = operation("listMyEventRequests");
export const getMyEventRequest = operation("getMyEventRequest");
export const withdrawEventRequest = operation("withdrawEventRequest");
export const createCalendarFeedToken = operation("createCalendarFeedToken");
export const revokeCalendarFeedToken = operation("revokeCalendarFeedToken");
