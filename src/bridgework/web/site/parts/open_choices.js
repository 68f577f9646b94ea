// A field with several of some known values, and others that the reader adds.
import { useState } from "preact/hooks";
import { Field } from "../../ui/form.js";
import { words } from "../../ui/format.js";
import { html } from "../../ui/html.js";

/** A field is {name, label, part: OpenChoices, options, other}; `other` is the label of the text. */
export function OpenChoices({ field, value, fault, onInput }) {
  const [added, setAdded] = useState(value || []);
  const [typed, setTyped] = useState("");
  const chosen = value || [];
  const isIn = (all, text) => all.some((one) => one.toLowerCase() === text.toLowerCase());
  const known = (field.options || []).map(words).filter((one) => !isIn(added, one));
  const options = [...added, ...known].sort().map((one) => [one, one]);
  function add() {
    const text = typed.trim();
    if (!text) return;
    const same = [...added, ...known].find((one) => isIn([one], text)) || text;
    if (same === text) setAdded([...added, text]);
    if (!chosen.includes(same)) onInput([...chosen, same]);
    setTyped("");
  }
  function onKeyDown(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  }
  return html`<div class="open-choices">
    <${Field} field=${{ ...field, type: "choices", options }} value=${chosen} fault=${fault}
      onInput=${onInput} />
    <div class="addition" onKeyDown=${onKeyDown} onFocusOut=${add}>
      <${Field} field=${{ name: `other-${field.name}`, label: field.other }} value=${typed}
        onInput=${setTyped} />
      <button type="button" onClick=${add}>Add</button>
    </div>
  </div>`;
}
