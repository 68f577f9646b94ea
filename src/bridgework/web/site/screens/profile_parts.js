// What the own profiles have in common: steps until all is done, then an overview.
import { DONE, Steps, isComplete, shownValue } from "../parts/steps.js";
import { getMyOverview } from "../api/notifications.js";
import { ChangesAsked, marked, stepWith } from "../parts/changes_asked.js";
import { ProfileInReview } from "../parts/in_review.js";
import { Loaded, go, href, html, route, useApi, useEffect, useRef, words } from "../ui.js";

/** A component that loads the records of a profile, which `component` gets as `first`. */
export const loaded = (load, component) => () => html`<${Loaded} state=${useApi(load, {})}>
  ${(first) => html`<${component} first=${first} />`}
<//>`;

/** The onboarding step to store when the reader goes on to `next`, unless `stored` is later. */
export function onward(steps, stored, next) {
  const place = (key) => [...steps.map((step) => step.key), DONE].indexOf(key);
  return place(next) > place(stored) ? next : undefined;
}

/**
 * The steps of a profile while it is new or a step is in the address, else an overview of it.
 * `stored` is the stored onboarding step, `next` says what happens when all steps are done, and
 * `children` is the state of the profile.
 */
export function ProfileScreen({ kind, title, steps: unmarked, editing, stored, next, children }) {
  const { query } = route.value;
  const { values } = editing;
  const { data: overview, reload } = useApi(getMyOverview, {});
  const asked = overview?.changesAsked;
  const steps = marked(unmarked, asked);
  const isOnboarding = stored ? stored !== DONE : !isComplete(steps[0], values);
  const address = ["profile", kind];
  const notice = html`<${ChangesAsked} asked=${asked} path=${address} steps=${steps} />`;
  useMember(query, steps, address);
  async function save(...changes) {
    const saved = await editing.save(...changes);
    if (asked && !asked.answeredAt) reload();
    return saved;
  }
  const end = () => go(address, isOnboarding ? { done: "yes" } : {});
  const isEdited = Boolean(isOnboarding || query.step);
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    if (wasEdited.current && !isEdited) {
      scrollTo(0, 0);
      /** @type {HTMLElement} */ (document.querySelector("main h1")).focus({ preventScroll: true });
    }
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (isEdited) {
    return html`<h1 tabindex="-1">${title}</h1>
      ${notice}
      <${Steps} label="Steps of the profile" steps=${steps} draft="profile ${kind}" start=${stored}
        isOnboarding=${isOnboarding} finish=${end} ...${editing} save=${save} />`;
  }
  const row = (step) => {
    const given = step.fields.map((field) => [field, shownValue(field, values[field.name])])
      .filter(([, text]) => text);
    const part = ([{ name, label = words(name) }, text]) => html`<span key=${name}>
      <i>${label}</i> <bdi>${text}</bdi> </span>`;
    return html`<li key=${step.key} class=${isComplete(step, values) ? "complete" : "open"}>
      <a href=${href(address, { step: step.key })}><b>${step.label}</b></a>
      <span class="excerpt">${given.length > 0 ? given.map(part)
        : step.summary || "Nothing yet: add it."}</span>
    </li>`;
  };
  return html`<header class="page-head">
      <h1 tabindex="-1">${title}</h1>
      <div class="actions">
        <a class="button" href=${href(["profile", "kinds"])}>Ways to take part</a>
        <a class="button primary" href=${href(address, { step: steps[0].key })}>Edit the profile</a>
      </div>
    </header>
    ${query.done && html`<div class="notice good" role="status">
      <h2>Your profile is saved</h2>${next}</div>`}
    ${notice}
    ${overview && html`<${ProfileInReview} changes=${overview.changesInReview} />`}
    <div class="aside end own-profile">
      <section aria-label="Parts of the profile">
        <ul class="step-rows plain-list">${steps.map(row)}</ul>
      </section>
      <aside class="panel box">${children}</aside>
    </div>`;
}

/** Open the step with the member of the address, as an e-mail links to it, and go to its field. */
function useMember({ member, step }, steps, address) {
  const found = member && stepWith(steps, member);
  useEffect(() => {
    if (found && !step) go(address, { step: found.key, member }, true);
    else if (found) {
      /** @type {HTMLElement | null} */
      const field = document.querySelector(`.steps [name="${member}"]`);
      field?.focus();
    }
  }, [found?.key, step, member]);
}

const VERIFIED = "An administrator has verified you.";
const TIERS = { verified: VERIFIED, pro: VERIFIED, "not-verified":
  "An administrator has not verified you yet. You get an e-mail when that is done." };

/** The verification in words. */
export const Verification = ({ tier }) => html`<h2>Verification</h2><p>${TIERS[tier]}</p>`;
