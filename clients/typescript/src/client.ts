import { secondsToWait, toError } from "./errors.js";
import { createClient } from "./generated/client/index.js";
import type { Client } from "./generated/client/index.js";
import { pause } from "./pause.js";
import { Session } from "./session.js";
import type { Exchange, OnTokens, Tokens } from "./session.js";

const SAFE = new Set(["GET", "HEAD"]);
/** The operations that take the token of a known device. */
const DEVICE_PATHS = [
  "/auth/login",
  "/auth/verify-email",
  "/auth/admin/login",
  "/auth/admin/second-factor",
  "/auth/change-password",
  "/users/me/email/confirm",
  "/admin/me/master-password",
];
const EXCHANGE_TIMEOUT = 30_000;

/** The options of `createBridgeworkClient`. */
export interface BridgeworkOptions {
  /** The public URL of the server. */
  baseUrl: string;
  /** The tokens of a session that continues. */
  tokens?: Tokens;
  /** The token of an earlier sign-in on this device, `session.deviceToken`. */
  deviceToken?: string;
  /** The API key of a partner. It is sent without a session. */
  apiKey?: string;
  /** Is called with each new pair of tokens, and with undefined when the session has ended. */
  onTokens?: OnTokens;
  /** Where the session is: `browserSession()` shares one between the tabs of a browser. */
  session?: (exchange: Exchange, onTokens: OnTokens) => Session;
  /** How many times a request is sent again when the response has `Retry-After`; 2 by default. */
  retries?: number;
  /** The longest `Retry-After` to wait for, in seconds; 30 by default. */
  maxWait?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** What every operation takes as `client`. */
export interface BridgeworkClient extends Client {
  /** The session of the account that has signed in. */
  readonly session: Session;
}

/** Create a client. Its operations return the body of the response or throw `BridgeworkError`. */
export function createBridgeworkClient(options: BridgeworkOptions): BridgeworkClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const send = options.fetch ?? ((request: RequestInfo | URL) => fetch(request));
  const exchange: Exchange = (refreshToken) =>
    send(
      new Request(`${baseUrl}/auth/refresh`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ refreshToken }),
        signal: AbortSignal.timeout(EXCHANGE_TIMEOUT),
      }),
    );
  const onTokens = options.onTokens ?? (() => undefined);
  const session =
    options.session?.(exchange, onTokens) ??
    new Session(options.tokens, exchange, onTokens, options.deviceToken);
  const client = createClient({
    baseUrl,
    throwOnError: true,
    auth: ({ scheme }) => (scheme === "bearer" ? session.access() : options.apiKey),
    fetch: (input, init) => sendAgain(new Request(input, init), send, session, options),
  });
  client.interceptors.request.use((request) => {
    const takesDevice = DEVICE_PATHS.some((path) => request.url === `${baseUrl}${path}`);
    if (takesDevice && session.deviceToken !== undefined) {
      request.headers.set("X-Device-Token", session.deviceToken);
    }
    return request;
  });
  client.interceptors.error.use((error, response) => toError(error, response));
  return Object.assign(client, { session });
}

/** Send a request, again with a new token, and again after `Retry-After`. */
async function sendAgain(
  first: Request,
  send: typeof fetch,
  session: Session,
  { retries = 2, maxWait = 30 }: BridgeworkOptions,
): Promise<Response> {
  let request = first;
  let isRefreshed = false;
  for (let done = 0; ; ) {
    const response = await send(request.clone());
    const refused = isRefreshed ? undefined : refusedToken(request, response);
    const token = refused === undefined ? undefined : await session.replace(refused);
    if (token !== undefined) {
      request = new Request(request);
      request.headers.set("Authorization", `Bearer ${token}`);
      isRefreshed = true;
      continue;
    }
    const wait = response.ok || !isRepeatable(request) ? undefined : secondsToWait(response.headers);
    if (wait === undefined || wait > maxWait || done >= retries) return response;
    await pause(wait * 1000, request.signal);
    request.signal.throwIfAborted();
    done += 1;
  }
}

/** The access token of a request that the server no longer accepts. */
function refusedToken(request: Request, response: Response): string | undefined {
  const challenge = response.headers.get("WWW-Authenticate") ?? "";
  if (!challenge.includes('error="invalid_token"')) return undefined;
  return request.headers.get("Authorization")?.replace(/^Bearer /, "");
}

/** Whether a request may be sent twice. */
function isRepeatable(request: Request): boolean {
  return SAFE.has(request.method) || request.headers.has("Idempotency-Key");
}
