// Operations of the API as functions: `export const getJob = operation("getJob")`.
import { ConnectionLost, call } from "../ui/api.js";
import { lose } from "./connection.js";

/**
 * @template P, R
 * @typedef {(params?: P, signal?: AbortSignal) => Promise<R>} Read
 */
/**
 * @template P, B, R
 * @typedef {(params?: P, body?: B, options?: {headers?: object}) => Promise<R>} Write
 */

/** The entity tags of the records that operations have returned. */
const tags = new WeakMap();

/**
 * A function that calls an operation. Its `operationId` is for `useApi`.
 * `options.isPage` returns an array with the total as {items, total}; `options.anonymous` sends no
 * access token.
 */
export function operation(operationId, options = {}) {
  const run = async (params = {}, second = undefined, further = {}) => {
    const isSignal = second instanceof AbortSignal;
    const [body, signal] = isSignal ? [undefined, second] : [second, undefined];
    let tag = null;
    const onHeaders = (headers) => (tag = headers.get("etag"));
    const all = { signal, onHeaders, ...options, ...further };
    const payload = await call(operationId, params, body, all).catch((error) => {
      if (error instanceof ConnectionLost) lose();
      throw error;
    });
    if (tag && typeof payload === "object") tags.set(payload, tag);
    return payload;
  };
  return Object.assign(run, { operationId });
}

/** Options of a write which is refused with 412 if `record` has changed since it was loaded. */
export function ifUnchanged(record) {
  return tags.has(record) ? { headers: { "if-match": tags.get(record) } } : {};
}
