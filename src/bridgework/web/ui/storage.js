// The browser's storage. It can be blocked, or hold what this console did not write: then it is as
// if it were empty, and the console works until the tab is closed.

/** The text at a key, or null. `kind` is "localStorage" or "sessionStorage". */
export function read(kind, key) {
  try {
    return globalThis[kind].getItem(key);
  } catch {
    return null; // a SecurityError
  }
}

/** Store a text at a key; null deletes it. */
export function write(kind, key, text) {
  try {
    if (text === null) globalThis[kind].removeItem(key);
    else globalThis[kind].setItem(key, text);
  } catch (error) {
    console.warn(`The browser does not store ${key}: ${error.message}`);
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
  try {
    const keys = Object.keys(globalThis[kind]).filter((key) => key.startsWith(prefix));
    for (const key of keys) write(kind, key, null);
  } catch {
    // A SecurityError: nothing is stored.
  }
}
