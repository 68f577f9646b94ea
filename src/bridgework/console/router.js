// Addresses: `#/people/0194…?search=ada` has the path ["people", "0194…"] and the query {search}.
import { computed, signal } from "@preact/signals";

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

/** A part of an address without escapes. One with broken escapes stays as it is. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a URIError
  }
}

/** The values without empty ones: an empty parameter or member is omitted. */
export function filled(values) {
  const given = Object.entries(values).filter(([, value]) => value !== "" && value != null);
  return Object.fromEntries(given);
}

/** `?search=ada`, or an empty text if no value is given. */
export function queryText(values) {
  const text = new URLSearchParams(filled(values)).toString();
  return text && `?${text}`;
}

/** The address of a screen. */
export function href(path, query = {}) {
  return `#/${path.map(encodeURIComponent).join("/")}${queryText(query)}`;
}

export function go(path, query) {
  location.hash = href(path, query);
}

/** Change the query of the present address without an entry in the browser's history. */
export function setQuery(changes) {
  const { path, query } = route.value;
  history.replaceState(null, "", href(path, { ...query, ...changes }));
  hash.value = location.hash;
}
