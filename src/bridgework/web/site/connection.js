// Whether the server can be reached. While it cannot, it is asked again and again.
import { signal } from "@preact/signals";
import { settings } from "./page.js";

const SHORTEST_WAIT = 2000;
const LONGEST_WAIT = 30_000;

export const isLost = signal(false);
let timer;

/** A request has not reached the server: tell the reader, and ask until one does. */
export function lose() {
  if (isLost.value) return;
  isLost.value = true;
  askAfter(SHORTEST_WAIT);
}

function askAfter(wait) {
  clearTimeout(timer);
  timer = setTimeout(() => ask(Math.min(wait * 2, LONGEST_WAIT)), wait);
}

async function ask(nextWait) {
  try {
    await fetch(settings.root, { method: "HEAD", cache: "no-store" });
    isLost.value = false;
  } catch {
    askAfter(nextWait);
  }
}

/** Resolve once the server can be reached. While it cannot, the reader is told. */
export async function whenReached() {
  await fetch(settings.root, { method: "HEAD", cache: "no-store" }).catch(lose);
  await new Promise((resolve) => {
    const stop = isLost.subscribe((value) => value || setTimeout(end));
    function end() {
      stop();
      resolve();
    }
  });
}

addEventListener("offline", lose);
addEventListener("online", () => isLost.value && askAfter(0));
