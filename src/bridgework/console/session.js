// The administrator's session. It is kept in this tab only, and survives a reload.
import { signal } from "@preact/signals";
import { read, readObject, write } from "./storage.js";

const KEY = "bridgework-console";
const DEVICE_KEY = "bridgework-device";

/** {token, refreshToken, expiresAt, user}, or null. */
export const session = signal(readObject("sessionStorage", KEY));
/** Whether the session has expired while a screen is open, so that its input must be kept. */
export const isExpired = signal(false);

export function setSession(value) {
  session.value = value;
  isExpired.value = false;
  write("sessionStorage", KEY, value && JSON.stringify(value));
  if (value?.deviceToken) write("localStorage", DEVICE_KEY, value.deviceToken);
}

/** The token of an earlier login on this device: failures of other devices do not block it. */
export function deviceHeaders() {
  const token = read("localStorage", DEVICE_KEY);
  return token ? { "x-device-token": token } : {};
}
