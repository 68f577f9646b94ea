// Fields of forms, in short. `more` are their other members, such as `label` and `hint`.
import { optionsOf } from "../ui.js";
import { Entries } from "./entries.js";

export { place, several } from "../../ui/fields.js";
export const text = (name, more) => ({ name, ...more });
export const url = (name, more) => ({ name, type: "url", placeholder: "https://", ...more });
export const area = (name, rows, more) => ({ name, type: "textarea", rows, ...more });
export const count = (name, more) => ({ name, type: "number", ...more });
export const list = (name, more) => ({ name, type: "list", hint: "One a line.", ...more });
export const entries = (name, noun, entry, more) => ({ name, noun, entry, part: Entries, ...more });
export const choose = (name, options, more) =>
  ({ name, type: "select", options: [["", "–"], ...optionsOf(options)], ...more });

/** A question whose answer is true, false or not given. */
export const yesOrNo = (name, more) => ({
  ...choose(name, [["true", "Yes"], ["false", "No"]]), ...more,
  read: (value) => (value == null ? "" : String(value)),
  send: (value) => (value === "" || value == null ? null : value === "true"),
});
