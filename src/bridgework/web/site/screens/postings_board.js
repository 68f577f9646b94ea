// The applications to a posting as a board by state, and the decisions of its owner.
import { useLive } from "../live.js";
import { MOVES, applicantName, decide, mayOpenCv, movesOf, openCv } from "../parts/decisions.js";
import { Action, Empty, Loaded, Portrait, When, href, html, loadAll, number, useData, useState,
  words } from "../ui.js";

const ENDS = ["declined", "withdrawn"];

export function Applications({ kind, posting: { id }, reload }) {
  const { listApplications } = kind.operations;
  const load = (signal) => loadAll(listApplications.operationId, { id }, signal);
  const state = useData(load, [id]);
  useLive([`${kind.noun}_application`], state.reload);
  const again = () => {
    state.reload();
    reload();
  };
  return html`<${Loaded} state=${state}>
    ${(items) => items.length === 0
      ? html`<${Empty}>Nobody has applied yet. You get an e-mail for each application.${" "}
          <a href=${href([kind.address, id, "matches"])}>See the ${kind.person}s who match</a>
        <//>`
      : html`<${Board} kind=${kind} items=${items} reload=${again} />`}
  <//>`;
}

function Board({ kind, items, reload }) {
  const [dragged, setDragged] = useState(null);
  const inState = (state) => items.filter(({ status }) => status === state);
  const ends = ENDS.filter((state) => inState(state).length > 0);
  const states = [...Object.keys(MOVES[kind.noun]), ...ends];
  const targets = dragged ? Object.keys(movesOf(kind.noun, dragged)) : [];
  const column = (state) => {
    const isTarget = targets.includes(state);
    const drop = (event) => {
      event.preventDefault();
      setDragged(null);
      decide(kind.noun, dragged, state, reload);
    };
    return html`<section key=${state} aria-label=${words(state)} class=${isTarget ? "target" : ""}
      onDragOver=${isTarget && ((event) => event.preventDefault())} onDrop=${isTarget && drop}>
      <h2>${words(state)} <span class="quiet">${number(inState(state).length)}</span></h2>
      <ul>${inState(state).map((one) => html`<${Card} key=${one.id} kind=${kind} application=${one}
        reload=${reload} setDragged=${setDragged} />`)}</ul>
    </section>`;
  };
  return html`<div class="board applications" tabindex="0" role="region" aria-live="polite"
    aria-label="Applications by state">${states.map(column)}</div>`;
}

function Card({ kind, application, reload, setDragged }) {
  const { id, applicant, message, reason, createdAt } = application;
  const name = applicantName(application);
  const moves = Object.entries(movesOf(kind.noun, application));
  const about = [applicant.title, applicant.location].filter(Boolean).join(" · ");
  const start = (event) => {
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", id);
    setDragged(application);
  };
  return html`<li draggable=${moves.length > 0} onDragStart=${start}
    onDragEnd=${() => setDragged(null)}>
    <div class="card-person">
      <${Portrait} url=${applicant.avatarUrl} name=${name} />
      <div><a href=${href(["applications", id], { kind: kind.noun })}><b><bdi>${name}</bdi></b></a>
        <div class="quiet" dir="auto">${about}</div></div>
    </div>
    ${message && html`<p class="excerpt" dir="auto">${message}</p>`}
    ${reason && html`<p class="quiet" dir="auto">Your note: ${reason}</p>`}
    <p class="quiet">Applied <${When} at=${createdAt} /></p>
    <div class="actions">
      ${mayOpenCv(application) && html`<${Action} aria-label="CV of ${name}"
        run=${() => openCv(application)}>CV<//>`}
      ${moves.map(([to, label]) => html`<${Action} key=${to} aria-label="${label}: ${name}"
        kind=${to === "declined" ? "link" : ""}
        run=${() => decide(kind.noun, application, to, reload)}>${label}<//>`)}
    </div>
  </li>`;
}
