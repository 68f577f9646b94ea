// The place of the reader in a list. It belongs to an entry of the browser's history, so that "Back"
// leads to the record that the reader has left, with the pages that were loaded.
import { useState } from "preact/hooks";

/** Milliseconds without scrolling after which the place is kept, and in which it is restored. */
const REST = 150;
const RESTORING = 5000;
/** What the reader does to go elsewhere on the page. */
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];

let scrolled;
let isRestoring = false;
let end = () => {};

history.scrollRestoration = "manual"; // the browser would restore it before the list is there

/** What the present entry of the history keeps under a name. */
export const kept = (name) => history.state?.[name];

/** A value that the present entry of the history keeps, and a function that sets it. */
export function useKept(name, start) {
  const [, render] = useState(0);
  function set(value) {
    keep({ [name]: value });
    render((turn) => turn + 1);
  }
  return [kept(name) ?? start, set];
}

/** Let the present entry of the history keep values by their names. */
export function keep(values) {
  history.replaceState({ ...history.state, ...values }, "");
}

/**
 * The links that lead to one record each, by their addresses, in the order of the page.
 *
 * @returns {Map<string, HTMLAnchorElement>}
 */
function links() {
  const found = new Map();
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("main :is(li, tr, article) a[href]"))) {
    found.set(link.href, found.has(link.href) ? null : link); // that of an author is at each post
  }
  return found;
}

/**
 * Keep which record is on the screen, and where: that whose link was clicked, or the first one. An
 * address with a query is rather that of a list, such as the posts of one author.
 */
function keepPlace(/** @type {any} */ { target } = {}) {
  clearTimeout(scrolled);
  if (isRestoring) return;
  if (scrollY === 0) return void (kept("place") && keep({ place: null }));
  const shown = [...links().values()].filter((one) => one?.getBoundingClientRect().top >= 0);
  const link = shown.find((one) => one.contains(target)) ??
    shown.find((one) => !one.href.includes("?")) ?? shown[0];
  const place = link && { href: link.href, top: link.getBoundingClientRect().top };
  keep({ place: { ...place, y: scrollY } });
}

/** Begin another screen at its top, unless the reader has come back to a place in it. */
export function toTop() {
  if (!kept("place")) scrollTo(0, 0);
}

/** Go to the place of the present entry as soon as its record is there, unless the reader moves. */
function restorePlace() {
  end();
  const place = kept("place");
  if (!place) return;
  const look = () => {
    const link = links().get(place.href);
    if (link) scrollBy(0, link.getBoundingClientRect().top - place.top);
    else scrollTo(0, place.y); // as far as there is so much; the record may be deleted
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => end(), RESTORING);
  const stop = () => end();
  isRestoring = true;
  end = () => {
    isRestoring = false;
    observer.disconnect();
    clearTimeout(timer);
    for (const kind of MOVES) removeEventListener(kind, stop, true);
    end = () => {};
  };
  for (const kind of MOVES) addEventListener(kind, stop, true);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
}

addEventListener("popstate", restorePlace);
restorePlace(); // after a reload
addEventListener("click", keepPlace, true);
addEventListener("scroll", () => {
  clearTimeout(scrolled);
  scrolled = setTimeout(() => keepPlace(), REST);
}, { passive: true });
