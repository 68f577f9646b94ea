// Experts or the candidates of a job, side by side: what they state, and their matches.
import { getExpert } from "../api/open.js";
import { listJobMatches, listRoleMatches } from "../api/postings.js";
import { leaveOut } from "../parts/compare.js";
import { Points, labelOf, reasonOf, shownOf } from "../parts/match.js";
import { Applied, readable } from "../parts/person.js";
import { Empty, Loaded, Portrait, Verified, href, html, nameOf, number, orNull, route, session,
  setQuery, useApi } from "../ui.js";

/** The matches of the chosen people, in their order. An expert can be without one. */
async function load({ ids, role, job }, signal) {
  const matches = await matchesOf({ ids, role, job }, signal);
  const one = async (id) => {
    const match = matches.find(({ subject }) => subject.id === id);
    if (match || job) return match;
    const subject = await orNull(getExpert({ id }, signal));
    return subject && { subject };
  };
  return (await Promise.all(ids.map(one))).filter(Boolean);
}

/** @type {(about: any, signal?: AbortSignal) => Promise<any[]>} */
async function matchesOf({ ids, role, job }, signal) {
  if (job) return (await listJobMatches({ id: job, ids }, signal)).items;
  // Who shows the list to others shows the experts, but not the matches of the role.
  const page = role && session.value && await readable(listRoleMatches({ id: role, ids }, signal));
  return page?.items ?? [];
}

export function Compare() {
  const { ids: text = "", role, job } = route.value.query;
  const ids = text.split(" ").filter(Boolean).slice(0, 3);
  const state = useApi(load, { ids, role, job });
  const back = job ? ["jobs", job, "matches"] : role ? ["roles", role, "matches"] : ["experts"];
  function remove(id) {
    leaveOut({ job }, id);
    setQuery({ ids: ids.filter((one) => one !== id).join(" ") });
  }
  return html`<a class="back" href=${href(back)}>${role || job ? "Matches" : "Experts"}</a>
    <h1 tabindex="-1">Side by side</h1>
    <${Loaded} state=${state}>
      ${(people) => people.length < 2
        ? html`<${Empty}>Choose two or three people to see them side by side.${" "}
            <a href=${href(back)}>Go back to the list</a><//>`
        : html`<${Comparison} people=${people} role=${role} job=${job} remove=${remove} />`}
    <//>`;
}

/** @type {Array<[label: string, read: (subject: any) => Shown]>} */
const FACTS = [
  ["Title", ({ title }) => title], ["Credential", ({ credential }) => credential],
  ["Specialties", ({ specialty, secondarySpecialties }) =>
    [...(specialty || []), ...(secondarySpecialties || [])].join(", ")],
  ["Based in", ({ location }) => location],
  ["Years of experience", ({ yearsExperience }) =>
    yearsExperience != null && number(yearsExperience)],
  ["Availability", ({ availability }) => availability],
  ["Kind of work", ({ engagementType }) => engagementType],
  ["All skills", ({ skills }) => skills?.flatMap(({ items }) => items).slice(0, 8).join(", ")],
];

function Comparison({ people, role, job, remove }) {
  const kind = job ? "job" : "role";
  const matched = people.filter(({ criteria }) => criteria);
  const labels = new Set(matched.flatMap(shownOf).map(labelOf));
  const row = (label, cell) => html`<tr key=${label}><th scope="row">${label}</th>
    ${people.map((one) => html`<td key=${one.subject.id} dir="auto">${cell(one) || "–"}</td>`)}</tr>`;
  const criterion = (label) => row(label, (match) => {
    const one = match.criteria && shownOf(match).find((each) => labelOf(each) === label);
    return one && html`<b><${Points} ...${one} /></b><p>${reasonOf(one)}</p>`;
  });
  const head = (one) => {
    const { subject, matchScore } = one;
    const name = nameOf(subject);
    const link = job ? href(["candidates", subject.id], { job }) : href(["experts", subject.id], { role });
    return html`<th scope="col" key=${subject.id}>
      <${Portrait} url=${subject.avatarUrl} name=${name} />
      <a href=${link}><bdi>${name}</bdi></a> <${Verified} of=${subject} />
      ${matchScore != null && html`<span class="quiet">${number(matchScore)} of 100</span>`}
      <${Applied} kind=${kind} match=${one} />
      <button type="button" class="link" onClick=${() => remove(subject.id)}>
        Remove<span class="visually-hidden"> ${name}</span></button></th>`;
  };
  return html`<section class="comparison">
    <div class="scroll" tabindex="0" role="region" aria-label="Side by side"><table>
      <thead><tr><td></td>${people.map(head)}</tr></thead>
      <tbody>${[...labels].map(criterion)}
        ${FACTS.map(([label, read]) => row(label, ({ subject }) => read(subject)))}</tbody>
    </table></div>
  </section>`;
}
