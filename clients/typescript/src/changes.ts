import type { BridgeworkClient } from "./client.js";
import { streamChanges } from "./generated/sdk.gen.js";
import type { Change } from "./generated/types.gen.js";

/**
 * The changes from now on, or after the change with the number `after`, until `signal` is aborted. A
 * broken connection continues after the last change. The document has the text of the stream, so its
 * type is written here.
 */
export async function* watchChanges(
  client: BridgeworkClient,
  { after, signal }: { after?: number; signal?: AbortSignal } = {},
): AsyncGenerator<Change, void, undefined> {
  const headers = after === undefined ? {} : { "Last-Event-ID": String(after) };
  const { stream } = await streamChanges({ client, headers, signal });
  for await (const change of stream as AsyncIterable<unknown>) yield change as Change;
}
