// The people who match a posting: one stacked bar each, and two of them side by side.
import { Action, Badge, Card, Empty, Loaded, MatchBar, Table, href, html, markOf, nameOf, number,
  route, setQuery, useCall, useState, words } from "../ui.js";
import { isIntroduced } from "./introduction.js";

const SIZES = [20, 50, 100];
const MUST_HAVE = "must_have";
const REASONS = {
  not_verified: "There are no matches before an administrator has approved the posting.",
  not_looking: "The posting is not open, so it has no matches.",
  profile_incomplete: "The title is not understood, and no other criterion is stated.",
  no_matches: "No person matches this posting yet.",
};

/** What the label of a must-have says of the person. */
const MET = { true: "must-have, met", false: "must-have, not met", null: "must-have, not stated" };

/** The criteria, which are the same for all people. A missing must-have is a line of its own. */
function criteriaOf({ criteria, mustHaves }) {
  return criteria
    .filter(({ name }) => name !== MUST_HAVE)
    .map((criterion) => {
      const mustHave = mustHaves.find(({ name }) => name === criterion.name);
      const title = words(criterion.name) + (mustHave ? " (must-have)" : "");
      const label = mustHave ? `${words(criterion.name)} (${MET[mustHave.met]})` : title;
      return { ...criterion, title, label, mustHave, stated: criterion.outcome !== "not_stated" };
    });
}

export function Matches({ type, posting }) {
  const { id, status } = posting;
  const [limit, setLimit] = useState(SIZES[0]);
  const chosen = (route.value.query.compare || "").split(",").filter(Boolean);
  const state = useCall(type.operations.matches, { id, limit }, status);
  function toggle(person, isChosen) {
    const others = chosen.filter((each) => each !== person);
    setQuery({ compare: (isChosen ? [...others.slice(-1), person] : others).join(",") });
  }
  return html`<${Loaded} state=${state}>
    ${({ items, hasMore, emptyReason }) => {
      const reason = REASONS[emptyReason] || REASONS.no_matches;
      if (items.length === 0) return html`<${Empty}>${reason}<//>`;
      const matches = items.map((match) => ({
        ...match, lines: criteriaOf(match),
        missing: match.criteria.find(({ name }) => name === MUST_HAVE),
        isChosen: chosen.includes(match.subject.id),
      }));
      const compared = matches.filter(({ isChosen }) => isChosen);
      const larger = SIZES.find((size) => size > limit);
      const count = compared.length === 1 ? "one more person" : "two people";
      return html`<${Legend} lines=${matches[0].lines} />
        ${compared.length === 2 && html`<${Comparison} matches=${compared} />`}
        <${Card} title="The best ${type.person}s">
          <p class="quiet">Choose ${count} to see both side by side.</p>
          <ol class="matches plain-list">
            ${matches.map((one) => html`<${Match} key=${one.subject.id} match=${one}
              toggle=${toggle} address=${type.address} posting=${id} />`)}
          </ol>
          ${hasMore && (larger
            ? html`<button type="button" onClick=${() => setLimit(larger)}>Show more</button>`
            : html`<p class="quiet">The best ${number(limit)} are shown.</p>`)}
        <//>`;
    }}
  <//>`;
}

function Legend({ lines }) {
  return html`<ul class="legend plain-list" aria-label="Criteria of this posting">
    ${lines.map(
      ({ name, title, weight }, index) => html`<li key=${name}>
        <span class="swatch tone-${index}"></span> ${title} <span class="quiet">${weight}</span>
      </li>`,
    )}
    <li><span class="swatch unstated"></span> Not stated</li>
  </ul>`;
}

function Match({ match, toggle, address, posting }) {
  const { subject, matchScore, lines, missing, isChosen } = match;
  const pair = { kind: address, posting, person: subject.id };
  return html`<li>
    <div class="match-head">
      <b class="score">${number(matchScore)}<span class="visually-hidden"> of 100 points</span></b>
      <div>
        <a href=${href(["people", subject.id])}><b>${nameOf(subject)}</b></a>${" "}
        <span class="quiet">${[subject.title, subject.location].filter(Boolean).join(" · ")}</span>
      </div>
      <label>
        <input type="checkbox" aria-label="Compare ${nameOf(subject)}" checked=${isChosen}
          onChange=${(event) => toggle(subject.id, event.currentTarget.checked)} />
        Compare
      </label>
      ${isIntroduced(posting, subject.id) && html`<${Badge} value="introduction sent" />`}
      <a class="button" href=${href(["emails", "introduction"], pair)}
        aria-label="Introduce ${nameOf(subject)}">Introduce</a>
    </div>
    <${MatchBar} score=${matchScore} segments=${lines} />
    ${missing && html`<p class="fault">
      A must-have is missing: −${-missing.points} points. ${missing.evidence}
    </p>`}
  </li>`;
}

/** @type {Array<[label: string, read: (subject: any) => any]>} */
const FACTS = [
  ["Title", (one) => one.title], ["Location", (one) => one.location],
  ["Experience", ({ yearsExperience }) => yearsExperience != null && `${yearsExperience} years`],
  ["Availability", (one) => one.availability], ["Engagement", (one) => one.engagementType],
  ["Specialty", ({ specialty }) => (specialty || []).join(", ")],
  ["Skills", ({ skills }) => (skills || []).flatMap(({ items }) => items).join(", ")],
];

function Comparison({ matches }) {
  const row = (label, show) => [label, ...matches.map(show)];
  const criterion = ({ points, weight, outcome, evidence, mustHave }) =>
    html`<b>${points}</b> <span class="quiet">of ${weight}</span>${" "}
      <${Badge} value=${outcome} /> ${mustHave && markOf(mustHave)} <div>${evidence}</div>`;
  const person = ({ subject, matchScore }) =>
    html`<a href=${href(["people", subject.id])}>${nameOf(subject)}</a>
      <span class="quiet"> ${number(matchScore)} of 100</span>`;
  const rows = [
    ...matches[0].lines.map(({ title }, at) => row(title, ({ lines }) => criterion(lines[at]))),
    ...FACTS.map(([label, read]) => row(label, ({ subject }) => read(subject) || "–")),
  ];
  const close = html`<${Action} run=${() => setQuery({ compare: "" })}>Close<//>`;
  return html`<${Card} title="Side by side" actions=${close}>
    <${Table} class="comparison" label="Comparison" head=${row("Criterion", person)} rows=${rows} />
  <//>`;
}
