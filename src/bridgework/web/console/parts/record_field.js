// A field for a record, which the reader finds by its name or title; its value is the ID.
import { signal } from "@preact/signals";
import { Field, get, html, useData, useState } from "../../ui/library.js";
import { nameOfAccount } from "./record.js";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The titles of records that are known in this tab, by ID. */
const titles = signal({});

/** The title of a record as it was found, or its ID. */
export const titleOf = (id) => titles.value[id] ?? id;

const learn = (id, title) => (titles.value = { ...titles.value, [id]: title });
const textOf = ({ title, subtitle }) => [title, subtitle].filter(Boolean).join(", ");

/**
 * `field.kinds` are the kinds of the results of `adminSearch`; without them, all are found. An ID
 * can be pasted too: of other records, such as consultations, and of those that were deleted.
 */
export function RecordField({ field, value, fault, onInput }) {
  const { kinds, name } = field;
  const [typed, setTyped] = useState(null);
  const q = (typed ?? "").trim();
  const { data } = useData(
    async (signal) => (q.length < 2 ? { items: [] } : get("adminSearch", { q }, signal)), [q],
  );
  useData(async () => {
    const isUnknown = UUID.test(value) && titleOf(value) === value;
    if (isUnknown && kinds?.[0] === "user") learn(value, await nameOfAccount(value));
  }, [value]);
  const found = (data?.items ?? []).filter(({ kind }) => !kinds || kinds.includes(kind));
  function type(text) {
    const chosen = found.find((one) => textOf(one) === text);
    if (chosen) learn(chosen.id, text);
    setTyped(chosen ? null : text);
    if (chosen || text === "" || UUID.test(text.trim())) onInput(chosen?.id ?? text.trim());
  }
  const list = `found-${name}`;
  return html`<${Field} field=${{ ...field, list }} value=${typed ?? titleOf(value)}
      fault=${fault} onInput=${type} />
    <datalist id=${list}>${found.map((one) => html`<option key=${one.id} value=${textOf(one)} />`)}
    </datalist>`;
}
