// Saving the filters of a list.
import { filled } from "../../ui/address.js";
import { createSavedSearch } from "../api/searches.js";
import { Action, ask, html, session, words } from "../ui.js";

/** The lists whose filters can be saved. Their addresses have the same names. */
export const KINDS = { experts: "Experts", jobs: "Jobs" };
export const FREQUENCIES = [
  ["off", "No e-mails"], ["instantly", "At once"], ["daily", "Once a day"],
  ["weekly", "Once a week"],
];
export const FIELDS = [
  { name: "name", label: "Name", required: true },
  {
    name: "frequency", label: "E-mails about new results", type: "select", options: FREQUENCIES,
    hint: "You see on the site what is new in any case.",
  },
];

/** The filters in words, as in `aligner · Skills: Itero`. */
export function textOf(query) {
  const part = ([name, value]) => {
    const texts = [value].flat().map((one) => words(one)).join(", ");
    return name === "search" ? [value].flat().join(", ") : `${words(name)}: ${texts}`;
  };
  return Object.entries(filled(query)).map(part).join(" · ");
}

/** A button that saves the filters of a list; `query` is that of its address. */
export function SaveSearch({ kind, query }) {
  if (!session.value) return null;
  const { page, limit, cursor, ...filters } = filled(query);
  const save = () => ask({
    title: "Save this search", label: "Save", fields: FIELDS,
    text: textOf(filters) || `All ${kind}, without filters.`,
    values: { name: textOf(filters).slice(0, 100) || `All ${kind}`, frequency: "daily" },
    submit: (values) => createSavedSearch({}, { ...values, kind, query: filters }),
    done: ({ name }) => `${name} is among your saved searches.`,
  });
  return html`<${Action} kind="save-search" run=${save}>Save this search<//>`;
}
