// Loading operations by their names, and refreshing a screen when the feed reports changes.
import { useEffect } from "preact/hooks";
import { follow, get } from "./api.js";
import { useData } from "./data.js";

/** Milliseconds from a change to the refresh, and from the end of a stream to the next one. */
const CHANGE_WAIT = 1000;
const RETRY_WAIT = 30_000;

/**
 * Load the response of an operation. Another `turn` loads it again.
 *
 * @template {OperationId} O
 * @param {O} operation
 * @param {Params<O>} [params]
 * @param {unknown} [turn]
 */
export function useCall(operation, params, turn = 0) {
  const load = (signal) => get(operation, params, signal);
  return useData(load, [operation, params, turn]);
}

/**
 * Call `refresh` a second after changes that the feed reports, while this window is visible: all
 * windows together have six connections to a server.
 */
export function useRefreshOnChanges(refresh) {
  useEffect(() => {
    let stream = null;
    /** @type {number} */
    let refreshing;
    /** @type {number} */
    let retrying;
    function onChange(/** @type {{ data?: string }} */ { data }) {
      if (!data) return;
      clearTimeout(refreshing);
      refreshing = setTimeout(refresh, CHANGE_WAIT);
    }
    async function open() {
      close();
      if (document.visibilityState !== "visible") return;
      stream = new AbortController();
      const { signal } = stream;
      try {
        await follow("streamChanges", onChange, signal);
      } catch {
        // Without the stream, the screen is refreshed when the reader comes back to it.
      }
      if (!signal.aborted) retrying = setTimeout(open, RETRY_WAIT);
    }
    function close() {
      stream?.abort();
      clearTimeout(refreshing);
      clearTimeout(retrying);
    }
    document.addEventListener("visibilitychange", open);
    open();
    return () => {
      document.removeEventListener("visibilitychange", open);
      close();
    };
  }, [refresh]);
}
