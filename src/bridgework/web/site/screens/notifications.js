// What happened to the records of the member, newest first.
import { readAllNotifications } from "../api/notifications.js";
import { Notices, useNotices } from "../parts/notices.js";
import { More } from "../parts/pages.js";
import { unread } from "../title.js";
import { Action, Loaded, Tabs, href, html, route } from "../ui.js";

const LIMIT = 50;

export function Notifications() {
  const isUnread = route.value.query.show === "unread";
  return html`<${List} key=${isUnread} isUnread=${isUnread} />`;
}

function List({ isUnread }) {
  const state = useNotices({ limit: LIMIT, unread: isUnread || undefined });
  async function readAll() {
    const counts = await readAllNotifications({}, { upTo: state.data.items[0].id });
    unread.value = counts.unread;
    state.reload();
  }
  const address = (query) => href(["notifications"], query);
  const tabs = [
    ["all", "All", address({})], ["unread", "Unread", address({ show: "unread" })],
  ];
  const hasUnread = unread.value > 0 && state.data?.items.length > 0;
  return html`<section class="middle">
    <header class="page-head">
      <h1 tabindex="-1">Notifications</h1>
      ${hasUnread && html`<${Action} run=${readAll}>Mark all as read<//>`}
    </header>
    <${Tabs} label="Notifications" items=${tabs} active=${isUnread ? "unread" : "all"} />
    <${Loaded} state=${state} one="notification">
      ${({ items }) => (items.length > 0
        ? html`<${Notices} items=${items} mark=${state.mark} canMark />
            <${More} state=${state} />`
        : html`<${Nothing} isUnread=${isUnread} />`)}
    <//>
  </section>`;
}

const Nothing = ({ isUnread }) => (isUnread
  ? html`<p class="empty">You have read everything.
      <a href=${href(["notifications"])}>Show all notifications</a>.</p>`
  : html`<p class="empty">Nothing has happened yet. You are told here when somebody applies,
      decides, invites you or changes an event. <a href=${href(["profile"])}>Complete your
      profile</a>, so that others find you.</p>`);
