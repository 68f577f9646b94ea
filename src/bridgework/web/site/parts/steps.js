// An editor in steps: a list of the steps, a form for each, and an address for each (`?step=`).
import { useEffect, useRef, useState } from "preact/hooks";
import { draftKey } from "../../ui/draft.js";
import { Form, faultAt, lines } from "../../ui/form.js";
import { optionsOf, words } from "../../ui/format.js";
import { html } from "../../ui/html.js";
import { readObject, write } from "../../ui/storage.js";
import { taken } from "../../ui/typed.js";
import { go, href, route } from "../router.js";

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
 * @param {any} properties
 */
export function Steps({ label, steps, values, draft, start, isOnboarding, ...actions }) {
  const { save, reload, finish, finishLabel = "Finish" } = actions;
  const [typed, change, wasRestored] = useTyped(draft);
  const [errors, setErrors] = useState({});
  const [status, setStatus] = useState("");
  const [conflicts, setConflicts] = useState([]);
  const [turn, setTurn] = useState(0);
  const heading = useRef(null);
  const latest = useRef(null);
  const saving = useRef(Promise.resolve());
  const { path, query } = route.value;
  const wanted = query.step || start;
  const index = Math.max(0, steps.findIndex(({ key }) => key === wanted));
  const step = steps[index];
  const next = steps[index + 1];
  const shown = { ...formValues(steps, values), ...typed.current };
  latest.current = { save, values };
  const open = (key) => go(path, { ...query, step: key });
  const isShown = ([field]) => fieldsOf(step).some(({ name }) => name === field.name);
  const changed = (one) => changesOf(one, typed.current, latest.current.values);

  /** Keep what differs from the record. */
  function keep(input) {
    const differing = Object.entries(input).filter(([name]) => name in
      changesOf(step, input, latest.current.values));
    const others = omit(typed.current, fieldsOf(step).map(({ name }) => name));
    change({ ...others, ...Object.fromEntries(differing) });
  }
  /** Save a step after what is being saved: each time needs what the former one has returned. */
  function saveStep(one, onward) {
    saving.current = saving.current.catch(() => {}).then(() => saveNow(one, onward));
    return saving.current;
  }
  async function saveNow(one, next) {
    const changes = changed(one);
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
    setErrors((former) => omit(former, [one.key]));
    setConflicts([]);
    setStatus("Saved");
  }
  /** Send changes again after a 412, unless the same members were changed elsewhere. */
  async function merge(error, changes, onward) {
    if (error.status !== 412 || !reload) throw error;
    const before = latest.current.values;
    const after = await reload();
    setTurn((former) => former + 1); // the form shows what is new in the other members
    const clashing = steps.flatMap(fieldsOf).filter(({ name }) => name in changes &&
      !isSame(before[name], after[name]) && !isSame(changes[name], after[name]));
    if (clashing.length === 0) return save(changes, onward);
    setConflicts(clashing.map((field) => [field, after[field.name]]));
    throw new Error("This was changed elsewhere. What you typed is kept: compare, and save again.");
  }
  function discard(names) {
    change(omit(typed.current, names));
    setConflicts((former) => former.filter(([{ name }]) => !names.includes(name)));
    setErrors({});
    setTurn(turn + 1);
  }
  const setError = (one, error) => setErrors((former) => ({ ...former, [one.key]: error }));

  /** Show an error at the step that has its member; returns whether that is another one. */
  function redirect(error, isHere) {
    const [first] = Object.keys(error.faults || {});
    const place = first && steps.find((one) => fieldsOf(one).some(({ name }) =>
      first.split(/[.[]/)[0] === name));
    if (!place || place.key === step.key) return false;
    setError(place, error);
    if (isHere) open(place.key);
    return true;
  }
  async function submit(input) {
    const here = route.value;
    keep(input);
    mustHaveRequired(step, input);
    setError(step, undefined);
    try {
      if (!next) for (const one of steps.slice(0, -1)) await saveStep(one);
      await saveStep(step, next ? next.key : DONE);
      if (route.value !== here) return undefined;
      if (next) return open(next.key);
      await finish(sentValues(steps, { ...formValues(steps, values), ...typed.current }));
      change({});
      return undefined;
    } catch (error) {
      if (redirect(error, route.value === here)) return undefined;
      setError(step, error); // for a form that was rendered again
      throw error;
    }
  }

  const left = useRef(step);
  useEffect(() => {
    const former = left.current;
    left.current = step;
    if (former.key === step.key) return;
    scrollTo(0, 0);
    heading.current.focus({ preventScroll: true });
    saveStep(former).catch((error) => {
      setError(former, error);
      setStatus(`“${former.label}” is not saved yet: ${error.message}`);
    });
  }, [step.key]);

  return html`<div class="aside steps">
    <${StepList} label=${label} steps=${steps} active=${step} values=${shown} errors=${errors} />
    <section aria-labelledby="step-title">
      ${wasRestored && Object.keys(typed.current).length > 0 && html`<p class="notice">
        What you typed before is still here. <button type="button" class="link"
          onClick=${() => discard(Object.keys(typed.current))}>
          Discard it</button></p>`}
      <p class="quiet step-count">Step ${index + 1} of ${steps.length}</p>
      <h2 id="step-title" tabindex="-1" ref=${heading}>${step.label}</h2>
      ${step.text && html`<p class="quiet">${step.text}</p>`}
      ${typeof step.content === "function" ? step.content(shown) : step.content}
      ${conflicts.filter(isShown).map(([field, value]) => html`<div key=${field.name}
          class="notice conflict">
        <b>${field.label || words(field.name)}</b> was changed elsewhere to
        ${" "}<bdi>${shownValue(field, value) || "nothing"}</bdi>${" "}
        <button type="button" class="link" onClick=${() => discard([field.name])}>
          Use this</button>
      </div>`)}
      <${Form} key=${`${step.key} ${turn}`} fields=${fieldsOf(step)} values=${shown}
        error=${errors[step.key]} onChange=${keep} submit=${submit}
        label=${next ? (save ? "Save and continue" : "Continue") : finishLabel}
        cancel="Back" onCancel=${index > 0 && (() => open(steps[index - 1].key))} />
      <p class="quiet step-status" role="status">${status}</p>
    </section>
  </div>`;
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
    <nav aria-label=${label}><ol>${steps.map(item)}</ol></nav>
  </details>`;
}

const STATES = { faulty: "needs attention", complete: "complete", open: "not complete" };
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
