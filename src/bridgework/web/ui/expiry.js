// A session that has ended, or must be confirmed, while a screen is open, whose input must be kept.
import { signal } from "@preact/signals";
import { session } from "page/session";

/** Whether the reader must sign in again. */
export const isExpired = signal(false);

/** Ask the reader to sign in again, and wait for it. Throws if another account has done so. */
export async function signInAgain(used) {
  isExpired.value = true;
  /** @type {() => void} */
  let stop;
  await new Promise((resolve) => {
    stop = isExpired.subscribe((expired) => expired || resolve(undefined));
  });
  stop();
  if (session.value?.user.id === used.user.id) return;
  throw new Error("The former session has ended: nothing was sent.");
}

/**
 * {resolve, reject} while the reader must confirm the session, otherwise null.
 *
 * @type {import("@preact/signals").Signal<?{ resolve: (value?: unknown) => void, reject: (error: any) => void }>}
 */
export const confirmation = signal(null);
let confirming = null;

/** Ask the reader to confirm the session, and wait for it. Throws if the reader cancels. */
export function confirmAgain() {
  confirming ??= new Promise((resolve, reject) => {
    confirmation.value = { resolve, reject };
  }).finally(() => {
    confirming = confirmation.value = null;
  });
  return confirming;
}
