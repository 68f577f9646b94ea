import type { BridgeworkClient } from "./client.js";
import { BridgeworkError } from "./errors.js";

const DELAY = 2000;
const MAX_DELAY = 30_000;

/** An event of a stream: its name and its data, by the name. */
export type WatchedEvent<Types> = {
  [Name in keyof Types]: { event: Name; data: Types[Name] };
}[keyof Types];

/** Where a stream starts, and what ends it. */
export interface WatchOptions {
  after?: number;
  signal?: AbortSignal;
}

/**
 * The events of the stream at `path` from now on, or after the number `after`, until `signal` is
 * aborted. `Types` has the type of the data of each event by its name. If the connection ends, the
 * client connects again and continues after the last number. It throws the error of the first
 * connection, and later that of a refused one.
 */
export async function* watchStream<Types>(
  client: BridgeworkClient,
  path: string,
  { after, signal }: WatchOptions = {},
): AsyncGenerator<WatchedEvent<Types>, void, undefined> {
  let lastEventId = after === undefined ? undefined : String(after);
  let event: string | undefined;
  let isFirst = true;
  for (let failures = 0; !signal?.aborted; ) {
    let failure: unknown;
    const connection = new AbortController();
    const { stream } = await client.sse.get<unknown>({
      url: path,
      security: [
        { scheme: "bearer", type: "http" },
        { name: "x-api-key", type: "apiKey" },
      ],
      headers: lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId },
      signal: AbortSignal.any([connection.signal, ...(signal ? [signal] : [])]),
      fetch: throwing(client.getConfig().fetch ?? fetch),
      sseMaxRetryAttempts: 1,
      onSseError: (error) => (failure = error),
      onSseEvent: (received) => {
        isFirst = false;
        failures = 0;
        event = received.event;
        lastEventId = received.id ?? lastEventId;
      },
    });
    for await (const data of stream) {
      let isStopped = true;
      try {
        yield { event, data } as WatchedEvent<Types>;
        isStopped = false;
      } finally {
        // The generated client closes the connection only if it is aborted while it reads.
        if (isStopped) connection.abort();
      }
    }
    if (failure !== undefined && (isFirst || isFinal(failure)) && !signal?.aborted) throw failure;
    if (failure !== undefined) failures += 1;
    await pause(delay(failure, failures), signal);
  }
}

/** A `fetch` that throws the error of a refused request, for the generated client does not read it. */
function throwing(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.ok) return response;
    throw new BridgeworkError(response, await response.json().catch(() => undefined));
  };
}

/** Whether the server would refuse the stream again. */
function isFinal(error: unknown): boolean {
  return error instanceof BridgeworkError && error.status !== 429 && error.status < 500;
}

function delay(failure: unknown, failures: number): number {
  const backoff = Math.min(DELAY * 2 ** Math.max(failures - 1, 0), MAX_DELAY);
  const wait = failure instanceof BridgeworkError ? (failure.retryAfter ?? 0) : 0;
  return Math.max(wait * 1000, backoff);
}

/** Wait for some milliseconds, or until the signal is aborted. */
async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
  });
}
