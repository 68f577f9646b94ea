// Screens that are loaded again when records change.
import { follow, useEffect } from "../../ui/library.js";

/** Milliseconds from a change to the refresh, and from the end of a stream to the next one. */
const CHANGE_WAIT = 1000;
const RETRY_WAIT = 30_000;

/**
 * Call `refresh` a second after changes that the feed reports, while this window is visible: a
 * browser opens only six connections to a server, for all windows together.
 */
export function useRefreshOnChanges(refresh) {
  useEffect(() => {
    let stream = null;
    let refreshing;
    let retrying;
    function onChange() {
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
