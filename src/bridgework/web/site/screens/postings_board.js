// The applications to a posting as a board by state, and the decisions of its owner.
import { Board } from "../../ui/board.js";
import { useLive } from "../live.js";
import { MOVES, applicantName, decide, declineSeveral, endedAt, isWaiting, mayOpenCv, movesOf,
  openCv } from "../parts/decisions.js";
import { Score } from "../parts/person.js";
import { Answered } from "../parts/offers.js";
import { allOf } from "../parts/pages.js";
import { Action, Empty, Loaded, Portrait, Verified, When, date, href, html, useApi, useState }
  from "../ui.js";

export function Applications({ kind, posting, reload }) {
  const { id } = posting;
  const { listApplications } = kind.operations;
  const state = useApi(allOf(listApplications), { id });
  useLive([`${kind.noun}_application`], state.reload);
  const again = () => {
    state.reload();
    reload();
  };
  return html`<${Loaded} state=${state} one="application">
    ${(items) => items.length === 0
      ? html`<${Empty}>Nobody has applied yet. You get an e-mail for each application.${" "}
          <a href=${href([kind.address, id, "matches"])}>See the ${kind.person}s who match</a>
        <//>`
      : html`<${Several} kind=${kind} posting=${posting} items=${items} reload=${again} />
          <${Moves} kind=${kind} items=${items} reload=${again} />`}
  <//>`;
}

/** The button that declines several applications at once, if several wait. */
function Several({ kind: { noun }, posting, items, reload }) {
  const waiting = items.filter((each) => isWaiting(noun, each));
  if (waiting.length < 2) return null;
  return html`<p><${Action}
    run=${() => declineSeveral(noun, posting, waiting, reload)}>Decline several<//></p>`;
}

/** A card is dragged to the next state, or moved by its buttons. */
function Moves({ kind: { noun }, items, reload }) {
  const [dragged, setDragged] = useState(null);
  function column(state) {
    if (!dragged || !(state in movesOf(noun, dragged))) return {};
    const onDrop = (event) => {
      event.preventDefault();
      setDragged(null);
      decide(noun, dragged, state, reload, items);
    };
    return { class: "target", onDrop, onDragOver: (event) => event.preventDefault() };
  }
  const card = (application) => ({
    draggable: Object.keys(movesOf(noun, application)).length > 0,
    onDragEnd: () => setDragged(null),
    onDragStart({ dataTransfer }) {
      dataTransfer.effectAllowed = "move";
      dataTransfer.setData("text/plain", application.id);
      setDragged(application);
    },
  });
  const show = (application) => html`<${Card} noun=${noun} application=${application}
    move=${(to) => decide(noun, application, to, reload, items)} />`;
  return html`<${Board} kind="applications" label="Applications by state" items=${items}
    states=${Object.keys(MOVES[noun])} endStates=${["declined", "withdrawn"]}
    column=${column} card=${card} show=${show} />`;
}

function Card({ noun, application, move }) {
  const { id, applicant, message, reason, createdAt, matchScore } = application;
  const name = applicantName(application);
  const about = [applicant.title, applicant.location].filter(Boolean).join(" · ");
  return html`<div class="card-person">
      <${Portrait} url=${applicant.avatarUrl} name=${name} />
      <div><a href=${href(["applications", id], { kind: noun })}><b><bdi>${name}</bdi></b></a>
        <${Verified} of=${applicant} />
        <div class="quiet" dir="auto">${about}</div></div>
    </div>
    ${endedAt(noun, application) && html`<p><b>This ${noun} ended on${" "}
      ${date(application.postingEndedAt)}</b></p>`}
    <${Answered} kind=${noun} name=${name} offerAnswer=${application.offerAnswer} />
    ${message && html`<p class="excerpt" dir="auto">${message}</p>`}
    ${reason && html`<p class="quiet" dir="auto">Your note: ${reason}</p>`}
    <p class="quiet">Applied <${When} at=${createdAt} />
      ${matchScore !== null && html` · <${Score} kind=${noun} application=${application} />`}</p>
    <div class="actions">
      ${mayOpenCv(application) && html`<${Action} aria-label="CV of ${name}"
        run=${() => openCv(application)}>CV<//>`}
      ${Object.entries(movesOf(noun, application)).map(([to, label]) => html`<${Action} key=${to}
        aria-label="${label}: ${name}" kind=${to === "declined" ? "link" : ""}
        run=${() => move(to)}>${label}<//>`)}
    </div>`;
}
