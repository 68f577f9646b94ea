// Notifications as they happen. A browser opens six connections to a server at most, so one tab
// follows the stream of the member and tells the other tabs; when it is closed, another one goes on.
import { computed, effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { follow } from "../ui/api.js";
import { read, write } from "../ui/storage.js";
import { channel, inTurn } from "../ui/tabs.js";
import { listNotifications } from "./api/notifications.js";
import { session } from "./session.js";
import { unread } from "./title.js";

/** Milliseconds of silence after which a connection is lost: the server comments every 15 s. */
const SILENCE = 45_000;
const SHORTEST_WAIT = 2000;
const LONGEST_WAIT = 30_000;
/** Milliseconds in which several notifications reload a screen once, and between two questions. */
const TOGETHER = 400;
const ASK_WAIT = 10_000;

const listeners = new Set();
const userId = computed(() => session.value?.user.id);
/** Where the number of the last event is kept: a tab that is opened later misses none either. */
const key = computed(() => `bridgework-live-${userId.value}`);
let tabs;
let isLive = false;
let askedAt = 0;

/**
 * Load a screen again when something happens to what it shows:
 *
 *     const state = useApi(listApplications, { id });
 *     useLive(["job_application"], state.reload);
 *
 * `kinds` are kinds of notifications, as in `job_application.submitted`, or what they begin with
 * up to the point. Several at once reload once. What the reader types stays.
 */
export function useLive(kinds, reload) {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    let timer;
    const concerns = ({ kind, readAt }) =>
      !readAt && kinds.some((one) => kind === one || kind.startsWith(`${one}.`));
    const end = onNotification((notification) => {
      if (notification && !concerns(notification)) return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), TOGETHER);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [kinds.join()]);
}

/**
 * Call `listener` with each notification that is new or was marked as read or unread, and with null
 * if some may have been missed. Returns a function that ends this.
 */
export function onNotification(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Take what the stream has sent, or another tab has told. What this tab loaded before the stream
 * began may be older: then its number of unread notifications differs from the first one told.
 */
function receive({ event, data, live, isFirst, isMissed }) {
  isLive = live;
  if (isMissed) tell(null);
  if (event === "notification") tell(JSON.parse(data));
  if (event !== "counts") return;
  const count = JSON.parse(data).unread;
  const isOlder = isFirst && unread.value !== null && unread.value !== count;
  unread.value = count;
  if (isOlder) tell(null);
}

function tell(notification) {
  for (const listener of [...listeners]) listener(notification);
}

function publish(message) {
  receive(message);
  tabs.postMessage(message);
}

/** Follow the stream until `ended`, and connect again with the last ID whenever it is lost. */
async function followAll(ended) {
  for (let failures = 0; !ended.aborted; ) {
    const connection = new AbortController();
    const lose = () => connection.abort();
    let silence = setTimeout(lose, SILENCE);
    let isFirst = true;
    const onEvent = (event) => {
      clearTimeout(silence);
      silence = setTimeout(lose, SILENCE);
      failures = 0;
      publish({ ...event, live: true, isFirst });
      if (event.event === "counts") isFirst = false;
      if (event.id) write("localStorage", key.value, event.id);
    };
    addEventListener("offline", lose);
    try {
      const signal = AbortSignal.any([ended, connection.signal]);
      await follow("streamNotifications", onEvent, signal, read("localStorage", key.value));
    } catch (error) {
      failures += 1;
      if (error.status === 422) {
        write("localStorage", key.value, null); // the server has other data than before
        publish({ isMissed: true, live: false });
      }
    }
    removeEventListener("offline", lose);
    clearTimeout(silence);
    if (ended.aborted) return;
    publish({ live: false });
    const wait = Math.min(SHORTEST_WAIT * 2 ** Math.max(0, failures - 1), LONGEST_WAIT);
    // Not all at the same moment when a server starts again.
    await pause(wait * (1 + Math.random() / 4), ended);
  }
}

/** Wait; a connection that comes back, and the end of the session, end this. */
function pause(milliseconds, ended) {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
    ended.addEventListener("abort", end);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      ended.removeEventListener("abort", end);
      resolve();
    }
  });
}

/** Without the stream, ask when the window is looked at. */
async function look() {
  const isSoon = Date.now() - askedAt < ASK_WAIT;
  if (isLive || isSoon || !userId.value || document.visibilityState !== "visible") return;
  askedAt = Date.now();
  const page = await listNotifications({ limit: 1 }).catch(() => null);
  if (!page || page.counts.unread === unread.value) return;
  unread.value = page.counts.unread;
  tell(null);
}

function start(name) {
  const ended = new AbortController();
  let leads = false;
  tabs = channel(name);
  tabs.addEventListener("message", ({ data }) => {
    if (!data.asks) receive(data);
    else if (leads && isLive) tabs.postMessage(counts());
  });
  tabs.postMessage({ asks: true });
  const lead = () => {
    leads = true;
    return followAll(ended.signal);
  };
  inTurn(name, lead, { signal: ended.signal }).catch(() => {}); // aborted
  return () => {
    ended.abort();
    tabs.close();
    write("localStorage", name, null);
    isLive = false;
    unread.value = null;
  };
}

const counts = () =>
  ({ event: "counts", data: JSON.stringify({ unread: unread.value }), live: true, isFirst: true });

effect(() => (userId.value ? start(key.value) : undefined));
document.addEventListener("visibilitychange", look);
addEventListener("focus", look);
