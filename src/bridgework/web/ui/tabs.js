// What the tabs of one browser share. A browser that blocks cookies blocks this as well: then each
// tab works alone.

/**
 * A `BroadcastChannel`, or what never sends and receives anything.
 *
 * @returns {any}
 */
export function channel(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return Object.assign(new EventTarget(), { postMessage() {}, close() {} }); // a SecurityError
  }
}

/** Do `work` while no other tab does what has the same name. `options` are those of the lock. */
export async function inTurn(name, work, options = {}) {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, options, begin);
  } catch (error) {
    if (isBegun || error.name === "AbortError") throw error;
    return begin(); // a SecurityError, or a browser without locks
  }
}
