// Addresses below the site, as in `/app/experts/0194…?search=ada`.
import { computed, signal } from "@preact/signals";
import { decoded, queryText } from "../ui/address.js";
import { settings } from "./page.js";

const { root } = settings;
const present = () => location.pathname + location.search;
const address = signal(present());
const listeners = new Set();

/** {path: ["experts", "0194…"], query: {search: "ada"}}; a repeated parameter is an array. */
export const route = computed(() => {
  const { pathname, searchParams } = new URL(address.value, location.origin);
  const path = pathname.slice(root.length).split("/").filter(Boolean).map(decoded);
  return { path, query: queryOf(searchParams) };
});

/** The values of `URLSearchParams` by name. */
export function queryOf(parameters) {
  const values = (name) => parameters.getAll(name);
  const value = (name) => (values(name).length > 1 ? values(name) : values(name)[0]);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, value(name)]));
}

/** The present address below the site, for the sign-in to go on with. */
export const here = () => present().slice(root.length);

/** The address of a screen. */
export function href(path, query = {}) {
  return `${root}${path.map(encodeURIComponent).join("/")}${queryText(query)}`;
}

/** Open a screen. `replaces` leaves out the present one in the browser's history. */
export function go(path, query, replaces = false) {
  visit(href(path, query), replaces);
}

/** `go`, which does nothing once the reader has opened another address: an answer can be late. */
export function goFromHere() {
  const start = address.value;
  return (...to) => address.value === start && go(...to);
}

/**
 * Change the query of the present address. "Back" undoes it, unless it `replaces` the present entry
 * of the history, as typing does.
 */
export function setQuery(changes, replaces = false) {
  const { path, query } = route.value;
  write(href(path, { ...query, ...changes }), replaces);
  address.value = present();
}

/** Call `listener` when the reader opens another address. Returns a function that ends this. */
export function onLeave(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function visit(url, replaces) {
  write(url, replaces);
  arrive();
}

function write(url, replaces) {
  if (replaces) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
}

function arrive() {
  address.value = present();
  for (const listener of [...listeners]) listener();
}

addEventListener("popstate", arrive);

// A link to the site opens a screen; a modified click, or one elsewhere, is the browser's.
document.addEventListener("click", (/** @type {any} */ event) => {
  const link = event.target.closest?.("a[href]");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !isPlain || event.altKey || event.defaultPrevented) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!link.pathname.startsWith(root) || link.hash) return;
  event.preventDefault();
  visit(link.pathname + link.search, link.href === location.href);
});
