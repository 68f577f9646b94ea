// Loading data for a screen, and work that takes time.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { report } from "./toast.js";

/** Milliseconds between two loads. */
const PAUSE = 2000;
/** Milliseconds without a key after which a search is sent. */
const TYPING = 200;

/**
 * Load data and load it again when `inputs`, values as of JSON, change: a list with equal members is
 * the same input. An answer that arrives after a newer request was sent is dropped. The former data
 * stays until the next is there. `known` is the data at first. `reload()` loads it again, once for
 * all calls in two seconds.
 *
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {unknown[]} inputs
 * @param {T} [known]
 * @returns {State<T>}
 */
export function useData(load, inputs, known) {
  const [state, setState] = useState({ data: known, error: null });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  const isKnown = useRef(known !== undefined);
  const last = useRef(/** @type {{ at: number, next?: number }} */ ({ at: 0 }));
  latest.current = load;
  useEffect(() => {
    if (isKnown.current) {
      isKnown.current = false;
      return undefined;
    }
    last.current = { at: Date.now() };
    const request = new AbortController();
    const { signal } = request;
    latest.current(signal).then(
      (data) => signal.aborted || setState({ data, error: null }),
      (error) => signal.aborted || setState(({ data }) => ({ data, error })),
    );
    return () => {
      request.abort();
      clearTimeout(last.current.next);
    };
  }, [JSON.stringify(inputs), turn]);
  const reload = useCallback(() => {
    const { at, next } = last.current;
    last.current.next = next ?? setTimeout(setTurn, at + PAUSE - Date.now(), (one) => one + 1);
  }, []);
  return { ...state, reload };
}

/**
 * Whether work is going on, and a function that does it unless it does already.
 *
 * @returns {[busy: boolean, run: (work: () => unknown) => Promise<void>]}
 */
export function useBusy(fail = report) {
  const [busy, setBusy] = useState(false);
  async function run(work) {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }
  return [busy, run];
}

/**
 * State that begins again when `value` changes: at once, as a later letter would be lost.
 *
 * @template T
 * @param {T} value
 * @returns {[state: T, setState: (value: T | ((former: T) => T)) => void]}
 */
export function useFollowing(value) {
  const [state, setState] = useState(value);
  const followed = useRef(value);
  if (followed.current !== value) {
    followed.current = value;
    setState(value);
  }
  return [state, setState];
}

/** What is typed, from `sent` on. `send(text)` is called when the reader has stopped typing. */
export function useSearch(sent, send) {
  const [typed, setTyped] = useFollowing(sent);
  useEffect(() => {
    if (typed === sent) return undefined;
    const timer = setTimeout(() => send(typed), TYPING);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

/** Call `refresh` when the reader comes back to this window. */
export function useRefreshOnFocus(refresh) {
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && refresh();
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, [refresh]);
}

/** Calls `refresh` at intervals of some milliseconds, while the page is visible. */
export function useRefreshEvery(milliseconds, refresh) {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && latest.current();
    const timer = setInterval(look, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}

/**
 * The record of a request, or null if it is hidden or deleted.
 *
 * @template T
 * @param {Promise<T>} request
 */
export async function orNull(request) {
  try {
    return await request;
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}
