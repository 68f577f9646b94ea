// Parts of addresses, of screens as of the API.

/** A part of an address without escapes. One with broken escapes stays as it is. */
export function decoded(part) {
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
