// The title of the window: how many notifications are unread, the screen, and the site.
import { effect, signal } from "@preact/signals";

/** How many notifications of the member are unread. `live.js` keeps it. */
export const unread = signal(null);
/** The title without the number. */
export const title = signal(document.title);

effect(() => {
  document.title = unread.value > 0 ? `(${unread.value}) ${title.value}` : title.value;
});
