// The reader's applications to roles and jobs as a board by state.
import { listMyJobApplications, listMyRoleApplications } from "../api/openings.js";
import { useLive } from "../live.js";
import { MOVES } from "../parts/decisions.js";
import { kindsOf } from "../parts/navigation.js";
import { More, usePages } from "../parts/pages.js";
import { Choice, Loaded, When, href, html, number, route, session, setQuery, words }
  from "../ui.js";
import { Application, LIVE } from "./application.js";

export { Application };

const LIMIT = 50;
/** The columns of the board: the states of both kinds that mean the same to an applicant. */
const OPEN = [
  ["submitted"], ["reviewing", "shortlisted"], ["interview"], ["offered"], ["hired", "accepted"],
];
const ENDED = [["declined"], ["withdrawn"]];
/** Where who applies and who posts goes on, by the kind of account. */
const APPLY = [["candidate", "jobs"], ["expert", "roles"]];
const POST = [["clinic", "jobs"], ["client", "roles"]];
/** Instead of the list of a kind that the member cannot have. */
const none = async () => ({ items: [], nextCursor: null });

export function Applications() {
  const mayHaveRoles = session.value.user.role === "expert";
  const roles = usePages(mayHaveRoles ? listMyRoleApplications : none, { limit: LIMIT });
  const jobs = usePages(listMyJobApplications, { limit: LIMIT });
  useLive(LIVE, () => [roles, jobs].forEach(({ reload }) => reload()));
  const show = route.value.query.show || "open";
  const failed = [roles, jobs].find(({ error }) => error);
  const isLoaded = roles.data && jobs.data;
  const state = failed || { data: isLoaded && { roles: roles.data, jobs: jobs.data } || undefined };
  return html`<h1 tabindex="-1">Applications</h1>
    <${Choice} label="Applications" value=${show} options=${["open", "ended"]}
      choose=${(value) => setQuery({ show: value === "open" ? "" : value })} />
    <${Loaded} state=${state}>
      ${() => html`<${Board} items=${merged(roles, jobs)} isEnded=${show === "ended"} />`}
    <//>
    <${More} state=${roles} /><${More} state=${jobs} />`;
}

/** The applications of both kinds, the newest first. */
function merged(roles, jobs) {
  const of = (kind, { data }) => data.items.map((one) => ({ ...one, kind, posting: one[kind] }));
  const all = [...of("role", roles), ...of("job", jobs)];
  return all.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function Board({ items, isEnded }) {
  if (items.length === 0) return html`<${Nothing} />`;
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const states = kinds.flatMap((kind) => Object.keys(MOVES[kind]));
  const isUsed = (state) => isEnded || states.includes(state);
  const columns = (isEnded ? ENDED : OPEN).map((column) => column.filter(isUsed));
  return html`<div class="board applications" tabindex="0" role="region" aria-live="polite"
    aria-label="Applications by state">
    ${columns.filter((column) => column.length > 0).map((column) => {
      const title = words(column.join(" or "));
      const cards = items.filter(({ status }) => column.includes(status));
      return html`<section key=${title} aria-label=${title}>
        <h2>${title} <span class="quiet">${number(cards.length)}</span></h2>
        <ul>${cards.map((one) => html`<${Card} key=${one.id} application=${one} />`)}</ul>
      </section>`;
    })}
  </div>`;
}

function Card({ application: { id, kind, posting, createdAt, updatedAt, reason } }) {
  const { title, currentTitle, companyName, location } = posting;
  return html`<li>
    <a href=${href(["applications", id], { kind })}><b><bdi>${title}</bdi></b></a>
    ${currentTitle && html`<p class="quiet">Now: <bdi>${currentTitle}</bdi></p>`}
    <p class="quiet" dir="auto">${[companyName, location].filter(Boolean).join(" · ")}</p>
    ${reason && html`<p class="excerpt" dir="auto">${reason}</p>`}
    <p class="quiet">Applied <${When} at=${createdAt} />
      ${updatedAt !== createdAt && html`, changed <${When} at=${updatedAt} />`}</p>
  </li>`;
}

/** What to do for who has not applied yet, or posts. */
function Nothing() {
  const kinds = kindsOf(session.value.user);
  const applies = APPLY.find(([kind]) => kinds.includes(kind));
  const [, path] = applies || POST.find(([kind]) => kinds.includes(kind)) || APPLY[0];
  if (!applies) {
    return html`<p class="empty">You have not applied to anything. Applications to what you post are
      with each posting: <a href=${href([path])}>your ${path}</a>.</p>`;
  }
  return html`<p class="empty">You have not applied yet. Look at what matches you:${" "}
    <a href=${href([path, "matching"])}>${path} for you</a>.</p>`;
}
