// The directory of experts with its filters and orders, and the profile of an expert.
import { getExpert, listExperts } from "../api/open.js";
import { getOptions } from "../api/options.js";
import { listRoleMatches } from "../api/postings.js";
import { Choose, CompareBar } from "../parts/compare.js";
import { Chosen, Directory, Filters, Order, Several, Typed } from "../parts/filters.js";
import { AskExpert } from "../parts/introduce.js";
import { Match } from "../parts/match.js";
import { Turn } from "../parts/pages.js";
import { Applied, PersonSummary, readable } from "../parts/person.js";
import { Report } from "../parts/report.js";
import { SaveSearch } from "../parts/save_search.js";
import { ExternalLink, Facts, Labels, Portrait, Single, Verified, date, href, html, nameOf,
  number, route, session, useApi } from "../ui.js";

const LIMIT = 20;
const ORDERS = [
  ["", "Recommended"], ["relevance", "Best match"], ["newest", "Newest"],
  ["name", "Name"], ["experience", "Experience"], ["recently_active", "Recently active"],
];
const SEVERAL = ["skills", "tags"];

export function Experts() {
  const { query } = route.value;
  const { search, location, skills, tags, availability, engagementType, sortBy, page } = query;
  const params = { search, location, skills, tags, availability, engagementType, sortBy, page };
  const state = useApi(listExperts, params);
  return html`<h1 tabindex="-1">Experts</h1>
    <${Directory} label="Name, specialty or skill" noun="expert" all="experts" state=${state}
      filters=${html`<${ExpertFilters} query=${query} />`}
      head=${() => html`<${SaveSearch} kind="experts" query=${query} />
        <${Order} orders=${ORDERS} />`}
      show=${(items) => html`<ul class="people plain-list record-list tight">${items.map(card)}</ul>`}>
      <${Turn} total=${state.data?.total ?? 0} limit=${LIMIT} />
    <//>
    <${CompareBar} about=${{}} />`;
}

function card(one) {
  const { id, avatarUrl } = one;
  const name = nameOf(one);
  return html`<li key=${id}>
    <${Portrait} url=${avatarUrl} name=${name} />
    <div>
      <${PersonSummary} one=${one} link=${href(["experts", id])} />
      <${Choose} about=${{}} id=${id} name=${name} avatarUrl=${avatarUrl} />
    </div>
  </li>`;
}

function ExpertFilters({ query }) {
  const { data } = useApi(getOptions, {});
  const several = (name) => [query[name] || []].flat();
  return html`<${Filters} names=${["location", "availability", "engagementType", ...SEVERAL]}>
    <${Typed} name="location" label="Location" value=${query.location || ""} />
    ${SEVERAL.map((name) => html`<${Several} key=${name} name=${name} value=${several(name)} />`)}
    <${Chosen} name="availability" label="Availability" options=${data?.availability}
      value=${several("availability")} />
    <${Chosen} name="engagementType" label="Kind of work" options=${data?.engagementType}
      value=${several("engagementType")} />
  <//>`;
}

export function Expert({ id }) {
  const role = session.value ? route.value.query.role : undefined;
  return html`<${Single} state=${useApi(getExpert, { id })} titleOf=${nameOf}
      missing="This expert is not in the directory now, or the link is incomplete.">
    ${(expert) => html`<${Profile} ...${expert} role=${role} isPage />
      <${CompareBar} about=${{ role }} />`}
  <//>`;
}

/**
 * What the directory shows of an expert; on its page also what the reader can do.
 *
 * @param {any} properties
 */
export function Profile({ role, isPage, ...expert }) {
  const name = nameOf(expert);
  const facts = [
    ["Experience", expert.yearsExperience != null && `${number(expert.yearsExperience)} years`],
    ["Availability", expert.availability],
    ["From", expert.availabilityDate && date(expert.availabilityDate)],
    ["Kind of work", expert.engagementType], ["Licensed in", expert.licensedStates?.join(", ")],
    ["Systems", expert.systemsExperience?.join(", ")],
  ];
  const links = [
    ["Professional network", expert.professionalNetworkUrl], ["Website", expert.personalWebsite],
  ].filter(([, url]) => url);
  return html`<article class="profile">
    <header>
      <${Portrait} url=${expert.avatarUrl} name=${name} large />
      <div>
        <h1 tabindex="-1"><bdi>${name}</bdi>${expert.credential && `, ${expert.credential}`}</h1>
        <${Verified} of=${expert} explained />
        <p class="lead" dir="auto">${expert.title}</p>
        <p class="quiet" dir="auto">
          ${[expert.company, expert.location].filter(Boolean).join(" · ")}
        </p>
        <${AskLink} id=${expert.id} name=${name} />
        ${isPage && html`<${Choose} about=${{ role }} id=${expert.id} name=${name}
          avatarUrl=${expert.avatarUrl} />`}
      </div>
    </header>
    <div class="aside end">
      <div>
        ${role && html`<${RoleMatch} role=${role} id=${expert.id} name=${name} />`}
        ${expert.bio && html`<section><h2>About</h2>
          <p class="prose" dir="auto">${expert.bio}</p></section>`}
        <section><h2>Specialties</h2>
          <${Labels} items=${[...expert.specialty, ...(expert.secondarySpecialties || [])]} />
        </section>
        ${expert.skills?.length > 0 && html`<section><h2>Skills</h2>
          ${expert.skills.map(({ category, items }) => html`<h3 key=${category}>${category}</h3>
            <${Labels} items=${items} />`)}
        </section>`}
        ${LISTS.map(([title, member, show]) => html`<${Entries} key=${member} title=${title}
          items=${expert[member]} show=${show} />`)}
      </div>
      <aside class="panel box">
        <${Facts} items=${facts} omitEmpty />
        ${links.map(([label, url]) => html`<p key=${label}>
          <${ExternalLink} url=${url}>${label}<//></p>`)}
        ${session.value?.user.id !== expert.id &&
        html`<${Report} kind="profile" id=${expert.id} />`}
      </aside>
    </div>
  </article>`;
}

/** The match of an expert with a role of the reader, from which the reader came. */
function RoleMatch({ role, id, name }) {
  const { data } = useApi(findMatch, { id: role, ids: [id] });
  if (!data?.match) return null;
  return html`<section><h2>Match with your role</h2>
    <${Applied} kind="role" match=${data.match} />
    <${Match} match=${data.match} label="Match of ${name}" />
    <p><a href=${href(["roles", role, "matches"])}>All matches of the role</a></p>
  </section>`;
}

/** The match in the list of a role. Only its owner reads it. */
async function findMatch(params, signal) {
  const page = await readable(listRoleMatches(params, signal));
  return { match: page?.items[0] };
}

/** The way to a consultation, or for the expert to the own profile. */
function AskLink({ id, name }) {
  const isOwn = session.value?.user.id === id;
  const path = isOwn ? ["profile"] : ["consultations", "ask", id];
  const text = isOwn ? "Edit your profile" : "Ask for a consultation";
  return html`<p class="ask"><a class="button ${isOwn ? "" : "primary"}" href=${href(path)}>
    ${session.value ? text : "Sign in to ask for a consultation"}</a>
    ${" "}<${AskExpert} id=${id} name=${name} /></p>`;
}

/** The years of an entry, such as `2019–now`. */
export const span = ({ startYear, endYear, currentlyWorking }) =>
  [startYear, currentlyWorking ? "now" : endYear].filter(Boolean).join("–");

/**
 * The lists of a profile: title, member, and [what an entry is, facts, text].
 *
 * @type {Array<[title: string, member: "outcomes" | "background" | "credentials" | "education", show: (entry: any) => any[]]>}
 */
const LISTS = [
  ["Outcomes", "outcomes", ({ title, metric, description }) => [title, [metric], description]],
  ["Background", "background", (one) => [
    one.role || one.company, [one.role && one.company, span(one)], one.description]],
  ["Credentials", "credentials", ({ name, issuer, year }) => [name, [issuer, year]]],
  ["Education", "education", (one) => [
    one.school, [one.degree, one.fieldOfStudy, span(one), one.grade]]],
];

function Entries({ title, items, show }) {
  if (!items?.length) return null;
  const entry = (item, index) => {
    const [name, facts, text] = show(item);
    return html`<li key=${index}><b dir="auto">${name}</b>
      <div class="quiet" dir="auto">${facts.filter(Boolean).join(" · ")}</div>
      ${text && html`<div dir="auto">${text}</div>`}</li>`;
  };
  return html`<section><h2>${title}</h2><ul class="entries plain-list">${items.map(entry)}</ul></section>`;
}
