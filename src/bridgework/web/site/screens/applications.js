// The reader's applications to roles and jobs as a board by state.
import { Board } from "../../ui/board.js";
import { listMyJobApplications, listMyRoleApplications } from "../api/openings.js";
import { useLive } from "../live.js";
import { MOVES, endedAt } from "../parts/decisions.js";
import { kindsOf } from "../parts/navigation.js";
import { allOf } from "../parts/pages.js";
import { Choice, Loaded, Status, When, date, href, html, number, route, session, setQuery, useApi }
  from "../ui.js";
import { Application, LIVE } from "./application.js";

export { Application };

/** The columns of the board: the states of both kinds that mean the same to an applicant. */
const OPEN = [
  ["submitted"], ["reviewing", "shortlisted"], ["interview"], ["offered"], ["hired", "accepted"],
];
const ENDED = ["declined", "withdrawn"];
/** Where who applies and who posts goes on, by the kind of account. */
const APPLY = [["candidate", "jobs"], ["expert", "roles"]];
const POST = [["clinic", "jobs"], ["client", "roles"]];
/** The applications of both kinds, the newest first. Only experts apply to roles. */
async function loadMine(params, signal) {
  const isExpert = session.value.user.role === "expert";
  /** @type {(kind: string, list: any) => Promise<any[]>} */
  const of = async (kind, list) => (await allOf(list)(params, signal)).map((/** @type {any} */ one) =>
    ({ ...one, kind, posting: one[kind] }));
  const both = await Promise.all([
    of("job", listMyJobApplications), isExpert ? of("role", listMyRoleApplications) : [],
  ]);
  return both.flat().sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

export function Applications() {
  const state = useApi(loadMine, {});
  useLive(LIVE, state.reload);
  const shown = route.value.query.show || "open";
  const isShown = ({ status }) => ENDED.includes(status) === (shown === "ended");
  const count = state.data?.filter(isShown).length;
  return html`<h1 tabindex="-1">Applications</h1>
    <${Choice} label="Applications" value=${shown} options=${["open", "ended"]}
      choose=${(value) => setQuery({ show: value === "open" ? "" : value })} />
    <${Status} kind="visually-hidden" text=${state.data ? `${number(count)} ${shown}` : ""} />
    <${Loaded} state=${state}>
      ${(items) => html`<${Mine} items=${items} isEnded=${shown === "ended"} />`}
    <//>`;
}

function Mine({ items, isEnded }) {
  if (items.length === 0) return html`<${Nothing} />`;
  const states = [...new Set(items.map(({ kind }) => kind))]
    .flatMap((kind) => Object.keys(MOVES[kind]));
  const open = OPEN.map((column) => column.filter((state) => states.includes(state)));
  return html`<${Board} kind="applications" label="Applications by state" items=${items}
    states=${isEnded ? ENDED : open.filter((column) => column.length > 0)} show=${show} />`;
}

/** @param {any} properties */
function show({ id, kind, posting, createdAt, updatedAt, reason, ...own }) {
  const ended = endedAt(kind, own);
  const { title, currentTitle, companyName, location } = posting;
  return html`<a href=${href(["applications", id], { kind })}><b><bdi>${title}</bdi></b></a>
    ${currentTitle && html`<p class="quiet">Now: <bdi>${currentTitle}</bdi></p>`}
    ${ended && html`<p><b>This ${kind} ended on ${date(ended)}</b></p>`}
    <p class="quiet" dir="auto">${[companyName, location].filter(Boolean).join(" · ")}</p>
    ${reason && html`<p class="excerpt" dir="auto">${reason}</p>`}
    <p class="quiet">
      ${own.matchScore !== null && html`Your match: ${number(own.matchScore)} of 100<br />`}
      Applied <${When} at=${createdAt} />
      ${updatedAt !== createdAt && html`, changed <${When} at=${updatedAt} />`}</p>`;
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
