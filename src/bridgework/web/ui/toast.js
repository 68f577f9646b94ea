// Short messages at the bottom of the window, with the way back where there is one. Their time
// stands still while the pointer or the focus is there, and errors stay until they are closed.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";

const SECONDS = 8;
const TICK = 250;
const toasts = signal([]);
let count = 0;
let isResting = false;

/**
 * Show a message. `undo` takes the action back, and `reload` loads the records again then. It takes
 * the place of the message of the same `topic`. One with `send` is that of an action which is held:
 * `send()` is called when its time is over, and the reader cannot close it. `title` is the name of
 * what is done, for the button. Returns a function that closes it.
 *
 * @param {Shown} text
 * @param {{ bad?: boolean, topic?: string | false, seconds?: number, title?: Shown,
 *   undo?: false | (() => unknown), reload?: () => void, send?: () => unknown }} [options]
 */
export function toast(text, { bad = false, topic = bad && text, seconds = SECONDS, ...rest } = {}) {
  count += 1;
  const one = { ...rest, text, bad, topic, id: count, left: seconds * 1000 };
  toasts.value.filter((other) => topic && other.topic === topic).forEach(close);
  toasts.value = [...toasts.value, one];
  start(one);
  return () => close(one);
}

/**
 * Tell of a change and load the records again. `undo` takes it back, and loads them again.
 *
 * @param {Shown} text
 * @param {() => void} [reload]
 * @param {false | (() => unknown)} [undo]
 */
export function changed(text, reload, undo) {
  reload?.();
  toast(text, { undo, reload });
}

/** Show an error. An aborted request is none. */
export function report(error) {
  if (error.name !== "AbortError") toast(error.message, { bad: true });
}

function start(one) {
  if (one.bad || isResting) return;
  one.until = Date.now() + one.left;
  one.timer = setTimeout(() => {
    close(one);
    one.send?.();
  }, one.left);
}

function stop(one) {
  clearTimeout(one.timer);
  one.left = leftOf(one);
}

const leftOf = ({ left, until }) => (isResting || !until ? left : until - Date.now());

/** Stop the time of all messages, or let it go on. */
function rest(isNow) {
  if (isNow === isResting) return;
  if (isNow) toasts.value.forEach(stop);
  isResting = isNow;
  if (!isNow) toasts.value.forEach(start);
}

function close(one) {
  clearTimeout(one.timer);
  toasts.value = toasts.value.filter((other) => other !== one);
}

async function takeBack(one) {
  close(one);
  try {
    await one.undo();
    one.reload?.();
  } catch (error) {
    report(error);
  }
}

/** Take the newest action back whose message is shown. */
export function undoNewest() {
  const newest = toasts.value.findLast(({ undo }) => undo);
  if (newest) takeBack(newest);
}

/**
 * The messages. Those of held actions are one stack. `hint` names the key that takes back.
 *
 * @param {{ hint?: Shown }} [properties]
 */
export function Toasts({ hint } = {}) {
  const element = useRef(null);
  const look = ({ relatedTarget = document.activeElement } = {}) =>
    rest(element.current.matches(":hover") || element.current.contains(relatedTarget));
  useEffect(() => look(), [toasts.value]); // a message that goes away takes the focus with it
  const held = toasts.value.filter(({ send }) => send);
  return html`<div class="toasts" role="status" aria-live="polite" ref=${element}
    onPointerEnter=${() => rest(true)} onPointerLeave=${() => look()} onFocusIn=${() => rest(true)}
    onFocusOut=${look}>
    ${toasts.value.filter(({ send }) => !send).map((one) => html`<div key=${one.id}
      class="toast ${one.bad ? "bad" : ""}"><${Message} one=${one} hint=${hint} /></div>`)}
    ${held.length > 0 && html`<${Stack} held=${held} hint=${hint} />`}
  </div>`;
}

/** @param {{ one: any, hint?: Shown }} properties */
function Message({ one, hint }) {
  const { text, title = text, undo, send } = one;
  return html`<span>${text} ${send && html`<${Left} one=${one} />`}</span>
    ${undo && html`<button type="button" onClick=${() => takeBack(one)}
      aria-label=${typeof title === "string" ? `Undo: ${title}` : undefined}>Undo ${hint}</button>`}
    ${!send &&
    html`<button type="button" aria-label="Close" onClick=${() => close(one)}>×</button>`}`;
}

/** The newest held action, and all others behind their number. */
function Stack({ held, hint }) {
  const [newest, ...others] = held.toReversed();
  return html`<div class="toast held">
    <div class="newest"><${Message} key=${newest.id} one=${newest} hint=${hint} /></div>
    ${others.length > 0 && html`<details>
      <summary>${held.length} decisions are held</summary>
      <ul>${others.map((one) => html`<li key=${one.id}><${Message} one=${one} /></li>`)}</ul>
    </details>`}
  </div>`;
}

function Left({ one }) {
  const [left, setLeft] = useState(leftOf(one));
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftOf(one)), TICK);
    return () => clearInterval(timer);
  }, []);
  return html`<span aria-hidden="true">${Math.max(0, Math.ceil(left / 1000))} s</span>`;
}
