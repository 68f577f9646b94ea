// Small parts of screens, and what takes the place of one that cannot be rendered.
import { createContext } from "preact";
import { useContext, useEffect, useErrorBoundary, useState } from "preact/hooks";
import { html } from "./html.js";
import { useBusy } from "./data.js";
import { ago, counted, itemsOf, moment, optionsOf, words } from "./format.js";

/**
 * If `children` cannot be rendered, `fallback(error, retry)` takes their place until `of` changes,
 * which is what they show.
 *
 * @param {{ of?: unknown, fallback: (error: any, retry: () => void) => Shown, children?: Shown }} properties
 */
export function Boundary({ of, fallback, children }) {
  const [error, retry] = useErrorBoundary((error) => console.error(error));
  useEffect(() => {
    if (error) retry();
  }, [of]);
  return error ? fallback(error, retry) : children;
}

/** @param {{ show: () => Shown }} properties */
const Content = ({ show }) => show();

/**
 * The content that `show()` returns, or a note in its place: the rest of the screen stays.
 *
 * @param {{ of?: unknown, show: () => Shown }} properties
 */
export function Guarded({ of, show }) {
  const note = () => html`<span class="fault">Cannot be shown</span>`;
  return html`<${Boundary} of=${of} fallback=${note}><${Content} show=${show} /><//>`;
}

/** Whether a screen is shown beside the list of another one, without its buttons and tabs. */
export const IsBeside = createContext(false);

/**
 * A screen: its title, what can be done, and its content.
 *
 * @param {{ title: Shown, subtitle?: Shown, back?: { href: string, label: string }, actions?: Shown,
 *   children?: Shown }} properties
 */
export function Page({ title, subtitle, back, actions, children }) {
  const isBeside = useContext(IsBeside);
  return html`<article class="page">
    <header class="page-head">
      <div>
        ${back && !isBeside && html`<a class="back" href=${back.href}>${back.label}</a>`}
        ${isBeside ? html`<h2>${title}</h2>` : html`<h1 tabindex="-1">${title}</h1>`}
        ${subtitle && html`<p class="quiet">${subtitle}</p>`}
      </div>
      ${!isBeside && html`<div class="actions">${actions}</div>`}
    </header>
    ${children}
  </article>`;
}

/** @param {{ title?: Shown, actions?: Shown, children?: Shown }} properties */
export function Card({ title, actions, children }) {
  return html`<section class="card">
    ${(title || actions) &&
    html`<header class="card-head"><h2>${title}</h2><div class="actions">${actions}</div></header>`}
    ${children}
  </section>`;
}

const TONES = {
  good: `verified pro approved published going completed hired accepted active filled met created
    sent ready ok done checked succeeded enabled`.split(/\s+/),
  bad: `rejected declined dead disabled cancelled failed refused hidden not_met revoked
    expired unavailable`.split(/\s+/),
  wait: `pending requested submitted open queued scheduled draft invited shortlisted reviewing
    interview offered partly duplicate retrying running skipped
    expiring not-verified`.split(/\s+/),
};

/**
 * A state as a small label. Its text says the state; the color only helps to see it.
 *
 * @param {{ value: string }} properties
 */
export function Badge({ value }) {
  const tone = Object.keys(TONES).find((name) => TONES[name].includes(value)) || "plain";
  return html`<span class="badge ${tone}">${words(value)}</span>`;
}

/**
 * A point in time, relative, with the whole time in the reader's zone as its title.
 *
 * @param {{ at: string | null }} properties
 */
export function When({ at }) {
  return at ? html`<time datetime=${at} title=${moment(at)}>${ago(at)}</time>` : "–";
}

/**
 * Labels and values. Empty values are shown as a dash, or left out with `omitEmpty`.
 *
 * @param {{ items: Array<Shown[]>, omitEmpty?: boolean }} properties
 */
export function Facts({ items, omitEmpty }) {
  const isGiven = (value) => !omitEmpty || (value != null && value !== "" && value !== false);
  const fact = ([label, value]) => html`<div>
    <dt>${label}</dt><dd dir="auto"><${Guarded} of=${value} show=${() => value ?? "–"} /></dd>
  </div>`;
  return html`<dl class="facts">${items.filter(([, value]) => isGiven(value)).map(fact)}</dl>`;
}

/**
 * A text that changes. It is another element then: a translator in the browser replaces texts.
 *
 * @param {{ text: Shown }} properties
 */
export const Changing = ({ text }) => html`<span key=${text}>${text}</span>`;

/**
 * A short text about what is shown, such as how much it is. Its changes are announced.
 *
 * @param {{ text: Shown, kind?: string }} properties
 */
export const Status = ({ text, kind = "quiet" }) =>
  html`<p class=${kind} role="status"><${Changing} text=${text} /></p>`;

/** @param {{ children?: Shown }} properties */
export const Empty = ({ children }) => html`<p class="empty">${children}</p>`;

/**
 * A list of records, or the text `empty`. `show(record)` returns a row; `kind` is a class.
 *
 * @template T
 * @param {{ items: T[], empty?: Shown, show: (record: T) => Shown, kind?: string }} properties
 */
export function Rows({ items, empty, show, kind = "" }) {
  if (items.length === 0) return html`<${Empty}>${empty}<//>`;
  const row = (/** @type {any} */ one) => html`<li key=${one.id}>
    <${Guarded} of=${one} show=${() => show(one)} />
  </li>`;
  return html`<ul class="rows plain-list ${kind}">${items.map(row)}</ul>`;
}

/** The name of the record that buttons are about: a list has many with the same text. */
export const About = createContext("");

/**
 * A button whose work can take time: it shows progress, and reports what went wrong.
 *
 * @param {{ run: () => unknown, children?: Shown, kind?: string, title?: string, disabled?: boolean,
 *   [attribute: `aria-${string}`]: any }} properties
 */
export function Action({ run, children, kind = "", ...rest }) {
  const [busy, start] = useBusy();
  const about = useContext(About);
  const isNamed = about && typeof children === "string";
  const label = rest["aria-label"] || (isNamed ? `${children}: ${about}` : undefined);
  const attributes = {
    ...rest, class: kind, "aria-label": label, "aria-busy": busy, "aria-disabled": busy,
  };
  return html`<button type="button" ...${attributes} onClick=${() => start(run)}>
    ${children}
  </button>`;
}

/**
 * Links between the parts of a screen. `items` are [key, label, href].
 *
 * @param {{ items: string[][], active: string, label: string }} properties
 */
export function Tabs({ items, active, label }) {
  if (useContext(IsBeside)) return null;
  const link = ([key, text, href]) =>
    html`<a href=${href} aria-current=${key === active ? "page" : undefined}>${text}</a>`;
  return html`<nav class="tabs" aria-label=${label}>${items.map(link)}</nav>`;
}

/** How many records a list has, as in `20 posts, and more`. */
export function found(data, one, all) {
  const { total = itemsOf(data).length, nextCursor } = data;
  return `${counted(total, one, all)}${nextCursor ? ", and more" : ""}`;
}

/** The address at which it was announced that data is loading. */
let announced = "";

/** Says that data is loading: to screen readers once at an address, however many parts load. */
export function Loading() {
  const [isFirst] = useState(() => announced !== location.href);
  announced = location.href;
  return html`<p class="loading" role=${isFirst ? "status" : undefined}>Loading…</p>`;
}

/**
 * The whole area of a screen while its data is loading, and what went wrong. Of a list, `one` is the
 * name of a record and `all` that of several: how many there are is announced.
 *
 * @template T
 * @param {{ state: State<T>, one?: string, all?: string, children: (data: T) => Shown }} properties
 */
export function Loaded({ state, one, all, children }) {
  const fault = state.error && html`<div class="notice bad" role="alert">
    <p>${state.error.message}</p>
    <button type="button" onClick=${state.reload}>Try again</button>
  </div>`;
  const isThere = state.data !== undefined;
  const count = one && html`<${Status} kind="visually-hidden"
    text=${state.data ? found(state.data, one, all) : ""} />`;
  const content = isThere ? children(state.data)
    : !fault && html`<${Loading} />`;
  return html`${count}${fault}${content}`;
}

/**
 * One of a few values, as buttons beside each other. `options` are values or [value, text].
 *
 * @param {{ label: string, options: readonly Option[], value: string, choose: (value: string) => unknown }} properties
 */
export function Choice({ label, options, value, choose }) {
  const button = ([key, text]) => {
    const run = () => key !== value && choose(key);
    return html`<${Action} key=${key} aria-pressed=${key === value} run=${run}>${text}<//>`;
  };
  return html`<div class="choice" role="group" aria-label=${label}>
    ${optionsOf(options).map(button)}
  </div>`;
}

/**
 * A link to another site. Only web addresses are links.
 *
 * @param {{ url: string, children?: Shown, class?: string, rel?: string }} properties
 */
export function ExternalLink({ url, children, ...rest }) {
  const address = /^https?:\/\//i.test(url) ? url : undefined;
  return html`<a href=${address} target="_blank" rel="noreferrer" ...${rest}>${children}</a>`;
}
