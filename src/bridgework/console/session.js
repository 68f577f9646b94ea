// The administrator's session. It is kept in this tab only, and survives a reload.
import { signal } from "@preact/signals";

const KEY = "bridgework-console";
const DEVICE_KEY = "bridgework-device";

/** {token, refreshToken, expiresAt, user}, or null. */
export const session = signal(JSON.parse(sessionStorage.getItem(KEY)));
/** Whether the session has expired while a screen is open, so that its input must be kept. */
export const isExpired = signal(false);

export function setSession(value) {
  session.value = value;
  isExpired.value = false;
  if (!value) return sessionStorage.removeItem(KEY);
  sessionStorage.setItem(KEY, JSON.stringify(value));
  if (value.deviceToken) localStorage.setItem(DEVICE_KEY, value.deviceToken);
}

/** The token of an earlier login on this device: failures of other devices do not block it. */
export function deviceHeaders() {
  const token = localStorage.getItem(DEVICE_KEY);
  return token ? { "x-device-token": token } : {};
}
