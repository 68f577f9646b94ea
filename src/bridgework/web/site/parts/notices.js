// Notifications as a list that stays up to date while it is shown.
import { listNotifications, updateNotification } from "../api/notifications.js";
import { onNotification } from "../live.js";
import { unread } from "../title.js";
import { Action, Portrait, When, html, momentIn, report, settings, useEffect, useState, zone }
  from "../ui.js";
import { usePages } from "./pages.js";

/**
 * Load notifications. Returns the state of `usePages` with what the stream has told since, and
 * `mark(notification, isRead)`.
 */
export function useNotices(params) {
  const state = usePages(listNotifications, params);
  const [told, setTold] = useState({});
  const take = (one) => setTold((former) => ({ ...former, [one.id]: one }));
  useEffect(() => onNotification((one) => {
    if (one) take(one);
    if (!one || one.readAt) state.reload(); // older ones may have been marked with it
  }), [state.reload]);
  useEffect(() => {
    if (state.data) unread.value = state.data.counts.unread;
  }, [state.data?.counts.unread]);
  async function mark({ id }, read) {
    take(await updateNotification({ id }, { read }));
    unread.value = Math.max(0, unread.value + (read ? -1 : 1)); // the stream tells the number next
  }
  const known = state.data?.items ?? [];
  const isNew = ({ id, readAt }) => !readAt && !known.some((one) => one.id === id);
  const items = [...Object.values(told).filter(isNew), ...known.map((one) => told[one.id] ?? one)]
    .sort((one, other) => other.at.localeCompare(one.at));
  const forget = () => {
    setTold({});
    state.reload();
  };
  return { ...state, data: state.data && { ...state.data, items }, mark, reload: forget };
}

/**
 * Notifications as links. Who opens one has read it.
 *
 * @param {{ items: Item<"listNotifications">[], mark: (one: Item<"listNotifications">, isRead: boolean) => Promise<void>, canMark?: boolean }} properties
 */
export function Notices({ items, mark, canMark }) {
  const open = (one) => !one.readAt && mark(one, true).catch(report);
  const toggle = (one) => html`<${Action} kind="link" run=${() => mark(one, !one.readAt)}>
    ${one.readAt ? "Mark as unread" : "Mark as read"}
  <//>`;
  const item = (one) => html`<li key=${one.id} class=${one.readAt ? "" : "unread"}>
    ${one.actor ? html`<${Portrait} url=${one.actor.avatarUrl} name=${one.actor.name} />`
      : html`<img class="portrait" src=${settings.logo} alt="" />`}
    <div>
      <a href=${one.path} dir="auto" onClick=${() => open(one)}>${one.text}</a>
      ${one.subject.startAt && html`<p>${momentIn(one.subject.startAt, zone)}</p>`}
      <p class="quiet">${!one.readAt && html`<b>New</b> · `}<${When} at=${one.at} />
        ${canMark && html` · ${toggle(one)}`}</p>
    </div>
  </li>`;
  return html`<ul class="notices plain-list line-list">${items.map(item)}</ul>`;
}
