// What roles and jobs have in common: the own ones, and one of them. A `kind` has the differences.
import { getOptions } from "../api/options.js";
import { useLive } from "../live.js";
import { MOVES } from "../parts/decisions.js";
import { InReview } from "../parts/in_review.js";
import { allOf } from "../parts/pages.js";
import { Action, Badge, Loaded, Missing, Tabs, When, ask, counted, go, href, html, moment, number,
  useApi, useTitle, words } from "../ui.js";
import { Demands } from "../../ui/demands.js";
import { PostingText } from "./openings.js";
import { Applications } from "./postings_board.js";
import { EditPosting, NewPosting } from "./postings_form.js";
import { Matches } from "./postings_matches.js";

const PARTS = {
  undefined: Overview, edit: EditPosting, matches: Matches, applications: Applications,
};
const LEAVING = "Your account is to be erased. Members no longer see what you posted.";

export function Postings({ kind }) {
  const { operations: { listMine }, noun, title, address, person, Notice } = kind;
  const state = useApi(allOf(listMine), {});
  useLive([noun, `${noun}_application`], state.reload);
  const create = html`<a class="button primary" href=${href([address, "new"])}>Post a ${noun}</a>`;
  return html`<div class="page-head"><h1 tabindex="-1">${title}</h1>${create}</div>
    ${Notice && html`<${Notice} />`}
    <${Loaded} state=${state} one=${noun}>
      ${(postings) => postings.length === 0
        ? html`<section class="empty posting-start">
            <h2>Find the right ${person}</h2><p>${kind.intro}</p>
            <p><a class="button primary" href=${href([address, "new"])}>
              Post your first ${noun}</a></p>
          </section>`
        : groupsOf(kind, postings).map(([name, items]) => html`<section key=${name}
            class="postings"><h2>${name}</h2>
            <ul class="plain-list tight">${items.map((each) => html`<${Row} key=${each.id}
              kind=${kind} posting=${each} />`)}</ul>
          </section>`)}
    <//>`;
}

function groupsOf({ openState }, postings) {
  const groupOf = ({ status }) => status === openState ? "Open"
    : ["pending", "rejected"].includes(status) ? "Not open yet" : "Past";
  return ["Open", "Not open yet", "Past"]
    .map((name) => [name, postings.filter((each) => groupOf(each) === name)])
    .filter(([, items]) => items.length > 0);
}

function Row({ kind, posting }) {
  const { id, roleNeeded, companyName, location, status, createdAt, rejectionReason } = posting;
  const [text, part] = nextStep(kind, posting);
  return html`<li>
    <div>
      <h3><a href=${href([kind.address, id])}><bdi>${roleNeeded}</bdi></a></h3>
      <p class="quiet" dir="auto">
        ${[companyName, location].filter(Boolean).join(" · ")} · <${When} at=${createdAt} />
      </p>
      ${rejectionReason && html`<p dir="auto">The administrator: ${rejectionReason}</p>`}
      <p>${part ? html`<a href=${href([kind.address, id, part])}>${text}</a>` : text}</p>
    </div>
    <div class="posting-state"><${Badge} value=${status} /><${Counts} posting=${posting} /></div>
  </li>`;
}

function Counts({ posting }) {
  const counts = Object.entries(posting.applicationCounts || {}).filter(([, count]) => count > 0);
  if (counts.length === 0) return null;
  return html`<ul class="counts plain-list" aria-label="Applications">
    ${counts.map(([state, count]) => html`<li key=${state}>
      <b>${number(count)}</b> ${words(state).toLowerCase()}</li>`)}
  </ul>`;
}

/** The first reason why members do not see a posting, else its status. */
const whyOf = ({ visibility, status }) => visibility.reasons[0] ?? status;

/** What the owner does next with a posting: [text, part of the screen that it leads to]. */
function nextStep(kind, posting) {
  const { status, applicationCounts } = posting;
  const { noun, openState, person, states, again } = kind;
  if (again.includes(status)) return ["Edit it to post it again", "edit"];
  if (status !== openState) return [states[whyOf(posting)]];
  const inProgress = Object.keys(MOVES[noun]).slice(1, -1);
  const going = inProgress.reduce((sum, state) => sum + applicationCounts[state], 0);
  if (applicationCounts.submitted > 0) {
    return [`Answer ${counted(applicationCounts.submitted, "new application")}`, "applications"];
  }
  if (going > 0) return [`Go on with ${counted(going, "application")}`, "applications"];
  return [`See the ${person}s who match`, "matches"];
}

export function Posting({ kind, id, part }) {
  const options = useApi(getOptions, {});
  if (id === "new") {
    return html`<${Loaded} state=${options}>
      ${(data) => html`<${NewPosting} kind=${kind} steps=${kind.steps(data)} />`}
    <//>`;
  }
  return html`<${Existing} kind=${kind} id=${id} part=${part} options=${options} />`;
}

function Existing({ kind, id, part, options }) {
  const state = useApi(kind.operations.get, { id });
  const posting = state.data;
  useTitle(posting?.roleNeeded);
  useLive([kind.noun, `${kind.noun}_application`], state.reload);
  const isOwn = Boolean(posting?.applicationCounts);
  if (posting && !isOwn) return html`<${kind.Other} id=${id} part=${part} />`;
  if (state.error?.status === 404 || !(part in PARTS)) {
    return html`<${Missing} title="Not available"
      text="This ${kind.noun} is not open to you now, or the link is incomplete." />`;
  }
  const Part = PARTS[part];
  return html`<${Loaded} state=${options.data ? state : options}>
    ${() => html`<article class="one-posting">
      <${Head} kind=${kind} posting=${posting} part=${part} reload=${state.reload} />
      <${Part} kind=${kind} steps=${kind.steps(options.data)} posting=${posting}
        reload=${state.reload} />
    </article>`}
  <//>`;
}

function Head({ kind, posting, part, reload }) {
  const { id, roleNeeded, companyName, location, status, applicationCounts } = posting;
  const total = Object.values(applicationCounts || {}).reduce((sum, count) => sum + count, 0);
  const at = (name) => href([kind.address, id, name].filter(Boolean));
  const tabs = [
    ["", `The ${kind.noun}`, at()], ["matches", "Matches", at("matches")],
    ["applications", `Applications${total ? ` (${number(total)})` : ""}`, at("applications")],
  ];
  const [back, label] = part === "edit" ? [at(), `The ${kind.noun}`]
    : [href([kind.address]), kind.title];
  return html`<a class="back" href=${back}>${label}</a>
    <header class="page-head">
      <div>
        <h1 tabindex="-1"><bdi>${roleNeeded}</bdi></h1>
        <p class="quiet"><${Badge} value=${status} />${" "}
          <bdi>${[companyName, location].filter(Boolean).join(" · ")}</bdi></p>
      </div>
      ${part !== "edit" && html`<${Actions} kind=${kind} posting=${posting} reload=${reload} />`}
    </header>
    ${part !== "edit" &&
    html`<${Tabs} label="Parts of the ${kind.noun}" active=${part || ""} items=${tabs} />`}`;
}

/** What the caller may do with the posting now, as the API says. */
function Actions({ kind, posting, reload }) {
  const { operations: { update, close, remove }, noun, openState } = kind;
  const { id, roleNeeded, status, allowedActions, applicationCounts } = posting;
  const may = (operation) => operation && allowedActions.includes(operation.operationId);
  const open = Object.keys(MOVES[noun]).slice(0, -1)
    .reduce((sum, state) => sum + (applicationCounts?.[state] || 0), 0);
  const waiting = open > 0 ? `${counted(open, "application")} without a final answer. ` : "";
  const confirm = (label, state, submit, more = /** @type {object} */ ({ reload })) => ask({
    title: `${label}: ${roleNeeded}`, label, danger: true, text: waiting + kind.closing,
    done: `The ${noun} is ${state}.`, submit, ...more,
  });
  const fill = () =>
    confirm("Mark as filled", "filled", () => update({ id }, { status: "filled" }));
  const end = () => confirm(`Close the ${noun}`, "closed", () => close({ id }));
  const drop = async () => await confirm(`Delete the ${noun}`, "deleted", () => remove({ id }), {
    text: `${waiting}Applicants without a final answer get an e-mail that the ${noun} was
      removed. This cannot be undone.`,
  }) && go([kind.address]);
  return html`<div class="actions">
    ${may(update) && html`<a class="button" href=${href([kind.address, id, "edit"])}>Edit</a>`}
    ${may(update) && remove && status === openState &&
    html`<${Action} run=${fill}>Mark as filled<//>`}
    ${may(close) && html`<${Action} run=${end}>Close<//>`}
    ${may(remove) && html`<${Action} kind="danger" run=${drop}>Delete<//>`}
  </div>`;
}

function Overview({ kind, posting }) {
  const { status, rejectionReason, expiresAt, changeInReviewSince, warnings } = posting;
  const why = whyOf(posting);
  const [next, part] = nextStep(kind, posting);
  const closes = status === kind.openState && expiresAt;
  return html`<${InReview} since=${changeInReviewSince}>Members see the role as it is now.<//>
    <div class="notice ${why === "rejected" ? "bad" : ""}">
      <p>${kind.states[why] || LEAVING}${closes && ` It closes on ${moment(expiresAt)}.`}
        ${part && html` <a href=${href([kind.address, posting.id, part])}>${next}</a>`}</p>
      ${rejectionReason && html`<p><b>The administrator:</b>${" "}
        <span class="prose" dir="auto">${rejectionReason}</span></p>`}
    </div>
    <${Demands} warnings=${warnings}>
      <a href=${href([kind.address, posting.id, "edit"])}>Change the text</a>.<//>
    <div class="opening">
      <${PostingText} kind=${kind.seen} posting=${posting} note=${kind.contact} /></div>`;
}
