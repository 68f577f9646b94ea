// Forms: labels, hints, the errors of a 422 at their fields, and input that is never lost.
import { Fragment } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { session } from "page/session";
import { html } from "./html.js";
import { ConnectionLost } from "./api.js";
import { useBusy, useFollowing } from "./data.js";
import { useInput } from "./draft.js";
import { number, optionsOf, words } from "./format.js";
import { taken, takenAll, visible } from "./typed.js";

const MARKED = "Check what is marked.";
/** How a kind of text is typed. No field is of the type number: a wheel would change it. */
const KEYBOARDS = {
  number: { type: "text", inputmode: "decimal" }, code: { type: "text", inputmode: "numeric" },
  phone: { type: "tel" }, country: { type: "tel" },
};

/**
 * A field is {name, label, type, options, hint, required, rows, placeholder, autocomplete, group,
 * part, isFolded}. `group` is the heading above the first field of a group, and `part` a component
 * that takes the place of `Field`. Fields with `isFolded` come last, below `foldedLabel`; they are
 * shown when the reader opens them, or when one has a fault.
 *
 * Types: text (default), email, password, number, date, datetime-local, textarea, select, checkbox,
 * choices (several of `options`), list (one value a line), file. `control` is a component in place
 * of the input, as in `several` of `fields.js`; `remark(value)` is a note below it. `as` is what a text is if its type
 * does not say so, of the kinds of `typed.js`: it becomes what the API takes when the reader leaves
 * the field, which shows it, and before it is sent. `submit(values)` sends; a 422 is
 * shown at the fields. `onChange` gets the values after each change, for a preview. `draft` is the
 * name under which unsent input, without passwords and files, is kept on the device. `error` is
 * shown until the next attempt, `username` is that of the passwords, which is the reader's by
 * default, and `cancel` is the text of the button that calls `onCancel`.
 *
 * @param {FormProperties} properties
 */
export function Form(properties) {
  const { fields, values, submit, label = "Save", danger, onCancel, onChange } = properties;
  const { cancel = "Cancel" } = properties;
  const start = { ...initial(fields), ...values };
  const { input, setInput, draft, remove } = useInput(properties.draft, fields, start);
  const [error, setError] = useFollowing(properties.error);
  const [busy, run] = useBusy(setError);
  const form = useRef(null);
  const faults = Object.entries(error?.faults || {});
  const faultOf = (/** @type {FormField} */ { name, as }) => faults.find(([path]) => matches(path, name))?.[1] ??
    (as === "code" && error?.code === "code_invalid" && "This code is not valid.");
  const username = needsUsername(fields) && (properties.username ?? session.value?.user.email);
  const others = faults.filter(([path]) => !fields.some(({ name }) => matches(path, name)));

  useEffect(() => {
    if (!error) return;
    const find = (selector) => form.current.querySelector(selector);
    (find("[aria-invalid=true]") || find(".form-error")).focus();
  }, [error]);
  useLayoutEffect(() => onChange?.(input), [input]);

  function send(event) {
    event.preventDefault();
    run(async () => {
      setError(null);
      const { values: sent, faults } = takenAll(fields, input);
      setInput(sent);
      mustBeFaultless(faults);
      await submit(sent);
      remove(true, sent);
    });
  }
  function discard() {
    focusField(form.current);
    remove(false);
  }
  const show = (field) => {
    const set = (value) => setInput((former) => ({ ...former, [field.name]: value }));
    return html`<${Fragment} key=${field.name}>
      ${field.group && html`<h2>${field.group}</h2>`}
      <${field.part || Field} field=${field} value=${input[field.name]} fault=${faultOf(field)}
        faults=${faults} onInput=${set} setInput=${setInput} />
    <//>`;
  };
  const folded = fields.filter(({ isFolded }) => isFolded);
  /** Enter alone sends no text of several lines. */
  function press(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event);
  }
  return html`<form ref=${form} class="form" onSubmit=${send} onKeyDown=${press} novalidate>
    ${error && html`<div class="form-error notice bad" role="alert" tabindex="-1">
      <p>${error.code === "validation_failed" ? MARKED : error.message}</p>
      ${others.length > 0 &&
      html`<ul>${others.map(([path, message]) => html`<li>${words(path)}: ${message}</li>`)}</ul>`}
      ${error instanceof ConnectionLost && html`<p>Nothing was changed as far as we know.</p>`}
    </div>`}
    ${draft &&
    html`<p class="draft notice" role="status">What you typed before was restored.${" "}
      <button type="button" class="link" onClick=${discard}>Discard</button></p>`}
    ${username && html`<input hidden autocomplete="username" name="username"
      value=${username} readonly />`}
    ${fields.filter(({ isFolded }) => !isFolded).map(show)}
    ${folded.length > 0 && html`<details open=${folded.some(faultOf) || undefined}>
      <summary>${properties.foldedLabel}</summary>
      <div class="form">${folded.map(show)}</div></details>`}
    ${properties.children}
    <div class="form-actions">
      <button type="submit" class=${danger ? "danger" : "primary"} aria-busy=${busy}>
        ${label}
      </button>
      ${onCancel && html`<button type="button" onClick=${onCancel}>${cancel}</button>`}
    </div>
  </form>`;
}

/** Give the focus to the first field inside an element, if there is one. */
export const focusField = (element) =>
  element.querySelector(":is(input, select, textarea):not([hidden], [type=hidden])")?.focus();

/**
 * @param {{ field: FormField, value?: any, fault?: Shown, onInput: (value: any) => void,
 *   setInput?: (change: (former: any) => any) => void, faults?: string[][] }} properties
 */
export function Field({ field, value, fault: refusal, onInput, setInput }) {
  const id = useId();
  const [{ wrong, note, of }, setTaken] = useState(/** @type {{ wrong?: string, note?: string, of?: string }} */ ({}));
  const isCurrent = of === JSON.stringify(value);
  const fault = refusal || (isCurrent && wrong);
  const { name, type = "text", hint, options, required, placeholder, accept, list } = field;
  const label = field.label || words(name);
  const notes = [hint && `${id}-hint`, fault && `${id}-fault`, isCurrent && note && `${id}-note`]
    .filter(Boolean);
  const state = {
    "aria-invalid": fault ? "true" : undefined,
    "aria-describedby": notes.join(" ") || undefined,
  };
  const autocomplete = field.autocomplete || "off";
  const attributes = { id, name, required, placeholder, autocomplete, accept, list, ...state,
    onBlur: () => afterPress(settle) };
  const hintText = hint && html`<p class="hint" id="${id}-hint">${hint}</p>`;
  const faultText = fault && html`<p class="fault" id="${id}-fault">${fault}</p>`;
  const read = ({ currentTarget }) => onInput(currentTarget.value);
  /** Make of the text what the API takes, and say what that is. */
  function settle() {
    const { value: next, more, fault: wrong } = taken(field, value);
    const isNew = JSON.stringify(next) !== JSON.stringify(value);
    const differs = typeof value !== "string" || next !== visible(value);
    if (isNew) onInput(next);
    if (more) setInput?.((former) => ({ ...former, ...more }));
    const note = field.remark?.(next) || (isNew && differs && !wrong && shownAs(field, next, more));
    setTaken({ of: JSON.stringify(next), wrong, note });
  }
  let control;
  if (type === "choices") {
    const chosen = value || [];
    const choice = ([key, text]) => {
      const others = chosen.filter((each) => each !== key);
      const toggle = ({ currentTarget }) =>
        onInput(currentTarget.checked ? [...others, key] : others);
      return html`<label key=${key}>
        <input type="checkbox" aria-invalid=${state["aria-invalid"]}
          checked=${chosen.includes(key)} onChange=${toggle} />
        ${text}
      </label>`;
    };
    return html`<fieldset class="choices" aria-describedby=${state["aria-describedby"]}>
      <legend>${label}</legend>
      ${hintText} ${optionsOf(options).map(choice)} ${faultText}
    </fieldset>`;
  }
  if (type === "checkbox") {
    return html`<div class="field checkbox">
      <input ...${attributes} type="checkbox" checked=${Boolean(value)}
        onChange=${({ currentTarget }) => onInput(currentTarget.checked)} />
      <label for=${id}>${label}</label>
      ${hintText} ${faultText}
    </div>`;
  }
  if (field.control) {
    control = html`<${field.control} field=${field} value=${value} onInput=${onInput}
      attributes=${attributes} />`;
  } else if (type === "textarea" || type === "list") {
    const isList = type === "list";
    const write = ({ currentTarget: { value: text } }) => onInput(isList ? text.split("\n") : text);
    control = html`<textarea ...${attributes} rows=${field.rows || 4} onInput=${write}
      value=${isList ? (value || []).join("\n") : value ?? ""}></textarea>`;
  } else if (type === "select") {
    const option = ([key, text]) =>
      html`<option value=${key} selected=${key === (value ?? "")}>${text}</option>`;
    control = html`<select ...${attributes} value=${value ?? ""} onChange=${read}>
      ${optionsOf(options).map(option)}
    </select>`;
  } else if (type === "file") {
    control = html`<input ...${attributes} type="file"
      onChange=${({ currentTarget }) => onInput(currentTarget.files[0])} />`;
  } else {
    const { type: shown = type, inputmode } = KEYBOARDS[field.as ?? type] ?? {};
    control = html`<input ...${attributes} type=${shown} inputmode=${field.inputmode ?? inputmode}
      value=${value ?? ""} onInput=${read} />`;
  }
  return html`<div class="field">
    <label for=${id}>${label}${required && html`<span class="required"> (required)</span>`}</label>
    ${control} ${hintText} ${faultText}
    <p class="hint taken" id="${id}-note" role="status">${isCurrent && note}</p>
  </div>`;
}

let isPressed = false;
addEventListener("pointerdown", () => { isPressed = true; }, true);
for (const kind of ["pointerup", "pointercancel"]) {
  addEventListener(kind, () => { isPressed = false; }, true);
}

/** Run what moves the page after a press, which would miss the button that it began on. */
function afterPress(run) {
  if (!isPressed) return void run();
  addEventListener("pointerup", () => setTimeout(run), { once: true });
}

/**
 * What was made of a text, in words.
 *
 * @param {FormField} field
 * @param {any} value
 * @param {any} more
 */
function shownAs({ type }, value, more) {
  const text = type === "number" ? number(Number(value)) : [value].flat().join(", ");
  return `Taken as ${[...Object.values(more ?? {}), text].join(" ")}`;
}

/** The members of `values` that differ from those of `former`. An emptied text becomes null. */
export function changes(former, values) {
  const orNull = (value) => (value === "" ? null : value);
  const members = Object.entries(values).map(([name, value]) => [name, orNull(value)]);
  const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(orNull(other ?? null));
  return Object.fromEntries(members.filter(([name, value]) => !isSame(value, former[name])));
}

/** The lines of a field of the type `list`, without empty ones. */
export function lines(value) {
  return (value || []).map((line) => line.trim()).filter(Boolean);
}

/** An error that a form shows at its field `name`. */
export function faultAt(name, message, fault) {
  return Object.assign(new Error(message), { faults: { [name]: fault } });
}

/** Check a form before it is sent. `faults` are by name; those that are false are none. */
export function mustBeFaultless(faults) {
  const found = Object.entries(faults).filter(([, fault]) => fault);
  if (found.length === 0) return;
  throw Object.assign(new Error(MARKED), { faults: Object.fromEntries(found) });
}

/** Whether a password manager has to be told whose password it is. */
const needsUsername = (fields) => fields.some(({ type }) => type === "password") &&
  !fields.some(({ autocomplete }) => autocomplete === "username");

function initial(fields) {
  const empty = { checkbox: false, choices: [], list: [] };
  return Object.fromEntries(fields.map(({ name, type }) => [name, empty[type] ?? ""]));
}

function matches(path, name) {
  return path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`);
}
