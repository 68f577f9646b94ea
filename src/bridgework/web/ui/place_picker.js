// The input of a place: any text, with suggestions of places that begin with it.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { get } from "./api.js";
import { html } from "./html.js";
import { visible } from "./typed.js";

/** Milliseconds without typing after which suggestions are requested. */
const REST = 250;
const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

/** A place as a text that searches and matches read. Most are in the United States. */
function textOf({ name, region, country }) {
  const names = [name, region, country !== "US" && COUNTRIES.of(country)];
  return [...new Set(names.filter(Boolean))].join(", ");
}

/**
 * The text stays as it is typed unless a suggestion is chosen, by a click, or by the arrows and
 * Enter. Escape closes the suggestions. `attributes` are those of the input.
 */
export function PlacePicker({ value, onInput, attributes }) {
  const list = useId();
  const request = useRef(/** @type {AbortController | null} */ (null));
  const [found, setFound] = useState(/** @type {string[]} */ ([]));
  const [active, setActive] = useState(-1);
  const [said, say] = useState("");
  const isShown = found.length > 0;

  useEffect(() => stop, []);
  useLayoutEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  /** Ignore what was requested for a former text. */
  function stop() {
    request.current?.abort();
  }
  function show(texts) {
    setFound(texts);
    setActive(-1);
    say(texts.length > 0 ? `Suggestions: ${texts.length}.` : "");
  }
  async function suggest(text, milliseconds) {
    stop();
    if (visible(text).length < 2) return show([]);
    request.current = new AbortController();
    const { signal } = request.current;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (signal.aborted) return;
    // Without suggestions, people type.
    const places = await get("suggestPlaces", { search: text.slice(0, 200) }, signal).catch(() => []);
    if (!signal.aborted) show(places.map(textOf));
  }
  function close() {
    stop();
    show([]);
  }
  function type({ currentTarget }) {
    setActive(-1);
    onInput(currentTarget.value);
    suggest(currentTarget.value, REST);
  }
  function choose(text) {
    onInput(text);
    close();
    say(`${text} chosen.`);
  }
  function press(event) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && isShown) {
      event.preventDefault();
      const last = found.length - 1;
      setActive(move > 0 ? (active < last ? active + 1 : 0) : (active > 0 ? active - 1 : last));
    } else if (event.key === "ArrowDown") {
      suggest(value ?? "", 0);
    } else if (event.key === "Enter" && active >= 0 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }
  function leave() {
    close();
    attributes.onBlur();
  }
  const option = (text, index) => html`<li key=${text} id="${list}-${index}" role="option"
    aria-selected=${index === active} onPointerDown=${(event) => event.preventDefault()}
    onClick=${() => choose(text)}>${text}</li>`;
  return html`<div class="picker">
    <input ...${attributes} value=${value ?? ""} type="text" role="combobox"
      aria-autocomplete="list" aria-expanded=${isShown} aria-controls=${list}
      aria-activedescendant=${active >= 0 ? `${list}-${active}` : undefined}
      onInput=${type} onKeyDown=${press} onBlur=${leave} />
    <ul id=${list} role="listbox" aria-label="Suggestions" hidden=${!isShown}>
      ${found.map(option)}
    </ul>
    <span class="visually-hidden" role="status">${said}</span>
  </div>`;
}
