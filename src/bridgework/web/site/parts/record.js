// A record that `Steps` edits.
import { useRef, useState } from "preact/hooks";
import { session, setSession } from "../session.js";

/**
 * The state of a record, and the properties of `Steps` for it. `send(record, changes, next)` and
 * `load()` return the record, and `valuesOf` its members by the names of the fields. `latest`
 * refers to the present record also within a function of a former rendering.
 */
export function useRecord(first, { load, send, valuesOf }) {
  const [record, setRecord] = useState(first);
  const latest = useRef(first);
  function set(next) {
    latest.current = next;
    setRecord(next);
    return valuesOf(next);
  }
  return {
    record, latest, set,
    editing: {
      values: valuesOf(record),
      save: async (changes, next) => set(await send(latest.current, changes, next)),
      reload: async () => set(await load()),
    },
  };
}

/** Change the signed-in user's members that all screens show. */
export function setUser(changes) {
  const { user } = session.value;
  const isNew = Object.entries(changes).some(([name, value]) => user[name] !== value);
  if (isNew) setSession({ ...session.value, user: { ...user, ...changes } });
}
