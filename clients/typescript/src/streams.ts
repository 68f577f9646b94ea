import type { BridgeworkClient } from "./client.js";
import { BridgeworkError, toError } from "./errors.js";
import { pause } from "./pause.js";

/** The server sends a comment every 15 seconds. */
const READ_TIMEOUT = 45_000;
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
 * aborted. `Types` has the type of the data of each event by its name. If the connection ends, or
 * nothing arrives for 45 seconds, the client connects again and continues after the last number. It
 * throws the error of the first connection, and later that of a refused one.
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
    const timer = new ReadTimer(connection);
    timer.start();
    const opening = client.sse.get<unknown>({
      url: path,
      security: [
        { scheme: "bearer", type: "http" },
        { name: "x-api-key", type: "apiKey" },
      ],
      headers: lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId },
      signal: AbortSignal.any([connection.signal, ...(signal ? [signal] : [])]),
      fetch: throwing(client.getConfig().fetch ?? fetch),
      sseMaxRetryAttempts: 1,
      onSseError: (error) => (failure = toError(error, undefined)),
      // It is called for a comment as well.
      onSseEvent: (received) => {
        timer.start();
        isFirst = false;
        failures = 0;
        event = received.event;
        lastEventId = received.id ?? lastEventId;
      },
    });
    // It sends no request yet, but may have to refresh the access token.
    const opened = await opening.catch((error: unknown) => {
      failure = toError(error, undefined);
      return undefined;
    });
    for await (const data of opened?.stream ?? []) {
      timer.stop();
      let isStopped = true;
      try {
        yield { event, data } as WatchedEvent<Types>;
        isStopped = false;
      } finally {
        // The generated client closes the connection only if it is aborted while it reads.
        if (isStopped) connection.abort();
      }
      timer.start();
    }
    timer.stop();
    if (failure !== undefined && (isFirst || isFinal(failure)) && !signal?.aborted) throw failure;
    if (failure !== undefined) failures += 1;
    await pause(delay(failure, failures), signal);
  }
}

/** Aborts a connection when nothing has arrived for a while. */
class ReadTimer {
  readonly #connection: AbortController;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: AbortController) {
    this.#connection = connection;
  }

  /** Measure the time from now on. */
  start(): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.#connection.abort(new DOMException("nothing arrived in time", "TimeoutError"));
    }, READ_TIMEOUT);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * A `fetch` that throws the error of a request that is refused or whose response is no stream, for
 * the generated client reads neither.
 */
function throwing(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok) {
      throw new BridgeworkError(response, await response.json().catch(() => undefined));
    }
    if (response.headers.get("Content-Type")?.startsWith("text/event-stream")) return response;
    await response.body?.cancel();
    throw new BridgeworkError(response, undefined, new TypeError("it is no stream of events"));
  };
}

/** Whether the server would refuse the stream again. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof BridgeworkError) || error.code === "no_response") return false;
  return error.status !== 429 && error.status < 500;
}

function delay(failure: unknown, failures: number): number {
  const backoff = Math.min(DELAY * 2 ** Math.max(failures - 1, 0), MAX_DELAY);
  const wait = failure instanceof BridgeworkError ? (failure.retryAfter ?? 0) : 0;
  return Math.max(wait * 1000, backoff);
}
