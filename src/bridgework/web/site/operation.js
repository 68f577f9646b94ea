// Operations of the API as functions: `export const getJob = operation("getJob")`.
import { OPERATIONS } from "../operations.js";
import { ConnectionLost, call, tagOf } from "../ui/api.js";
import { draftKey } from "../ui/draft.js";
import { read, write } from "../ui/storage.js";
import { lose } from "./connection.js";
import { deviceHeaders } from "./session.js";

/**
 * A function that calls an operation. Its `operationId` is for `useApi`.
 * `options.isPage` returns an array with the total as {items, total}; `options.anonymous` sends no
 * access token, and `options.isFromDevice` sends the token of this device.
 *
 * @template {OperationId} O
 * @template {{ isPage?: boolean, anonymous?: boolean, isFromDevice?: boolean }} [T={}]
 * @param {O} operationId
 * @param {T} [options]
 * @returns {Call<O, T extends { isPage: true } ? { items: Answer<O>, total: number } : Answer<O>>}
 */
export function operation(operationId, options) {
  const run = async (params = {}, second = undefined, further = {}) => {
    const isSignal = second instanceof AbortSignal;
    const [body, signal] = isSignal ? [undefined, second] : [second, undefined];
    const attempt = attemptOf(operationId, params, body);
    const device = options?.isFromDevice ? deviceHeaders() : {};
    const headers = { ...attempt.headers, ...device };
    const all = { signal, ...options, headers, ...further };
    const payload = await call(operationId, params, body, all).catch((error) => {
      if (error instanceof ConnectionLost) lose();
      if (isRefused(error)) attempt.end();
      throw error;
    });
    attempt.end();
    return payload;
  };
  return /** @type {any} */ (Object.assign(run, { operationId }));
}

/**
 * A request that creates a record has a key, which stays on the device until the server has
 * answered: who sends the same again after a lost response, or after a reload, gets the record that
 * was created, and no second one.
 */
function attemptOf(operationId, params, body) {
  const [, , isRepeatable] = OPERATIONS[operationId];
  if (!isRepeatable) return { end() {} };
  const place = draftKey(`sent ${JSON.stringify([operationId, params, body])}`);
  const key = read("localStorage", place) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  write("localStorage", place, key);
  return {
    headers: { "idempotency-key": key },
    end: () => write("localStorage", place, null),
  };
}

/** Whether the server has answered that nothing was done. A 409 can mean that it still works. */
const isRefused = ({ status }) => status < 500 && status !== 409;

/** Options of a write which is refused with 412 if `record` has changed since it was loaded. */
export function ifUnchanged(record) {
  const tag = tagOf(record);
  return tag ? { headers: { "if-match": tag } } : {};
}
