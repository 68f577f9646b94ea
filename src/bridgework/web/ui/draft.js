// Input that is not sent yet: a draft of it is kept on this device, or the browser warns.
import { session } from "page/session";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { forget, readObject, write } from "./storage.js";

const NEVER = ["password", "file"];
const prefix = (user) => `draft ${user?.id} `;

/** Where a draft of the present user is stored on the device. */
export const draftKey = (name) => prefix(session.value?.user) + name;

/** State of the input that begins with `start`, and with the draft `name` if there is one. */
export function useInput(name, fields, start) {
  const [key] = useState(name && draftKey(name));
  const [sent, setSent] = useState(start);
  const [draft, setDraft] = useState(() => key && readObject("localStorage", key));
  const [input, setInput] = useState({ ...start, ...draft });
  const secrets = fields.filter(({ type }) => NEVER.includes(type)).map((field) => field.name);
  const differs = (one) => JSON.stringify(input[one]) !== JSON.stringify(sent[one]);
  const unsent = Object.keys(input).filter((one) => !secrets.includes(one) && differs(one));
  const values = Object.fromEntries(unsent.map((one) => [one, input[one]]));
  const text = unsent.length > 0 ? JSON.stringify(values) : null;
  const warns = !key && unsent.length > 0 && !fields.some(({ type }) => type === "password");
  /** Remove the draft: `values` were sent, or the input is discarded. */
  function remove(isSent, values) {
    if (key) write("localStorage", key, null);
    setDraft(null);
    if (isSent) setSent(values);
    else setInput(sent);
  }
  useLayoutEffect(() => {
    if (key) write("localStorage", key, text); // before the page is left
  }, [text]);
  useEffect(() => {
    const warn = (event) => event.preventDefault();
    if (warns) addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [warns]);
  return { input, setInput, draft, remove };
}

/** Remove the drafts of a user who signs out. */
export const forgetDrafts = (user) => forget("localStorage", prefix(user));
