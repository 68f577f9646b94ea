import type { BridgeworkClient } from "./client.js";
import type { Change } from "./generated/types.gen.js";
import { watchStream } from "./streams.js";
import type { WatchOptions } from "./streams.js";

/**
 * The changes from now on, or after the change with the number `after`, until `signal` is aborted. If
 * the connection ends, the client connects again and continues after the last change. It throws the
 * error of the first connection, and later that of a refused one: 401 after the end of the session,
 * 410 `changes_expired`.
 */
export async function* watchChanges(
  client: BridgeworkClient,
  options: WatchOptions = {},
): AsyncGenerator<Change, void, undefined> {
  for await (const { data } of watchStream<Record<Change["type"], Change>>(
    client,
    "/changes/stream",
    options,
  )) {
    yield data;
  }
}
