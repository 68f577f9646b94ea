// A match: its score as a bar, and what each criterion adds to it with the evidence.
import { href, html, number, words } from "../ui.js";

/** What is subtracted for a must-have that is not met, the last one of the criteria. */
const PENALTY = "must_have";
const OUTCOMES = {
  met: "Fits", partly: "Fits in part", not_met: "Does not fit", not_stated: "Not stated",
};
/** Members of the jobs account, whose names alone do not say what they are. */
const OF_JOBS = {
  jobsSpecialty: "specialty for jobs", jobsCredential: "credential for jobs",
  jobsProfession: "profession",
  lookingForMentor: "interest in a mentor",
};

/**
 * A match as the API returns it: score, bar, and the criteria with their evidence, which are
 * folded up. `label` names the bar for screen readers.
 */
export function Match({ match, label = "Match" }) {
  if (match.matchScore === null) {
    return html`<p class="quiet">The posting states nothing to match by.</p>`;
  }
  return html`<div class="match">
    <${MatchScore} match=${match} label=${label} />
    <details>
      <summary>Why</summary>
      <${Criteria} match=${match} />
    </details>
    <${Improvements} items=${match.improve} posting=${match.subject} />
  </div>`;
}

/** The score with a bar: a segment for each criterion, as wide as its weight. */
export function MatchScore({ match, label = "Match" }) {
  const segment = ({ name, weight, points, outcome }) => html`<span key=${name}
    class=${outcome === "not_stated" ? "unstated" : undefined} style=${{ flexGrow: weight }}>
    <span style=${{ width: `${(points / weight) * 100}%` }}></span>
  </span>`;
  const text = `${label}: ${match.matchScore} of 100 points`;
  return html`<div class="match-score" role="img" aria-label=${text}>
    <b>${number(match.matchScore)}</b>
    <span class="match-meter">${shownOf(match).filter(({ weight }) => weight > 0)
      .map(segment)}</span>
  </div>`;
}

/** What each criterion adds, with the evidence. Must-haves have a tick or a cross. */
export function Criteria({ match }) {
  const mustHave = (name) => match.mustHaves.find((one) => one.name === name);
  const criterion = (one) => html`<li key=${one.name} class=${one.weight ? one.outcome : "penalty"}>
    <b>${labelOf(one)}</b>
    ${mustHave(one.name) && html`<${MustHave} met=${mustHave(one.name).met} />`}
    <span class="points"><${Points} ...${one} /></span>
    <p class="quiet" dir="auto">${reasonOf(one)}</p>
  </li>`;
  return html`<ul class="criteria plain-list">${shownOf(match).map(criterion)}</ul>`;
}

/** What adds points, and what is subtracted. */
export const shownOf = ({ criteria }) =>
  criteria.filter(({ name, weight }) => weight > 0 || name === PENALTY);
export const labelOf = ({ name }) => (name === PENALTY ? "A must-have is missing" : words(name));
export const reasonOf = ({ weight, outcome, evidence }) =>
  [weight > 0 && OUTCOMES[outcome], evidence].filter(Boolean).join(" · ");

/** The points of a criterion and its weight, which a penalty does not have. */
export const Points = ({ points, weight }) => html`${number(points)}${" "}
  ${weight > 0 && html`<span class="quiet">of ${number(weight)}</span>`}`;

function MustHave({ met }) {
  if (met === null) return html`<span class="must">Must-have, not stated</span>`;
  return html`<span class="must ${met ? "met" : "unmet"}">
    <span aria-hidden="true">${met ? "✓" : "✗"}</span>${" "}
    Must-have<span class="visually-hidden">${met ? ", met" : ", not met"}</span>
  </span>`;
}

/** What the reader's profile does not state, and the points that it could add at most. */
function Improvements({ items, posting }) {
  if (!items?.length) return null;
  const item = ({ member, gain }) => html`<li key=${member}>
    Add your ${OF_JOBS[member] || words(member).toLowerCase()}: up to ${number(gain)} more points
  </li>`;
  const profile = "employmentType" in posting ? "jobs" : "expert";
  return html`<div class="improve">
    <h3>What could raise your match</h3>
    <ul class="plain-list">${items.map(item)}</ul>
    <a href=${href(["profile", profile])}>Edit your profile</a>
  </div>`;
}
