import type { ErrorCodes } from "./generated/errorCodes.gen.js";
import type { Fault } from "./generated/types.gen.js";

/** The codes of the client itself. */
export type ClientCode = "no_response" | "response_invalid";

/** The server refused a request, or there is no response that can be read. */
export class BridgeworkError extends Error {
  override readonly name = "BridgeworkError";
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /**
   * The code of the error; `http_502` if a response of status 502 has none. `codeOf` gives it the
   * type of an operation. Without a response, as after a network failure, it is `no_response`; if the
   * body of a response breaks off or is not JSON, `response_invalid`. Both have a `cause`.
   */
  readonly code: string;
  /** The errors of a 422, each with the path of its member. */
  readonly details: readonly Fault[];
  /** The seconds in `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The ID of the request, which is in the server's log as well. */
  readonly requestId: string | undefined;
  /** The body of the response, as JSON if it is JSON. */
  readonly body: unknown;

  constructor(response: Response | undefined, body: unknown, cause?: Error) {
    const members: Record<string, unknown> = isObject(body) ? body : {};
    const status = response?.status ?? 0;
    const message = cause === undefined ? members.message : explain(response, cause);
    super(
      typeof message === "string" ? message : `HTTP ${status}`,
      cause === undefined ? {} : { cause },
    );
    this.status = status;
    this.code = cause === undefined ? codeIn(members, status) : clientCode(response);
    this.details = Array.isArray(members.details) ? (members.details as Fault[]) : [];
    this.retryAfter = response && secondsToWait(response.headers);
    this.requestId = response?.headers.get("X-Request-Id") ?? undefined;
    this.body = body;
  }
}

/**
 * The error that a failed request throws. `error` is the body of a refusal, or what was thrown. An
 * abort stays what it is: `error.name === "AbortError"`.
 */
export function toError(error: unknown, response: Response | undefined): unknown {
  if (error instanceof BridgeworkError) return error;
  if (error instanceof Error) {
    return error.name === "AbortError" ? error : new BridgeworkError(response, undefined, error);
  }
  return response === undefined ? error : new BridgeworkError(response, error);
}

/**
 * The code of a failed request, in the type of its operation: `codeOf(error, "login")`. Undefined for
 * any other error. A newer server may have codes that this version does not list, so a `switch` needs
 * a default branch.
 */
export function codeOf<Name extends keyof ErrorCodes>(
  error: unknown,
  _operation: Name,
): ErrorCodes[Name] | ClientCode | undefined {
  return error instanceof BridgeworkError ? (error.code as ErrorCodes[Name]) : undefined;
}

/** The seconds in `Retry-After`; undefined without the header. */
export function secondsToWait(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

function codeIn(members: Record<string, unknown>, status: number): string {
  const code = members.error ?? members.code;
  return typeof code === "string" ? code : `http_${status}`;
}

function clientCode(response: Response | undefined): ClientCode {
  return response === undefined ? "no_response" : "response_invalid";
}

function explain(response: Response | undefined, cause: Error): string {
  const fact = response === undefined ? "No response" : "The response can not be read";
  return `${fact}: ${cause.message}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
