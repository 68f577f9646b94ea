// Operations of the API as functions: `export const getJob = operation("getJob")`.
import { call } from "../ui/api.js";

/**
 * @template P, R
 * @typedef {(params?: P, signal?: AbortSignal) => Promise<R>} Read
 */
/**
 * @template P, B, R
 * @typedef {(params?: P, body?: B, options?: {headers?: object}) => Promise<R>} Write
 */

/**
 * A function that calls an operation. Its `operation` is the operationId, for `useApi`.
 * `options.isPage` returns an array with the total as {items, total}; `options.anonymous` sends no
 * access token.
 */
export function operation(operationId, options = {}) {
  const run = (params = {}, second = undefined, further = {}) => {
    const isSignal = second instanceof AbortSignal;
    const [body, signal] = isSignal ? [undefined, second] : [second, undefined];
    return call(operationId, params, body, { signal, ...options, ...further });
  };
  return Object.assign(run, { operationId });
}
