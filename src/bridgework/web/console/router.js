// Addresses: `#/people/0194…?search=ada` has the path ["people", "0194…"] and the query {search}.
import { computed, signal } from "@preact/signals";
import { decoded, queryText } from "../ui/address.js";

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
});

export const route = computed(() => {
  const [path, query = ""] = hash.value.replace(/^#\/?/, "").split("?");
  return {
    path: path.split("/").filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
});

/** The address of a screen. */
export function href(path, query = {}) {
  return `#/${path.map(encodeURIComponent).join("/")}${queryText(query)}`;
}

export function go(path, query) {
  location.hash = href(path, query);
}

/**
 * Change the query of the present address. "Back" undoes it, unless it `replaces` the present entry
 * of the history, as typing does. The entry keeps `kept` (see `useKept`).
 */
export function setQuery(changes, replaces = false, kept = null) {
  const { path, query } = route.value;
  const url = href(path, { ...query, ...changes });
  if (replaces) history.replaceState(kept, "", url);
  else history.pushState(kept, "", url);
  hash.value = location.hash;
}

/** Call `listener` when the reader opens another address. Returns a function that ends this. */
export function onLeave(listener) {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
