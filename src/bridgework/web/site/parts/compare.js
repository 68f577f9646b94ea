// Who is compared: the reader chooses people in lists, and a bar keeps them on the way.
import { effect, signal } from "@preact/signals";
import { readObject, write } from "../../ui/storage.js";
import { Portrait, Status, href, html, session, toast } from "../ui.js";

/** A comparison of more people is not readable on a telephone, nor loaded by a few requests. */
const MOST = 3;
const KEY = "bridgework-site-compare";
/** The group of all experts. The candidates of each job are a group of their own. */
const EXPERTS = "experts";

/** The chosen people by group: {people: [{id, name, avatarUrl}], role}. */
const groups = signal(readObject("sessionStorage", KEY) || {});

function keep(group, chosen) {
  const { [group]: _, ...others } = groups.peek();
  groups.value = chosen.people.length > 0 ? { ...others, [group]: chosen } : others;
  write("sessionStorage", KEY, JSON.stringify(groups.value));
}

effect(() => {
  if (session.value) return;
  // Candidates are shown to their clinic alone; experts are public.
  const ofJobs = Object.keys(groups.peek()).filter((group) => group !== EXPERTS);
  for (const group of ofJobs) keep(group, { people: [] });
});

const groupOf = ({ job }) => job || EXPERTS;

function peopleOf(about) {
  const people = groups.value[groupOf(about)]?.people;
  return Array.isArray(people) ? people : []; // the storage can have anything
}

function choose(about, people) {
  const { role = groups.value[groupOf(about)]?.role } = about;
  keep(groupOf(about), { people, role });
}

/** Choose a person no more. */
export const leaveOut = (about, id) =>
  choose(about, peopleOf(about).filter((one) => one.id !== id));

/**
 * A checkbox that chooses a person. `about` is {job} for a candidate, and {role} or {} for an expert.
 */
export function Choose({ about, id, name, avatarUrl }) {
  const people = peopleOf(about);
  const isChosen = people.some((one) => one.id === id);
  function toggle(event) {
    if (isChosen) leaveOut(about, id);
    else if (people.length < MOST) choose(about, [...people, { id, name, avatarUrl }]);
    else {
      event.currentTarget.checked = false;
      toast(`At most ${MOST} people are compared. Remove one of them first.`);
    }
  }
  return html`<label class="compare"><input type="checkbox" checked=${isChosen}
    aria-label="Compare ${name}" onChange=${toggle} /> Compare</label>`;
}

/** The chosen people, at the lower edge of the window. */
export function CompareBar({ about }) {
  const people = peopleOf(about);
  const { role } = groups.value[groupOf(about)] ?? {};
  const query = { ids: people.map(({ id }) => id).join(" "), role, job: about.job };
  const text = people.length === 1 ? "Choose another one to compare."
    : `${people.length} of at most ${MOST} are chosen.`;
  const person = ({ id, name, avatarUrl }) => html`<li key=${id}>
    <${Portrait} url=${avatarUrl} name=${name} /><bdi>${name}</bdi>
    <button type="button" aria-label="Do not compare ${name}"
      onClick=${() => leaveOut(about, id)}>×</button></li>`;
  return html`<${Status} kind="visually-hidden" text=${people.length > 0 ? text : ""} />
    ${people.length > 0 && html`<section class="compare-bar box" aria-label="Chosen to compare">
      <ul class="plain-list">${people.map(person)}</ul>
      ${people.length > 1
        ? html`<a class="button primary" href=${href(["compare"], query)}>
            Compare ${people.length}</a>`
        : html`<span class="quiet">${text}</span>`}
    </section>`}`;
}
