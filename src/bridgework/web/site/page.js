// What the server has put into the page: the settings of the site, and the first screen's data.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const loaded = read("preloaded");
const address = location.pathname + location.search;

/** {name, root, logo, accounts, firstPage, footer, supportEmail, documents, publicJobs} */
export const settings = read("settings");

let isLeft = false;

/** Whether the reader is still at the screen that the server has rendered. */
export function isFirst() {
  isLeft ||= location.pathname + location.search !== address;
  return !isLeft;
}

/** The response of an operation that the page came with, or undefined. Some are of visitors only. */
export function preloaded(operation, isVisitor) {
  if (!isFirst()) return undefined;
  return loaded[operation] ?? (isVisitor ? loaded.ofVisitors?.[operation] : undefined);
}
