// A list of structured entries in a form, such as educations: add, change, order and remove them.
import { useRef, useState } from "preact/hooks";
import { Field } from "../../ui/form.js";
import { words } from "../../ui/format.js";
import { html } from "../../ui/html.js";
import { toast } from "../../ui/toast.js";

/**
 * A field is {name, label, hint, part: Entries, entry, noun, title}. `entry` are
 * the fields of one entry, `noun` is what one is called, and `title(entry)` is its first line.
 */
export function Entries({ field, value, faults, onInput }) {
  const { name, entry, noun, hint, title = (one) => one[entry[0].name] } = field;
  const label = field.label || words(name);
  const items = value || [];
  const keys = useRef([]);
  const list = useRef(null);
  const [said, say] = useState("");
  const added = useRef(new Set());
  const latest = useRef(items);
  latest.current = items;
  while (keys.current.length < items.length) keys.current.push(Symbol(name));
  const whole = faults.find(([one]) => one === name)?.[1];
  const faultOf = (path) => faults.find(([one]) => one === path || one.startsWith(`${path}[`))?.[1];

  function place(from, to) {
    if (!(to in items)) return;
    const moved = (all) => all.toSpliced(from, 1).toSpliced(to, 0, all[from]);
    keys.current = moved(keys.current);
    onInput(moved(items));
    say(`${title(items[from]) || noun} is now number ${to + 1} of ${items.length}.`);
  }
  function remove(index) {
    const [one, key] = [items[index], keys.current[index]];
    keys.current = keys.current.toSpliced(index, 1);
    onInput(items.toSpliced(index, 1));
    function undo() {
      if (!list.current) throw new Error(`The form was left. Add the ${noun} there again.`);
      keys.current = keys.current.toSpliced(index, 0, key);
      onInput(latest.current.toSpliced(index, 0, one));
    }
    toast(`${title(one) || `The ${noun}`} was removed.`, { undo });
    list.current.querySelector("summary, .add-entry")?.focus();
  }
  function add() {
    keys.current = [...keys.current, Symbol(name)];
    added.current.add(keys.current.at(-1));
    onInput([...items, blank(entry)]);
    requestAnimationFrame(() => list.current?.querySelector(
      "li:last-child :is(input, select, textarea)")?.focus());
  }
  const item = (one, index) => {
    const path = `${name}[${index}]`;
    const fault = faultOf(path);
    const isFaulty = faults.some(([each]) => each.startsWith(path));
    const input = (member) => html`<${Field} key=${member.name} field=${member}
      value=${one[member.name]} fault=${faultOf(`${path}.${member.name}`)}
      onInput=${(next) => onInput(items.with(index, { ...one, [member.name]: next }))} />`;
    const text = title(one) || `New ${noun}`;
    const move = (to, mark, where) => html`<button type="button" aria-disabled=${!(to in items)}
      aria-label="Move ${text} ${where}" onClick=${() => place(index, to)}>${mark}</button>`;
    return html`<li key=${keys.current[index]}>
      <details open=${isFaulty || added.current.has(keys.current[index]) || undefined}>
        <summary><bdi>${text}</bdi>${fault && html` <span class="fault">${fault}</span>`}</summary>
        <div class="entry-fields">${entry.map(input)}</div>
        <div class="entry-actions">
          ${move(index - 1, "↑", "up")} ${move(index + 1, "↓", "down")}
          <button type="button" class="link danger" onClick=${() => remove(index)}>
            Remove<span class="visually-hidden"> ${text}</span>
          </button>
        </div>
      </details>
    </li>`;
  };
  return html`<fieldset class="entry-list" ref=${list}>
    <legend>${label}</legend>
    ${hint && html`<p class="hint">${hint}</p>`}
    ${whole && html`<p class="fault">${whole}</p>`}
    ${items.length > 0 && html`<ol class="plain-list">${items.map(item)}</ol>`}
    <button type="button" class="add-entry" onClick=${add}>Add ${noun}</button>
    <span class="visually-hidden" role="status">${said}</span>
  </fieldset>`;
}

const blank = (fields) =>
  Object.fromEntries(fields.map(({ name, type }) => [name, BLANK[type] ?? ""]));
const BLANK = { list: [], checkbox: false };
