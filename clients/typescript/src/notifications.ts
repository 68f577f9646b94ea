import type { BridgeworkClient } from "./client.js";
import type { Notification, NotificationCounts } from "./generated/types.gen.js";
import { watchStream } from "./streams.js";
import type { WatchedEvent, WatchOptions } from "./streams.js";

/** What the stream of notifications sends, by the name of the event. */
export interface NotificationEvents {
  notification: Notification;
  counts: NotificationCounts;
}

/**
 * The notifications of the caller and their counts, as `watchStream` yields them, until `signal` is
 * aborted. The first event has the counts. It throws 401 after the end of the session.
 */
export function watchNotifications(
  client: BridgeworkClient,
  options: WatchOptions = {},
): AsyncGenerator<WatchedEvent<NotificationEvents>, void, undefined> {
  return watchStream<NotificationEvents>(client, "/notifications/stream", options);
}
