// The administrator's session. It is kept in this tab only, and survives a reload.
import { signal } from "@preact/signals";
import { ConnectionLost, call } from "../ui/api.js";
import { forgetDrafts } from "../ui/draft.js";
import { confirmation, isExpired, signInAgain } from "../ui/expiry.js";
import { read, readObject, write } from "../ui/storage.js";

const KEY = "bridgework-console";
const DEVICE_KEY = "bridgework-device";

/** {token, refreshToken, expiresAt, user}, or null. */
export const session = signal(readObject("sessionStorage", KEY));
export { confirmation, isExpired };

/** Set the session, or end it with null; then the drafts of the administrator are removed. */
export function setSession(value) {
  if (!value) forgetDrafts(session.value?.user);
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

let renewal = null;

/** Refresh the session, or ask for a new sign-in; resolves when the request can be repeated. */
export async function renewed(used) {
  if (session.value && session.value.token !== used.token) return;
  renewal ??= refresh(used).finally(() => (renewal = null));
  await renewal;
}

async function refresh(used) {
  try {
    const body = { refreshToken: used.refreshToken };
    setSession({ ...used, ...(await call("refreshToken", {}, body, { anonymous: true })) });
  } catch (error) {
    if (error instanceof ConnectionLost) throw error;
    await signInAgain(used);
  }
}
