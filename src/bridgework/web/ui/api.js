// Calls of the public API, by operationId.
import { signal } from "@preact/signals";
import { renewed, session } from "page/session";
import { OPERATIONS } from "../operations.js";
import { queryText } from "./address.js";
import { confirmAgain } from "./expiry.js";
import { words } from "./format.js";
import { toast } from "./toast.js";

const { api } = /** @type {HTMLElement} */ (document.querySelector("[data-api]")).dataset;
const BASE = new URL(api, document.baseURI).href.replace(/\/$/, "");
const LONGEST_WAIT = 60;
/** The entity tags of the records that operations have returned. */
const tags = new WeakMap();

/** How many requests have changed something: what is counted elsewhere may be another number. */
export const writes = signal(0);

/** What readers are told in place of a message for programs, by its status. */
const MESSAGES = { 412: "This was changed elsewhere after it was loaded here." };

/**
 * An error response. `faults` has the messages of a 422 by the path of the member. Its `message` is
 * for readers, who do not see the `details` to which that of the API refers.
 */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {any} body
   */
  constructor(status, body) {
    const faults = (body.details || []).map(({ path, message }) => [path, message]);
    const text = faults.map(([path, message]) => (path ? `${words(path)}: ${message}` : message));
    super(text.join(" ") || MESSAGES[status] || body.message
      || `The server responded with status ${status}.`);
    this.status = status;
    this.body = body;
    /** @type {string} */
    this.code = body.error;
    /** @type {Record<string, string>} */
    this.faults = Object.fromEntries(faults);
  }
}

/** The request did not reach the server, or its response did not reach the browser. */
export class ConnectionLost extends Error {
  constructor() {
    super("The server cannot be reached. Your input is kept: try again.");
  }
}

/**
 * Call an operation. `params` are its path and query parameters by name; empty ones are left out.
 * The body is JSON, or a file if it is a Blob; then `options.headers` has its type.
 * Returns the payload; with `options.isPage`, a page as {items, total}. Waits for the rate limit
 * for a new sign-in, and for a confirmation of the session. With `options.keepalive` the request goes
 * on when the page is left.
 *
 * @template {OperationId} O
 * @template {CallOptions} [T={}]
 * @param {O} operationId
 * @param {Params<O>} [params]
 * @param {Partial<Sent<O>>} [body]
 * @param {T} [options]
 * @returns {Promise<T extends { isPage: true } ? { items: Answer<O>, total: number } : Answer<O>>}
 */
export async function call(operationId, params, body, options) {
  const [url, init] = request(operationId, params, body, options);
  const response = await send(url, init, options?.anonymous);
  const isJson = response.headers.get("content-type")?.includes("json");
  const content = await (isJson ? response.json() : response.text()).catch(lost);
  if (init.method !== "GET") writes.value += 1;
  const payload = isJson && content && "data" in content ? content.data : content;
  const tag = response.headers.get("etag");
  if (tag && content && typeof payload === "object") tags.set(payload, tag);
  const total = response.headers.get("x-total-count");
  return /** @type {any} */ (options?.isPage ? { items: payload, total: Number(total) } : payload);
}

/** The entity tag with which a record was loaded, if it has one. */
export const tagOf = (record) => tags.get(record);

/**
 * Call an operation without a body, for as long as `signal` is not aborted.
 *
 * @template {OperationId} O
 * @param {O} operationId
 * @param {Params<O>} [params]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<O>>}
 */
export function get(operationId, params, signal) {
  return call(operationId, params, undefined, { signal });
}

/**
 * Call an operation that returns a file. The browser keeps a large one on the disk.
 *
 * @template {OperationId} O
 * @param {O} operationId
 * @param {Params<O>} [params]
 */
export async function download(operationId, params) {
  const response = await send(...request(operationId, params, undefined));
  return response.blob();
}

/**
 * Call `onEvent({id, event, data})` with each event of a stream, after the event `lastId` if it is
 * given; what keeps the connection open has no data. Resolves when the stream has ended.
 *
 * @param {OperationId} operationId
 * @param {(event: { id?: string, event?: string, data?: string }) => void} onEvent
 * @param {AbortSignal} signal
 * @param {string} [lastId]
 */
export async function follow(operationId, onEvent, signal, lastId) {
  const headers = { accept: "text/event-stream", ...(lastId && { "last-event-id": lastId }) };
  const response = await send(...request(operationId, {}, undefined, { headers, signal }));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (text + value).split("\n\n");
    text = parts.pop();
    for (const part of parts) onEvent(Object.fromEntries(part.split("\n").map(member)));
  }
}

function member(line) {
  const at = line.indexOf(":");
  return [line.slice(0, at), line.slice(at + 1).trim()];
}

/**
 * @param {OperationId} operationId
 * @param {Record<string, any>} params
 * @param {unknown} body
 * @param {CallOptions} [options]
 * @returns {[url: string, init: RequestInit]}
 */
function request(operationId, params = {}, body, { headers, signal, keepalive } = {}) {
  const [method, template] = OPERATIONS[operationId];
  const query = { ...params };
  const path = template.replace(/\{(\w+)\}/g, (_, name) => {
    delete query[name];
    return encodeURIComponent(params[name]);
  });
  const json = body === undefined ? {} : { "content-type": "application/json" };
  return [
    `${BASE}${path}${queryText(query)}`, {
      method, headers: { accept: "application/json", ...json, ...headers },
      body: body instanceof Blob ? body : JSON.stringify(body), signal, keepalive,
    },
  ];
}

/**
 * @param {string} url
 * @param {RequestInit} init
 * @param {boolean} [anonymous]
 */
async function send(url, init, anonymous) {
  let isConfirmed = false;
  for (let attempt = 0; ; attempt += 1) {
    const used = anonymous ? null : session.value;
    if (used && !used.token) {
      await renewed(used); // the page was loaded, and has a refresh token only
      continue;
    }
    const authorization = used ? { authorization: `Bearer ${used.token}` } : {};
    const headers = { ...init.headers, ...authorization };
    const response = await fetch(url, { ...init, headers }).catch(lost);
    if (response.ok) return response;
    const error = await errorOf(response);
    const retryAfter = Number(response.headers.get("retry-after"));
    if (error.code === "rate_limited" && retryAfter <= LONGEST_WAIT && attempt < 3) {
      const text = `Too many requests. This page continues in ${retryAfter} seconds.`;
      toast(text, { topic: "rate limit", seconds: retryAfter });
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    } else if (error.status === 401 && used) {
      await renewed(used);
    } else if (error.code === "fresh_sign_in_needed" && !isConfirmed) {
      await confirmAgain();
      isConfirmed = true;
    } else {
      throw error;
    }
  }
}

/**
 * Throw what an aborted request, or one that was lost on its way, is to its caller.
 *
 * @param {Error} error
 * @returns {never}
 */
function lost(error) {
  throw error.name === "AbortError" ? error : new ConnectionLost();
}

/** The error of a response, whose body is not JSON if a proxy or a storage service has sent it. */
export async function errorOf(response) {
  return new ApiError(response.status, await response.json().catch(() => ({})));
}
