// A list of structured entries in a form, such as educations: add, change, order and remove them.
import { useRef, useState } from "preact/hooks";
import { Field } from "../../ui/form.js";
import { words } from "../../ui/format.js";
import { html } from "../../ui/html.js";
import { toast } from "../../ui/toast.js";

/**
 * A field of the type `entries`: {name, label, hint, part: Entries, entry, noun, title}. `entry` are
 * the fields of one entry, `noun` is what one is called, and `title(entry)` is its first line.
 */
export function Entries({ field, value, faults, onInput }) {
  const { name, entry, noun, hint, title = (one) => one[entry[0].name] } = field;
  const label = field.label || words(name);
  const items = value || [];
  const keys = useRef([]);
  const list = useRef(null);
  const [said, say] = useState("");
  while (keys.current.length < items.length) keys.current.push(Symbol(name));
  const faultOf = (path) => faults.find(([one]) => one === path || one.startsWith(`${path}[`))?.[1];

  function place(from, to) {
    const [ordered, orderedKeys] = [[...items], [...keys.current]];
    ordered.splice(to, 0, ...ordered.splice(from, 1));
    orderedKeys.splice(to, 0, ...orderedKeys.splice(from, 1));
    keys.current = orderedKeys;
    onInput(ordered);
    say(`${title(items[from]) || noun} is now number ${to + 1} of ${items.length}.`);
  }
  function remove(index) {
    const [former, formerKeys] = [items, keys.current];
    const without = (all) => all.filter((_, position) => position !== index);
    keys.current = without(formerKeys);
    onInput(without(items));
    function undo() {
      keys.current = formerKeys;
      onInput(former);
    }
    toast(`${title(former[index]) || `The ${noun}`} was removed.`, { undo });
    list.current.querySelector("summary, .add-entry")?.focus();
  }
  function add() {
    onInput([...items, blank(entry)]);
    requestAnimationFrame(() => list.current?.querySelector(
      "li:last-child :is(input, select, textarea)")?.focus());
  }
  const item = (one, index) => {
    const path = `${name}[${index}]`;
    const isFaulty = faults.some(([each]) => each.startsWith(path));
    const isNew = !entry.some((member) => isGiven(one[member.name]));
    const input = (member) => html`<${Field} key=${member.name} field=${member}
      value=${member.read ? member.read(one[member.name]) : one[member.name]}
      fault=${faultOf(`${path}.${member.name}`)}
      onInput=${(next) => onInput(items.with(index, { ...one, [member.name]: next }))} />`;
    const text = title(one) || `New ${noun}`;
    const move = (to, mark, where) => html`<button type="button" disabled=${!(to in items)}
      aria-label="Move ${text} ${where}" onClick=${() => place(index, to)}>${mark}</button>`;
    return html`<li key=${keys.current[index]}>
      <${Folded} isOpen=${isFaulty || isNew} text=${text} fault=${faultOf(path)}>
        <div class="entry-fields">${entry.map(input)}</div>
        <div class="entry-actions">
          ${move(index - 1, "↑", "up")} ${move(index + 1, "↓", "down")}
          <button type="button" class="link danger" onClick=${() => remove(index)}>
            Remove<span class="visually-hidden"> ${text}</span>
          </button>
        </div>
      <//>
    </li>`;
  };
  return html`<fieldset class="entry-list" ref=${list}>
    <legend>${label}</legend>
    ${hint && html`<p class="hint">${hint}</p>`}
    ${items.length > 0 && html`<ol>${items.map(item)}</ol>`}
    <button type="button" class="add-entry" onClick=${add}>Add ${noun}</button>
    <span class="visually-hidden" role="status">${said}</span>
  </fieldset>`;
}

/** An entry that is open at first or as soon as it has an error, and as long as the reader wants. */
function Folded({ isOpen, text, fault, children }) {
  const [open, setOpen] = useState(isOpen);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpen(true);
  }
  return html`<details open=${open} onToggle=${({ currentTarget }) => setOpen(currentTarget.open)}>
    <summary><bdi>${text}</bdi>${fault && html` <span class="fault">${fault}</span>`}</summary>
    ${children}
  </details>`;
}

const isGiven = (value) => !(value == null || value === "" || value === false || value.length === 0);

const blank = (fields) =>
  Object.fromEntries(fields.map(({ name, type }) => [name, BLANK[type] ?? ""]));
const BLANK = { list: [], checkbox: false };
