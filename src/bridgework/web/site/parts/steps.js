// An editor in steps: a list of the steps, a form for each, and an address for each (`?step=`).
import { useEffect, useRef, useState } from "preact/hooks";
import { draftKey } from "../../ui/draft.js";
import { Form, faultAt, lines } from "../../ui/form.js";
import { optionsOf, words } from "../../ui/format.js";
import { html } from "../../ui/html.js";
import { readObject, write } from "../../ui/storage.js";
import { taken } from "../../ui/typed.js";
import { go, href, route } from "../router.js";

/**
 * A step, and the properties of `Steps`. A record's members are by their names.
 *
 * @typedef {Record<string, any>} Members
 * @typedef {{
 *   key: string, label: string, text?: Shown, fields?: FormField[],
 *   isComplete?: (values: Members) => unknown, content?: Shown | ((values: Members) => Shown),
 * }} Step
 * @typedef {{
 *   label: string, steps: Step[], values: Members, draft?: string, start?: string,
 *   isOnboarding?: boolean, save?: (changes: Members, next?: string) => Promise<any>,
 *   reload?: () => Promise<Members>, finish: (values: Members) => unknown, finishLabel?: string,
 * }} StepsProperties
 */

/** What is stored as the step when all steps are done. */
export const DONE = "complete";

/**
 * `steps` are {key, label, text, fields, isComplete(values), content}: `content` is shown above the
 * fields, and can be a function of the values, for a preview. A field is one of `Form` or
 * `Entries`; `read(value)` and `send(value)` convert a member of the record for the form and back,
 * and `show(value)` for an overview. `start` is the key of the first step to show.
 *
 * `values` is the record. `save(changes, next)` sends the members that differ when a step is left,
 * and changes `values`; without it everything is sent at the end. `next` is the key of the step to
 * which the reader goes on while `isOnboarding`, or DONE; it is saved without changes too. In the
 * end, `finish(values)` gets all members that have a value. What is typed and not saved is kept on
 * the device by the key `draft`. An error at a member of another step opens that step. An answer
 * that comes after the reader has gone elsewhere leaves them there.
 *
 * `reload()` loads and returns the record after a 412. Members that were changed here and not
 * elsewhere are sent again; what was changed at both places is shown, and the reader decides.
 *
 * @param {StepsProperties} properties
 */
export function Steps(properties) {
  const { label, steps, values, draft, start, finish, finishLabel = "Finish", save } = properties;
  const [typed, change, wasRestored] = useTyped(draft);
  const [errors, setError, clearErrors] = useErrors();
  const { step, index, next, open } = useStep(steps, start);
  const saving = useSaving(properties, typed, change, (one) => setError(one, undefined));
  const heading = useLeaving(step, (former) => saving.saveLeft(former, setError));
  const shown = { ...formValues(steps, values), ...typed.current };

  /** Keep what differs from the record. */
  function keep(input) {
    const others = omit(typed.current, fieldsOf(step).map(({ name }) => name));
    change({ ...others, ...saving.differing(step, input) });
  }
  function discard(names) {
    change(omit(typed.current, names));
    saving.forget(names);
    clearErrors();
  }
  /** Show an error at the step that has its member; returns whether that is another one. */
  function redirect(error, isHere) {
    const place = stepOf(error, steps);
    if (!place || place.key === step.key) return false;
    setError(place, error);
    if (isHere) open(place.key);
    return true;
  }
  async function goOn(here) {
    if (!next) for (const one of steps.slice(0, -1)) await saving.saveStep(one);
    await saving.saveStep(step, next ? next.key : DONE);
    if (route.value !== here) return;
    if (next) return void open(next.key);
    await finish(sentValues(steps, { ...formValues(steps, values), ...typed.current }));
    change({});
  }
  async function submit(input) {
    const here = route.value;
    keep(input);
    mustHaveRequired(step, input);
    setError(step, undefined);
    try {
      await goOn(here);
    } catch (error) {
      if (redirect(error, route.value === here)) return;
      setError(step, error); // for a form that was rendered again
      throw error;
    }
  }
  return html`<div class="aside steps">
    <${StepList} label=${label} steps=${steps} active=${step} values=${shown} errors=${errors} />
    <section aria-labelledby="step-title">
      ${wasRestored && Object.keys(typed.current).length > 0 &&
      html`<${Restored} discard=${() => discard(Object.keys(typed.current))} />`}
      <p class="quiet step-count">Step ${index + 1} of ${steps.length}</p>
      <h2 id="step-title" tabindex="-1" ref=${heading}>${step.label}</h2>
      ${step.text && html`<p class="quiet">${step.text}</p>`}
      ${typeof step.content === "function" ? step.content(shown) : step.content}
      <${Conflicts} step=${step} conflicts=${saving.conflicts} discard=${discard} />
      <${Form} key=${`${step.key} ${saving.turn}`} fields=${fieldsOf(step)} values=${shown}
        error=${errors[step.key]} onChange=${keep} submit=${submit}
        label=${next ? (save ? "Save and continue" : "Continue") : finishLabel}
        cancel="Back" onCancel=${index > 0 && (() => open(steps[index - 1].key))} />
      <p class="quiet step-status" role="status">${saving.status}</p>
    </section>
  </div>`;
}

/** @param {{ discard: () => void }} properties */
const Restored = ({ discard }) => html`<p class="notice">
  What you typed before is still here. <button type="button" class="link" onClick=${discard}>
    Discard it</button></p>`;

/**
 * The fields of a step that were changed here and elsewhere, with what they are elsewhere.
 *
 * @param {{ step: Step, conflicts: Conflict[], discard: (names: string[]) => void }} properties
 */
function Conflicts({ step, conflicts, discard }) {
  const isOfStep = (/** @type {Conflict} */ [field]) => fieldsOf(step).some(({ name }) => name === field.name);
  return conflicts.filter(isOfStep).map(([field, value]) => html`<div key=${field.name}
      class="notice conflict">
    <b>${field.label || words(field.name)}</b> was changed elsewhere to
    ${" "}<bdi>${shownValue(field, value) || "nothing"}</bdi>${" "}
    <button type="button" class="link" onClick=${() => discard([field.name])}>
      Use this</button>
  </div>`);
}

/**
 * The step of the address, the next one, and a function that opens one by its key.
 *
 * @param {Step[]} steps
 * @param {string} [start]
 */
function useStep(steps, start) {
  const { path, query } = route.value;
  const wanted = query.step || start;
  const index = Math.max(0, steps.findIndex(({ key }) => key === wanted));
  const open = (/** @type {string} */ key) => go(path, { ...query, step: key });
  return { step: steps[index], index, next: steps[index + 1], open };
}

/**
 * The errors of steps by their keys, a function that sets one, and one that removes all.
 *
 * @returns {[errors: Record<string, any>, set: (step: Step, error: any) => void, clear: () => void]}
 */
function useErrors() {
  const [errors, setErrors] = useState({});
  const set = (step, error) => setErrors((former) => ({ ...former, [step.key]: error }));
  return [errors, set, () => setErrors({})];
}

/**
 * Call `leave(step)` with a step that the reader has left, and give the focus to the heading of the
 * next one, whose reference is returned.
 *
 * @param {Step} step
 * @param {(former: Step) => void} leave
 */
function useLeaving(step, leave) {
  const heading = useRef(null);
  const left = useRef(step);
  useEffect(() => {
    const former = left.current;
    left.current = step;
    if (former.key === step.key) return;
    scrollTo(0, 0);
    heading.current.focus({ preventScroll: true });
    leave(former);
  }, [step.key]);
  return heading;
}

/** @typedef {[field: FormField, value: any]} Conflict */

/**
 * Saving steps: the state, and functions that do it. `onSaved(step)` is called after each. Another
 * `turn` shows the form with other values.
 *
 * @param {StepsProperties} properties
 * @param {{ current: Members }} typed
 * @param {(typed: Members) => void} change
 * @param {(step: Step) => void} onSaved
 */
function useSaving({ steps, values, save, reload, isOnboarding }, typed, change, onSaved) {
  const [status, setStatus] = useState("");
  const [conflicts, setConflicts] = useState(/** @type {Conflict[]} */ ([]));
  const [turn, setTurn] = useState(0);
  const latest = useRef({ save, values });
  const saving = useRef(Promise.resolve());
  latest.current = { save, values };
  const renew = () => setTurn((former) => former + 1);

  /** The members of an input that differ from the record, as they were typed. */
  function differing(step, input) {
    const names = Object.keys(changesOf(step, input, latest.current.values));
    return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
  }
  /** Save a step after what is being saved: each time needs what the former one has returned. */
  function saveStep(step, next) {
    saving.current = saving.current.catch(() => {}).then(() => saveNow(step, next));
    return saving.current;
  }
  async function saveNow(step, next) {
    const changes = changesOf(step, typed.current, latest.current.values);
    const sent = { ...typed.current };
    const onward = isOnboarding || next === DONE ? next : undefined;
    if (!save || (Object.keys(changes).length === 0 && !onward)) return;
    setStatus("Saving…");
    try {
      await latest.current.save(changes, onward).catch((error) => merge(error, changes, onward));
    } catch (error) {
      setStatus("");
      throw error;
    }
    const isSaved = (name) => name in changes && typed.current[name] === sent[name];
    change(omit(typed.current, Object.keys(changes).filter(isSaved)));
    onSaved(step);
    setConflicts([]);
    setStatus("Saved");
  }
  /** Send changes again after a 412, unless the same members were changed elsewhere. */
  async function merge(error, changes, onward) {
    if (error.status !== 412 || !reload) throw error;
    const before = latest.current.values;
    const after = await reload();
    renew(); // the form shows what is new in the other members
    const clashing = steps.flatMap(fieldsOf).filter(({ name }) => name in changes &&
      !isSame(before[name], after[name]) && !isSame(changes[name], after[name]));
    if (clashing.length === 0) return save(changes, onward);
    setConflicts(clashing.map((field) => [field, after[field.name]]));
    throw new Error("This was changed elsewhere. What you typed is kept: compare, and save again.");
  }
  /** Save a step that the reader has left; `setError` shows an error when they come back. */
  function saveLeft(step, setError) {
    saveStep(step).catch((error) => {
      setError(step, error);
      setStatus(`“${step.label}” is not saved yet: ${error.message}`);
    });
  }
  /** Show the values of the record again in place of what was typed. */
  function forget(names) {
    setConflicts((former) => former.filter(([{ name }]) => !names.includes(name)));
    renew();
  }
  return { status, conflicts, turn, differing, saveStep, saveLeft, forget };
}

/**
 * The step that has the member of the first fault of an error, if any.
 *
 * @param {any} error
 * @param {Step[]} steps
 */
function stepOf(error, steps) {
  const [first] = Object.keys(error.faults || {});
  const member = first?.split(/[.[]/)[0];
  return first && steps.find((one) => fieldsOf(one).some(({ name }) => name === member));
}

function StepList({ label, steps, active, values, errors }) {
  const isWide = matchMedia("(min-width: 60rem)").matches;
  const { path, query } = route.value;
  const count = steps.filter((step) => isComplete(step, values)).length;
  const item = (step) => {
    const state = errors[step.key] ? "faulty" : isComplete(step, values) ? "complete" : "open";
    return html`<li key=${step.key} class=${state}>
      <a href=${href(path, { ...query, step: step.key })}
        aria-current=${step === active ? "step" : undefined}>
        ${step.label}<span class="visually-hidden">${` (${STATES[state]})`}</span>
      </a>
    </li>`;
  };
  return html`<details class="step-list" open=${isWide || undefined}>
    <summary>${count} of ${steps.length} steps complete</summary>
    <nav aria-label=${label}><ol class="plain-list">${steps.map(item)}</ol></nav>
  </details>`;
}

const STATES = { faulty: "needs attention", complete: "complete", open: "not complete" };
/** @param {Step} step */
const fieldsOf = (step) => step.fields || [];
const omit = (record, names) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
const isEmpty = (value) => value == null || value === "" || value.length === 0;

const isSame = (one, other) => (isEmpty(one) && isEmpty(other)) ||
  JSON.stringify(one) === JSON.stringify(other);

/** A value of a field as a reader sees it. */
export function shownValue(field, value) {
  if (isEmpty(value)) return "";
  if (field.show) return field.show(value);
  if (field.type === "checkbox") return value ? "Yes" : "No";
  if (field.entry) return value.map(field.title || ((one) => one[field.entry[0].name])).join("; ");
  if (Array.isArray(value)) return value.map((one) => shownValue(field, one)).join(", ");
  const option = field.options && optionsOf(field.options).find(([key]) => key === String(value));
  if (option) return option[1];
  return typeof value === "object" ? "" : String(value);
}

/** Whether everything required is given, or anything if nothing is required. */
export function isComplete(step, values) {
  if (step.isComplete) return step.isComplete(values);
  const required = fieldsOf(step).filter((field) => field.required);
  const isGiven = ({ name, type }) => (type === "checkbox" ? values[name] : !isEmpty(values[name]));
  return required.length > 0 ? required.every(isGiven) : fieldsOf(step).some(isGiven);
}

function mustHaveRequired(step, input) {
  const missing = fieldsOf(step).find(({ name, required }) => required && isEmpty(input[name]));
  if (!missing) return;
  const text = `${missing.label || words(missing.name)} is required.`;
  throw faultAt(missing.name, text, text);
}

function formValues(steps, values) {
  const fields = steps.flatMap(fieldsOf);
  const shownOf = ({ name, read }) => (read ? read(values[name]) : values[name]);
  return Object.fromEntries(fields.map((field) => [field.name, shownOf(field)])
    .filter(([, value]) => value != null));
}

/** A value of a field as a member of a request. */
function sentValue(field, typed) {
  if (field.send) return field.send(typed);
  const { value: made, more, fault } = taken(field, typed);
  const value = more ? typed : made; // the form takes apart what sets other members
  if (field.type === "number") return isEmpty(value) ? null : fault ? value : Number(value);
  if (field.type === "list") return lines(value);
  const sentEntry = (one) => ({ ...one, ...Object.fromEntries(
    field.entry.map((each) => [each.name, sentMember(each, one[each.name])])) });
  if (field.entry) return (value || []).map(sentEntry);
  return value === "" ? null : value;
}

/** In an entry, an empty text is a text. */
function sentMember(field, value) {
  const isText = !field.send && (!field.type || field.type === "textarea");
  return isText ? value ?? "" : sentValue(field, value);
}

function sentValues(steps, input) {
  const all = steps.flatMap(fieldsOf).map((field) =>
    [field.name, sentValue(field, input[field.name])]);
  return Object.fromEntries(all.filter(([, value]) => !isEmpty(value)));
}

/** The members of a step that differ from the record, as they are sent. */
function changesOf(step, input, values) {
  const fields = fieldsOf(step).filter(({ name }) => name in input);
  const sent = fields.map((field) => [field.name, sentValue(field, input[field.name]),
    field.type === "checkbox" ? Boolean(values[field.name]) : values[field.name]]);
  const differing = sent.filter(([, value, stored]) => !isSame(value, stored));
  return Object.fromEntries(differing.map(([name, value]) => [name, value]));
}

/**
 * What is typed and not saved, in a reference; a function that changes it; whether it was kept.
 *
 * @param {string} draft
 * @returns {[typed: { current: any }, change: (value: any) => void, wasKept: boolean]}
 */
function useTyped(draft) {
  const key = draft && draftKey(draft);
  const [kept] = useState(() => (key && readObject("localStorage", key)) || {});
  const typed = useRef(kept);
  const [, render] = useState(kept);
  function change(value) {
    typed.current = value;
    render(value);
    if (key) write("localStorage", key, Object.keys(value).length ? JSON.stringify(value) : null);
  }
  return [typed, change, Object.keys(kept).length > 0];
}
