// Kinds of screens: several parts with tabs, one record, a form with its preview, and a fault.
import { Action, Card, Empty, Form, Loaded, Page, Tabs, html, show, toast, useState }
  from "../../ui/library.js";
import { href } from "../router.js";
import { Listing } from "./listing.js";

/**
 * A screen of several parts. `parts` are [key, label, component]; the key follows `address` in the
 * address of a part, and the first part is shown without a key. A component gets its `part`.
 *
 * @param {{ address: string, parts: Part[], part: string, label: string, title: Shown, subtitle?: Shown, actions?: Shown }} properties
 */
export function Tabbed({ address, parts, part, label, ...page }) {
  const [active, , component] = parts.find(([key]) => key === part) || parts[0];
  const hrefOf = (key, index) => href(index === 0 ? [address] : [address, key]);
  const tabs = parts.map(([key, text], index) => [key, text, hrefOf(key, index)]);
  return html`<${Page} ...${page}>
    <${Tabs} label=${label} active=${active} items=${tabs} />
    <${component} key=${active} part=${active} />
  <//>`;
}

/**
 * The screen of a record. While there is none, it has the title `noun`.
 *
 * @template T
 * @param {{ state: State<T>, noun: string, back: { href: string, label: string }, missing?: Shown, children: (record: T) => Shown }} properties
 */
export function RecordPage({ state, noun, back, missing, children }) {
  if (state.data) return children(state.data);
  return html`<${Page} title=${noun} back=${back}>
    <${Loaded} state=${state}>${() => html`<${Empty}>${missing}<//>`}<//>
  <//>`;
}

/** Show a secret once. The text says what it is for. */
export function showSecret(title, secret, text) {
  async function copy() {
    await navigator.clipboard.writeText(secret);
    toast("It was copied.");
  }
  return show({
    title,
    content: html`<p>${text} Store it now: it is not shown again.</p>
      <p class="secret"><code>${secret}</code></p><${Action} run=${copy}>Copy<//>`,
  });
}

/**
 * A list of what administrators create, which is loaded again when `create()` has done so.
 *
 * @param {any} properties
 */
export function CreatedList({ text, label, create, ...listing }) {
  const [count, setCount] = useState(0);
  const run = async () => (await create()) && setCount(count + 1);
  return html`<div class="actions key-actions">
      <p class="quiet">${text}</p><${Action} kind="primary" run=${run}>${label}<//>
    </div>
    <${Listing} key=${count} ...${listing} />`;
}

/**
 * A line of a list with the class `rows`; the children are at its end.
 *
 * @param {{ title: Shown, quiet?: Shown, fault?: Shown, children?: Shown }} properties
 */
export function Line({ title, quiet, fault, children }) {
  return html`<div>
      ${title}
      ${quiet && html`<div class="quiet">${quiet}</div>`}
      ${fault && html`<div class="fault">${fault}</div>`}
    </div>
    ${children}`;
}

/**
 * A text with a bar below it, `value` of `most`; without a bar if there is no `most`.
 *
 * @param {{ value: number, most: number, children?: Shown }} properties
 */
export const Bar = ({ value, most, children }) => html`<label class="complete">
  <span>${children}</span>
  ${most > 0 && html`<progress max=${most} value=${Math.max(0, value)}></progress>`}
</label>`;

/** A table of a few rows. `rows` are their cells; the first one is the heading of its row. */
export function Table({ label, head, rows, ...rest }) {
  const row = ([first, ...cells]) => html`<tr>
    <th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table ...${rest}>
      <thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
      <tbody>${rows.map(row)}</tbody>
    </table>
  </div>`;
}

/** A form with many fields, in columns where there is room. */
export function WideForm({ children }) {
  return html`<${Card}><div class="wide-form">${children}</div><//>`;
}

/**
 * A form (see `Form`) with the preview of its values beside it: `preview(values)`.
 *
 * @param {{ kind?: string, preview: (values: any) => Shown } & FormProperties} properties
 */
export function PreviewedForm({ kind = "even", preview, children, ...form }) {
  const [values, setValues] = useState(form.values);
  return html`<div class="split ${kind} editor">
    <${Card}><${Form} ...${form} onChange=${setValues}>${children}<//><//>
    ${preview(values)}
  </div>`;
}

/** In place of a screen: what happened, what the reader can do, and what to report. */
export function BrokenScreen({ error, retry }) {
  const facts = [
    `${error?.name || "Error"}: ${error?.message || error}`, `Address: ${location.hash || "#/"}`,
    `Time: ${new Date().toISOString()}`, `Browser: ${navigator.userAgent}`,
  ];
  return html`<${Page} title="This screen cannot be shown">
    <div class="notice bad" role="alert">
      <p>The console failed to show these records. They are unchanged. Try again, or open another
        screen. If it fails again, report these lines:</p>
      <pre class="report">${facts.join("\n")}</pre>
      <button type="button" onClick=${retry}>Try again</button>
    </div>
  <//>`;
}
