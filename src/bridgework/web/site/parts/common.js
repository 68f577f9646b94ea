// Parts that several screens of the site have.
import { useEffect } from "preact/hooks";
import { ConnectionLost } from "../../ui/api.js";
import { useData } from "../../ui/data.js";
import { html } from "../../ui/html.js";
import { Loaded } from "../../ui/parts.js";
import { Avatar } from "../../ui/pictures.js";
import { isLost } from "../connection.js";
import { preloaded, settings } from "../page.js";
import { href } from "../router.js";
import { session } from "../session.js";
import { title } from "../title.js";

/**
 * Load the result of an operation; the page may have come with it. While the connection is lost,
 * what was loaded before stays, and it is loaded again when the connection is back.
 *
 * @template T, P
 * @param {((params?: P, signal?: AbortSignal) => Promise<T>) & { operationId?: OperationId }} operation
 * @param {P} [params]
 */
export function useApi(operation, params) {
  const known = preloaded(operation.operationId, !session.value);
  const load = (signal) => operation(params, signal);
  const state = useData(load, [params], known);
  const isUnreached = state.error instanceof ConnectionLost;
  const isBack = isUnreached && !isLost.value;
  useEffect(() => {
    if (isBack) state.reload();
  }, [isBack]);
  return isUnreached && state.data !== undefined ? { ...state, error: null } : state;
}

/** The title of the window, while a screen is shown. */
export function useTitle(text) {
  useEffect(() => {
    if (text) title.value = `${text} – ${settings.name}`;
  }, [text]);
}

/**
 * The screen of one record, of which `titleOf` is the title of the window. If there is no such
 * record for this reader, `heading` and `missing` say why.
 *
 * @template T
 * @param {{ state: State<T>, titleOf: (record: T) => string, heading?: string, missing?: Shown,
 *   children: (record: T) => Shown }} properties
 */
export function Single({ state, titleOf, heading, missing, children }) {
  useTitle(state.data && titleOf(state.data));
  if (state.error?.status === 404) return html`<${Missing} title=${heading} text=${missing} />`;
  return html`<${Loaded} state=${state}>${children}<//>`;
}

/**
 * The picture of a person, or the initials.
 *
 * @param {{ large?: boolean, url?: string | null, name: string }} properties
 */
export const Portrait = ({ large, ...person }) =>
  html`<${Avatar} kind=${large ? "portrait large" : "portrait"} ...${person} />`;

/** A list of short texts, as labels. */
export function Labels({ items }) {
  const label = (item) => html`<li key=${item}><bdi>${item}</bdi></li>`;
  return items?.length > 0 && html`<ul class="labels plain-list">${items.map(label)}</ul>`;
}

/**
 * The mark of a person whom an administrator has verified as they are now. It says what it means
 * to a pointer, and with `explained` beside it. `what` is verified: a profile, or a clinic.
 *
 * @param {{ of: { isVerified?: boolean }, what?: string, explained?: boolean }} properties
 */
export function Verified({ of: { isVerified }, what = "profile", explained = false }) {
  const meaning = `An administrator of ${settings.name} has reviewed this ${what}.`;
  return isVerified && html` <span class="badge good" title=${meaning}>Verified</span>
    ${explained && html`${" "}<span class="quiet">${meaning}</span>`}`;
}

/**
 * A screen whose record does not exist for this reader.
 *
 * @param {{ title?: string, text: Shown }} properties
 */
export function Missing({ title = "No longer available", text }) {
  return html`<section class="narrow">
    <h1 tabindex="-1">${title}</h1>
    <p class="lead">${text}</p>
    <p><a class="button" href=${href(["experts"])}>Find an expert</a>${" "}
      <a class="button" href=${href(["events"])}>Events</a>${" "}
      <a class="button" href=${href(["articles"])}>Articles</a></p>
  </section>`;
}
