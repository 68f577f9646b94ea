// The people who match a posting, with the reasons, and two of them side by side.
import { Match, Points, labelOf, reasonOf, shownOf } from "../parts/match.js";
import { More, usePages } from "../parts/pages.js";
import { Empty, Labels, Loaded, Portrait, Status, href, html, nameOf, number, route, setQuery,
  words } from "../ui.js";

export function Matches({ kind, posting }) {
  const { id } = posting;
  const state = usePages(kind.operations.listMatches, { id });
  return html`<${Loaded} state=${state} one="match" all="matches">
    ${({ items, emptyReason }) => items.length === 0
      ? html`<${WithoutMatches} kind=${kind} posting=${posting} reason=${emptyReason} />`
      : html`<${Ranking} kind=${kind} matches=${items} />`}
  <//>
  <${More} state=${state} />`;
}

function WithoutMatches({ kind: { noun, person, address }, posting: { id }, reason }) {
  const edit = html`<a href=${href([address, id, "edit"])}>Edit the ${noun}</a>`;
  const texts = {
    not_verified: `Matches appear when an administrator has approved the ${noun}.`,
    not_looking: `The ${noun} is not open, so it has no matches.`,
    profile_incomplete: html`The ${noun} states nothing to match by. ${edit}: name a specialty,
      a place or requirements.`,
    no_matches: html`No ${person} fits yet. Fewer must-haves find more people. ${edit}`,
  };
  return html`<${Empty}>${texts[reason] || texts.no_matches}<//>`;
}

function Ranking({ kind, matches }) {
  const chosen = (route.value.query.compare || "").split(" ").filter(Boolean);
  const compared = chosen.map((id) => matches.find(({ subject }) => subject.id === id))
    .filter(Boolean);
  function toggle(id) {
    const others = chosen.filter((one) => one !== id);
    setQuery({ compare: (others.length < chosen.length ? others : [...others.slice(-1), id])
      .join(" ") });
  }
  const advice = [`The best ${kind.person}s first. Choose two to see them side by side.`,
    `Choose another ${kind.person} to see both side by side.`, "Two are side by side."];
  return html`<${Status} text=${advice[compared.length]} />
    ${compared.length === 2 && html`<${Comparison} matches=${compared} />`}
    <ol class="plain-list record-list tight ranking">${matches.map((match) => html`<${Row} key=${match.subject.id}
      kind=${kind} match=${match} toggle=${toggle}
      isChosen=${chosen.includes(match.subject.id)} />`)}</ol>`;
}

function Row({ kind, match, toggle, isChosen }) {
  const { subject } = match;
  const missing = match.mustHaves.filter(({ met }) => met === false);
  const name = nameOf(subject);
  const about = [subject.title, subject.location].filter(Boolean).join(" · ");
  const topics = [...(subject.specialty || []), ...(subject.jobsSpecialty || []).map(words)];
  return html`<li>
    <${Portrait} url=${subject.avatarUrl} name=${name} />
    <div>
      <h2><${Name} kind=${kind} subject=${subject} /></h2>
      <p class="quiet" dir="auto">${about}</p>
      <${Labels} items=${[...new Set(topics)].slice(0, 4)} />
      <div class="actions">
        ${kind.isPublic && html`<a class="button" href=${href(["consultations", "ask", subject.id])}
          aria-label="Ask ${name} for a consultation">Ask for a consultation</a>`}
        <label class="compare"><input type="checkbox" checked=${isChosen}
          aria-label="Compare ${name}" onChange=${() => toggle(subject.id)} /> Compare</label>
      </div>
    </div>
    <div>
      <${Match} match=${match} label="Match of ${name}" />
      ${missing.length > 0 && html`<p class="missing">Must-have not met:${" "}
        ${missing.map((one) => words(one.name).toLowerCase()).join(", ")}</p>`}
    </div>
  </li>`;
}

/** The name, which leads to the page of an expert. Candidates have none. */
function Name({ kind, subject }) {
  const name = html`<bdi>${nameOf(subject)}</bdi>`;
  return kind.isPublic ? html`<a href=${href(["experts", subject.id])}>${name}</a>` : name;
}

const FACTS = [
  ["Title", ({ title }) => title], ["Based in", ({ location }) => location],
  ["Years of experience", ({ yearsExperience }) =>
    yearsExperience != null && number(yearsExperience)],
  ["Availability", ({ availability }) => availability],
  ["Kind of work", ({ engagementType }) => engagementType],
  ["All skills", ({ skills }) => skills?.flatMap(({ items }) => items).slice(0, 8).join(", ")],
];

function Comparison({ matches }) {
  const labels = new Set(matches.flatMap(shownOf).map(labelOf));
  const row = (label, cell) => html`<tr key=${label}><th scope="row">${label}</th>
    ${matches.map((match) => html`<td key=${match.subject.id} dir="auto">
      ${cell(match) || "–"}</td>`)}</tr>`;
  const criterion = (label) => row(label, (match) => {
    const one = shownOf(match).find((each) => labelOf(each) === label);
    return one && html`<b><${Points} ...${one} /></b><p>${reasonOf(one)}</p>`;
  });
  const fact = ([label, read]) => row(label, ({ subject }) => read(subject));
  return html`<section class="comparison">
    <header class="card-head"><h2>Side by side</h2>
      <button type="button" onClick=${() => setQuery({ compare: "" }, true)}>Close</button></header>
    <div class="scroll" tabindex="0" role="region" aria-label="Side by side"><table>
      <thead><tr><td></td>${matches.map(({ subject, matchScore }) => html`<th scope="col"
        key=${subject.id}><bdi>${nameOf(subject)}</bdi>
        <span class="quiet">${number(matchScore)} of 100</span></th>`)}</tr></thead>
      <tbody>${[...labels].map(criterion)}${FACTS.map(fact)}</tbody>
    </table></div>
  </section>`;
}
