// Dialogs: a question, a form, a secret that is shown once.
import { signal } from "@preact/signals";
import { onLeave } from "page/router";
import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { Form, focusField } from "./form.js";
import { changed } from "./toast.js";

/** @type {import("@preact/signals").Signal<any>} */
const dialog = signal(null);
let count = 0;
/** The statuses of a refusal because somebody has changed the records since they were loaded. */
const CHANGED = [409, 412];

function open(content) {
  count += 1;
  return new Promise((resolve) => {
    dialog.value = { ...content, key: count, resolve };
  });
}

/**
 * Show a form in a dialog. `submit(values)` sends it; the dialog closes when that has succeeded.
 * Then the message `done` is shown, `reload` loads the records again, and `undo` takes the change
 * back; `done(result)` can depend on the result. If a change elsewhere is in the way, `reload`
 * loads them again at once. Resolves to the result of `submit`, or to true if it has none, and to
 * false if the reader cancels or leaves the address.
 *
 * @param {Partial<FormProperties> & { title: string, text?: Shown, done?: string | ((result: any) => string),
 *   reload?: () => void, undo?: () => unknown }} dialog
 * @returns {Promise<any>}
 */
export async function ask({ fields = [], label = "OK", done, reload, undo, ...content }) {
  const result = await open({ fields, label, reload, ...content });
  if (result && done) changed(typeof done === "function" ? done(result) : done, reload, undo);
  return result;
}

/** Show content until the reader closes it, such as a key that is shown only once. */
export const show = open;

function finish(shown, result) {
  shown.resolve(result);
  if (dialog.value === shown) dialog.value = null;
}

/** Open a dialog again that the reader must answer: Escape closes one, if pressed twice. */
const reopen = ({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal();

/**
 * A modal dialog, which closes when the address changes. Without `close`, it stays.
 *
 * @param {{ close?: () => void, children?: Shown, [attribute: string]: any }} properties
 */
export function Modal({ close, children, ...attributes }) {
  const element = useRef(null);
  useEffect(() => {
    const shown = element.current;
    shown.showModal();
    focusField(shown);
    const end = onLeave(() => close?.());
    return () => { end(); shown.close(); }; // a closed dialog gives the focus back
  }, []);
  const onClose = close ?? reopen;
  return html`<dialog ref=${element} onClose=${onClose} ...${attributes}>${children}</dialog>`;
}

export function Dialogs() {
  const shown = dialog.value;
  if (!shown) return null;
  const cancel = () => finish(shown, false);
  async function submit(values) {
    try {
      finish(shown, (await shown.submit(values)) || true);
    } catch (error) {
      if (!shown.reload || !CHANGED.includes(error.status)) throw error;
      shown.reload();
      const text = `${error.message} This page was loaded again and shows what has changed.`;
      throw Object.assign(error, { message: text });
    }
  }
  return html`<${Modal} key=${shown.key} close=${cancel} aria-labelledby="dialog-title">
    <h2 id="dialog-title">${shown.title}</h2>
    ${typeof shown.text === "string" ? html`<p>${shown.text}</p>` : shown.text}
    ${shown.content
      ? html`${shown.content}
          <div class="form-actions">
            <button type="button" class="primary" onClick=${cancel}>Close</button>
          </div>`
      : html`<${Form} ...${shown} submit=${submit} onCancel=${cancel} />`}
  <//>`;
}
