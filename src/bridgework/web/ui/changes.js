// What happens elsewhere, as the feed of changes reports it.
import { useEffect } from "preact/hooks";
import { follow } from "./api.js";

/** Milliseconds from a change to the refresh, and from the end of a stream to the next one. */
const CHANGE_WAIT = 1000;
const RETRY_WAIT = 30_000;

/**
 * Call `refresh` a second after changes that the feed reports, while this window is visible: all
 * windows together have six connections to a server.
 */
export function useRefreshOnChanges(refresh) {
  useEffect(() => {
    let stream = null;
    let refreshing;
    let retrying;
    function onChange({ data }) {
      if (!data) return;
      clearTimeout(refreshing);
      refreshing = setTimeout(refresh, CHANGE_WAIT);
    }
    async function open() {
      close();
      if (document.visibilityState !== "visible") return;
      const { signal } = (stream = new AbortController());
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
