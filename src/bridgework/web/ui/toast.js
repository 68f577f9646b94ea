// Short messages at the bottom of the window, with the way back where there is one.
import { signal } from "@preact/signals";
import { html } from "./html.js";

const SECONDS = 8;
const toasts = signal([]);
let count = 0;

/** Show a message. `undo` takes the action back, and `reload` loads the records again then. */
export function toast(text, { undo, reload, bad = false } = {}) {
  const id = (count += 1);
  toasts.value = [...toasts.value, { id, text, undo, reload, bad }];
  setTimeout(() => close(id), SECONDS * 1000);
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
    <button type="button" aria-label="Close" onClick=${() => close(one.id)}>×</button>
  </div>`;
  return html`<div class="toasts" role="status" aria-live="polite">${toasts.value.map(item)}</div>`;
}
