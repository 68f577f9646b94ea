// The focus, which never falls to the body: what has it can be removed by a change of the screen.

/** What lies over the screen and goes away by itself. */
const OVER = "dialog, .toasts";
const ITEM = "li, tr, article[aria-label]";
const HEADING = "h1, h2, h3";
const HEADINGS = "main :is(h1, h2, h3)";
const FOCUSABLE = "[tabindex], a[href], button, input, select, textarea, summary, label";

/** What has the focus, or had it when it was removed. */
let focused = null;
/** What had the focus last on the screen itself, and the elements around it from inside out. */
let path = [];
/** Whether the heading gets the focus as soon as it is there. */
let isExpected = false;

function pathOf(element) {
  const found = [];
  for (let one = element; one; one = one.parentElement) found.push(one);
  return found;
}

/** Give the focus to an element of a screen, also to one that is no control. */
export function focusOn(element, options) {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus(options);
}

/** Give the focus to the heading of the screen, as soon as it is there. */
export function focusHeading() {
  const heading = document.querySelector("h1");
  isExpected = !heading;
  if (heading) focusOn(heading, { preventScroll: true });
}

/** The heading before what was removed from its `parent`; that of the screen, if it had one. */
function headingOf({ removed, parent, next }) {
  const { DOCUMENT_POSITION_PRECEDING: before, DOCUMENT_POSITION_CONTAINED_BY: inside } = Node;
  const isBefore = (one) => (next
    ? next.compareDocumentPosition(one) & before
    : parent.compareDocumentPosition(one) & (before | inside));
  const found = removed.querySelector(HEADING) ? [] : [...document.querySelectorAll(HEADINGS)];
  const [heading = document.querySelector("main")] = document.querySelectorAll("h1");
  return found.findLast(isBefore) ?? heading;
}

/** The added elements of the screen itself that a selector finds. */
function added(records, selector) {
  const nodes = records.flatMap(({ addedNodes }) => [...addedNodes])
    .filter((one) => one.nodeType === Node.ELEMENT_NODE && one.isConnected && !one.closest(OVER));
  return nodes.flatMap((one) => [
    ...(one.matches(selector) ? [one] : []), ...one.querySelectorAll(selector)]);
}

/**
 * What takes the place of the removed start of the `path`: the item that it was in, the one after
 * that, or the heading of the list. A control can be replaced by the same one, as in an empty form,
 * and the button that loads the last records by these.
 */
function placeOf(records) {
  const at = path.findIndex(({ isConnected }) => isConnected);
  const [removed, parent] = [path[at - 1], path[at]];
  const { nextSibling } = records.find((one) => [...one.removedNodes].includes(removed)) ?? {};
  const next = nextSibling?.isConnected ? nextSibling : null;
  const heading = () => headingOf({ removed, parent, next });
  if (removed.matches(ITEM)) {
    return next?.matches?.(ITEM) ? next : parent.closest(ITEM) ?? heading();
  }
  const [{ localName, textContent }] = path;
  const same = added(records, localName).find((one) => one.textContent === textContent);
  return same ?? parent.closest(ITEM) ?? added(records, ITEM)[0] ?? heading();
}

addEventListener("focusin", (/** @type {any} */ { target }) => {
  isExpected = false;
  focused = target;
  if (!target.closest(OVER)) path = pathOf(target);
});
addEventListener("pointerdown", (/** @type {any} */ { target }) => {
  if (!target.closest(FOCUSABLE)) focused = null; // the reader takes the focus away
});
new MutationObserver((records) => {
  if (path.length > 0 && !path[0].isConnected) path = pathOf(placeOf(records));
  const isLost = focused && !focused.isConnected && document.activeElement === document.body;
  if (isExpected) focusHeading();
  else if (isLost && path.length > 0) focusOn(path[0]);
}).observe(document.documentElement, { childList: true, subtree: true });
