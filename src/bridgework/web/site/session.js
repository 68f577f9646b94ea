// The member's session. All tabs share it: the refresh token is in the storage of the browser, and
// an access token in the memory of each tab. One tab refreshes it, and tells the others.
import { signal } from "@preact/signals";
import { call } from "../ui/api.js";
import { forgetDrafts } from "../ui/draft.js";
import { isExpired, signInAgain } from "../ui/expiry.js";
import { read, readObject, write } from "../ui/storage.js";
import { channel, inTurn } from "../ui/tabs.js";

const KEY = "bridgework-site";
const DEVICE_KEY = "bridgework-site-device";
/** Milliseconds in which another tab answers with its access token. */
const ANSWER_WAIT = 60;
/** The statuses of a refresh whose session has ended. */
const REFUSED = [401, 422];

const tabs = channel(KEY);
/** Whether the storage has the session: if it has not, this tab knows what it got or was told. */
let isStored = true;

/** {token, refreshToken, expiresAt, user}, or null. Without a token it must be refreshed first. */
export const session = signal(stored());
export { isExpired };

function stored() {
  const kept = readObject("localStorage", KEY);
  return kept?.refreshToken && kept.user ? { token: "", ...kept } : null;
}

function adopt(value) {
  session.value = value;
  isExpired.value = false;
}

/** The token of an earlier sign-in on this device: failures of other devices do not block it. */
export function deviceHeaders() {
  const token = read("localStorage", DEVICE_KEY);
  return token ? { "x-device-token": token } : {};
}

/** Keep the token of this device from a response that has one. Signing out does not remove it. */
export function keepDevice({ deviceToken }) {
  if (deviceToken) write("localStorage", DEVICE_KEY, deviceToken);
}

/** Sign in or out, in all tabs. Who signs out leaves no drafts on the device. */
export function setSession(value) {
  if (!value) forgetDrafts(session.value?.user);
  else keepDevice(value);
  tell(value);
}

function tell(value) {
  adopt(value);
  const kept = value && { refreshToken: value.refreshToken, user: value.user };
  isStored = write("localStorage", KEY, kept && JSON.stringify(kept));
  tabs.postMessage({ session: value });
}

tabs.addEventListener("message", ({ data }) => {
  if ("session" in data) adopt(data.session);
  else if (session.value?.token) tabs.postMessage({ session: session.value });
});

let renewal = null;

/** Get another access token, or ask for a sign-in; resolves when a request can be repeated. */
export async function renewed(used) {
  if (session.value?.token !== used.token) return;
  // Not in turn: the other tabs would wait for the reader to sign in here.
  renewal ??= inTurn(KEY, () => refresh(used))
    .then((isEnded) => isEnded && end(used))
    .finally(() => (renewal = null));
  await renewal;
}

/** Get another access token. Returns whether the session has ended. */
async function refresh(used) {
  if (!used.token) await answerOfOthers();
  if (session.value?.token !== used.token) return false;
  const refreshToken = (isStored ? stored() : session.value)?.refreshToken;
  try {
    if (!refreshToken) throw new Error("The session was ended in another tab.");
    const next = await call("refreshToken", {}, { refreshToken }, { anonymous: true });
    setSession({ ...used, ...next });
  } catch (error) {
    if (refreshToken && !REFUSED.includes(error.status)) throw error;
    return true;
  }
  return false;
}

/** Ask the other tabs for their access token, and wait a moment for it. */
async function answerOfOthers() {
  tabs.postMessage({ asks: true });
  await new Promise((resolve) => setTimeout(resolve, ANSWER_WAIT));
}

/** A reader who has not used the session yet goes on without one; any other one signs in again. */
const end = (used) => (used.token ? signInAgain(used) : tell(null));
