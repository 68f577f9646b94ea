// The browser's storage. It can be blocked or full, or have what this page did not write: then the
// memory of the tab has what is written until the tab is closed.

const memory = new Map();
const place = (kind, key) => `${kind} ${key}`;

/** The text at a key, or null. `kind` is "localStorage" or "sessionStorage". */
export function read(kind, key) {
  const text = memory.get(place(kind, key));
  if (text !== undefined) return text;
  try {
    return globalThis[kind].getItem(key);
  } catch {
    return null; // a SecurityError
  }
}

/**
 * Store a text at a key; null deletes it. Returns whether the browser has stored it, so that other
 * tabs and later visits read it. A text that cannot be stored is not left in its former state.
 */
export function write(kind, key, text) {
  memory.delete(place(kind, key));
  const isStored = keep(kind, key, text);
  if (isStored || text === null) return isStored;
  memory.set(place(kind, key), text);
  keep(kind, key, null);
  return false;
}

function keep(kind, key, text) {
  try {
    if (text === null) globalThis[kind].removeItem(key);
    else globalThis[kind].setItem(key, text);
    return true;
  } catch (error) {
    if (text !== null) console.warn(`The browser does not store ${key}: ${error.message}`);
    return false; // a SecurityError, or a QuotaExceededError
  }
}

/** The object at a key as JSON, or null. */
export function readObject(kind, key) {
  try {
    const value = JSON.parse(read(kind, key));
    return value && typeof value === "object" ? value : null;
  } catch {
    return null; // a SyntaxError
  }
}

/** Delete the texts whose keys begin with `prefix`. */
export function forget(kind, prefix) {
  for (const key of memory.keys()) if (key.startsWith(place(kind, prefix))) memory.delete(key);
  try {
    const keys = Object.keys(globalThis[kind]).filter((key) => key.startsWith(prefix));
    for (const key of keys) keep(kind, key, null);
  } catch {
    // A SecurityError: nothing is stored.
  }
}
