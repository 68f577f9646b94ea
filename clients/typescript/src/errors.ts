import type { ErrorCodes } from "./generated/errorCodes.gen.js";
import type { Fault } from "./generated/types.gen.js";

/** The server refused a request. */
export class BridgeworkError extends Error {
  override readonly name = "BridgeworkError";
  /** The HTTP status. */
  readonly status: number;
  /** The code of the error, or an empty string. `codeOf` gives it the type of an operation. */
  readonly code: string;
  /** The errors of a 422, each with the path of its member. */
  readonly details: readonly Fault[];
  /** The seconds in `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The ID of the request, which is in the server's log as well. */
  readonly requestId: string | undefined;
  /** The body of the response, as JSON if it is JSON. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    const members: Record<string, unknown> = isObject(body) ? body : {};
    super(typeof members.message === "string" ? members.message : `HTTP ${response.status}`);
    const code = members.error ?? members.code;
    this.status = response.status;
    this.code = typeof code === "string" ? code : "";
    this.details = Array.isArray(members.details) ? (members.details as Fault[]) : [];
    this.retryAfter = secondsToWait(response.headers);
    this.requestId = response.headers.get("X-Request-Id") ?? undefined;
    this.body = body;
  }
}

/**
 * The code of a refused request, in the type of its operation: `codeOf(error, "login")`. Undefined for
 * any other error. A newer server may have codes that this version does not list, so a `switch` needs
 * a default branch.
 */
export function codeOf<Name extends keyof ErrorCodes>(
  error: unknown,
  _operation: Name,
): ErrorCodes[Name] | undefined {
  return error instanceof BridgeworkError ? (error.code as ErrorCodes[Name]) : undefined;
}

/** The seconds in `Retry-After`; undefined without the header. */
export function secondsToWait(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
