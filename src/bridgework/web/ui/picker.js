// Several short texts: what is typed or chosen from suggestions becomes a chip.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { get } from "./api.js";
import { words as toWords } from "./format.js";
import { html } from "./html.js";
import { visible } from "./typed.js";

const SEPARATORS = /[,;\n\t]+/;
let options;

/** The suggestions of the API by their names, loaded once. Without them, people type. */
function load() {
  options ??= get("getOptions").catch(() => {
    options = undefined;
    return {};
  });
  return options;
}

const textOf = (option) => (typeof option === "string" ? option : toWords(option.label));
const isIn = (texts, text) => texts.some((one) => one.toLowerCase() === text.toLowerCase());

/**
 * The input of a field whose value is a list of texts. `field.suggest` names lists of `getOptions`.
 * Enter, a comma, a semicolon and the end of a line add a text; a pasted list is taken apart.
 * Backspace in the empty input removes the last text. `attributes` are those of the input.
 */
export function Picker({ field, value, onInput, attributes }) {
  const list = useId();
  const input = useRef(null);
  const [typed, setTyped] = useState("");
  const [known, setKnown] = useState([]);
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const [said, say] = useState("");
  const chosen = value || [];
  const words = visible(typed).toLowerCase();
  const fits = (text) => text.toLowerCase().includes(words) && !isIn(chosen, text);
  const found = isOpen ? known.filter(fits) : [];
  const isShown = found.length > 0;

  const spelled = (text) => known.find((one) => isIn([one], text)) ?? text;
  useEffect(() => {
    // Texts that were added before the suggestions were loaded.
    const all = chosen.map(spelled);
    if (all.some((text, index) => text !== chosen[index])) onInput(all);
  }, [known]);
  useLayoutEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  async function suggest() {
    const loaded = field.suggest.length > 0 ? await load() : {};
    setKnown(field.suggest.flatMap((name) => (loaded[name] ?? []).map(textOf)));
  }
  /** Add texts, in the spelling of a suggestion if it is one. */
  function add(texts) {
    const all = [...chosen];
    for (const text of texts.map(visible).filter(Boolean)) {
      if (!isIn(all, text)) all.push(spelled(text));
    }
    setTyped("");
    setActive(-1);
    setOpen(false);
    if (all.length === chosen.length) return;
    onInput(all);
    say(`${all.slice(chosen.length).join(", ")} added.`);
  }
  function remove(text) {
    onInput(chosen.filter((one) => one !== text));
    say(`${text} removed.`);
    input.current.focus();
  }
  function type({ currentTarget }) {
    const parts = currentTarget.value.split(SEPARATORS);
    const rest = parts.pop();
    if (parts.length > 0) {
      add(parts);
      currentTarget.value = rest; // also if the state has not changed
    }
    setTyped(rest);
    setOpen(rest !== "");
    setActive(-1);
  }
  /** The input has one line: a list of lines would become one text. */
  function paste(event) {
    const text = event.clipboardData.getData("text");
    if (!SEPARATORS.test(text.trim())) return;
    event.preventDefault();
    add([...typed.split(SEPARATORS), ...text.split(SEPARATORS)]);
  }
  function press(event) {
    const { key } = event;
    const move = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === "Enter" && !event.ctrlKey && !event.metaKey && (words || active >= 0)) {
      event.preventDefault();
      add([found[active] ?? typed]);
    } else if (move && known.length > 0) {
      event.preventDefault();
      setOpen(true);
      const last = known.filter(fits).length - 1;
      setActive(move > 0 ? (active < last ? active + 1 : 0) : (active > 0 ? active - 1 : last));
    } else if (key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setActive(-1);
    } else if (key === "Backspace" && typed === "" && chosen.length > 0) remove(chosen.at(-1));
  }
  function leave() {
    setOpen(false);
    if (words) add([typed]);
  }
  const chip = (text) => html`<li key=${text}>
    <button type="button" aria-label="Remove ${text}" onClick=${() => remove(text)}>
      <bdi>${text}</bdi> ×
    </button>
  </li>`;
  const option = (text, index) => html`<li key=${text} id="${list}-${index}" role="option"
    aria-selected=${index === active} onPointerDown=${(event) => event.preventDefault()}
    onClick=${() => add([text])}>${text}</li>`;
  return html`<div class="picker">
    <input ...${attributes} ref=${input} value=${typed} type="text" role="combobox"
      aria-autocomplete="list" aria-expanded=${isShown} aria-controls=${list}
      aria-activedescendant=${isShown && active >= 0 ? `${list}-${active}` : undefined}
      onFocus=${suggest} onInput=${type} onPaste=${paste} onKeyDown=${press} onBlur=${leave} />
    <ul id=${list} role="listbox" aria-label="Suggestions" hidden=${!isShown}>
      ${found.map(option)}
    </ul>
    <ul class="labels chips plain-list" aria-label="Chosen">${chosen.map(chip)}</ul>
    <span class="visually-hidden" role="status">${said}</span>
  </div>`;
}
