// Short messages at the bottom of the window, with the way back where there is one.
import { signal } from "@preact/signals";
import { html } from "./html.js";

const SECONDS = 8;
const toasts = signal([]);
let count = 0;

/**
 * Show a message. `undo` takes the action back, and `reload` loads the records again then. It takes
 * the place of the message of the same `topic`, and the reader cannot close one that `stays`.
 * Returns a function that closes it.
 */
export function toast(text, { undo, reload, topic, stays, bad = false, seconds = SECONDS } = {}) {
  const id = (count += 1);
  const others = toasts.value.filter((one) => !topic || one.topic !== topic);
  toasts.value = [...others, { id, text, undo, reload, topic, stays, bad }];
  setTimeout(() => close(id), seconds * 1000);
  return () => close(id);
}

/** Tell of a change and load the records again. `undo` takes it back, and loads them again. */
export function changed(text, reload, undo) {
  reload?.();
  toast(text, { undo, reload });
}

/** Show an error. An aborted request is none. */
export function report(error) {
  if (error.name !== "AbortError") toast(error.message, { bad: true });
}

function close(id) {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

async function takeBack({ id, undo, reload }) {
  close(id);
  try {
    await undo();
    reload?.();
  } catch (error) {
    report(error);
  }
}

export function Toasts() {
  const item = (one) => html`<div class="toast ${one.bad ? "bad" : ""}" key=${one.id}>
    <span>${one.text}</span>
    ${one.undo && html`<button type="button" onClick=${() => takeBack(one)}>Undo</button>`}
    ${!one.stays &&
    html`<button type="button" aria-label="Close" onClick=${() => close(one.id)}>×</button>`}
  </div>`;
  return html`<div class="toasts" role="status" aria-live="polite">${toasts.value.map(item)}</div>`;
}
