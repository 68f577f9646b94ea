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

/** `?search=ada`, or an empty text if no value is given. A value of several is repeated. */
export function queryText(values) {
  const pairs = Object.entries(filled(values)).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  );
  const text = new URLSearchParams(pairs).toString();
  return text && `?${text}`;
}
