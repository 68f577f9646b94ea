// The introductions that a member received, and those that the member asked for.
import { acceptIntroduction, declineIntroduction, listMyIntroductions, withdrawIntroduction }
  from "../api/introductions.js";
import { useLive } from "../live.js";
import { askToBlock } from "../parts/introduce.js";
import { More, usePages } from "../parts/pages.js";
import { Action, Badge, Loaded, Tabs, Verified, When, ask, changed, date, href, html, route,
  useState } from "../ui.js";

const LIMIT = 50;
const ADDRESSES = { job: "jobs", role: "roles", expert: "experts", vendor: "vendors" };
const NONE = {
  in: html`Nobody has asked you for an introduction. Members find you by your profile.${" "}
    <a href=${href(["profile"])}>Edit your profile</a>`,
  out: html`You have not asked for an introduction. Open an expert, a vendor or a posting, and
    choose “Ask for an introduction”. <a href=${href(["experts"])}>Find an expert</a>`,
};

export function Introductions() {
  const box = route.value.query.box === "out" ? "out" : "in";
  const state = usePages(listMyIntroductions, { box, limit: LIMIT });
  useLive(["introduction", "job.invited", "role.invited"], state.reload);
  const tabs = [
    ["in", "Received", href(["introductions"])],
    ["out", "Asked for", href(["introductions"], { box: "out" })],
  ];
  return html`<section class="middle">
    <div class="page-head"><h1 tabindex="-1">Introductions</h1>
      <a class="button" href=${href(["settings", "contact"])}>Who may ask you</a></div>
    <${Tabs} label="Introductions" items=${tabs} active=${box} />
    <${Loaded} state=${state} one="introduction">
      ${({ items }) => html`${items.length === 0
        ? html`<p class="empty">${NONE[box]}</p>`
        : html`<ul class="records plain-list">${items.map((one) => html`<${Card} key=${one.id}
            one=${one} reload=${state.reload} />`)}</ul>`}
        <${More} state=${state} />`}
    <//>
  </section>`;
}

function Card({ one, reload }) {
  const { id, box, other, about, isInvitation, status, allowedActions } = one;
  const name = other.name || "A member";
  const may = (operation) => allowedActions.includes(operation.operationId);
  const decline = () => ask({
    title: "Decline this introduction?", label: "Decline", reload,
    text: `${name} is not notified, and cannot reach you for 90 days.`,
    submit: () => declineIntroduction({ id }), done: "Declined.",
  });
  const accept = async () => {
    await acceptIntroduction({ id });
    changed(`You see the contact of ${name} now, and ${name} sees yours.`, reload);
  };
  const withdraw = async () => {
    await withdrawIntroduction({ id });
    changed("Withdrawn.", reload);
  };
  return html`<li class="box">
    <div class="record-head">
      <h2><bdi>${name}</bdi><${Verified} of=${other} /></h2><${Badge} value=${status} />
    </div>
    <p class="quiet">${phrase(one)} <${About} about=${about} /> · <${When} at=${one.createdAt} />
      ${status === "pending" && ` · until ${date(one.lapsesAt)}`}</p>
    <${Note} one=${one} name=${name} />
    ${one.contactEmail && html`<p><b>Contact:</b> <bdi>${one.contactPerson}</bdi>,${" "}
      <a href="mailto:${one.contactEmail}"><bdi>${one.contactEmail}</bdi></a></p>`}
    ${may(acceptIntroduction) && html`<p class="quiet">Accept to see each other's contact.</p>`}
    <div class="actions">
      ${isInvitation && box === "in" && status === "pending" && html`<a class="button primary"
        href=${href([ADDRESSES[about.kind], about.id])}>See the posting and apply</a>`}
      ${may(acceptIntroduction) && html`<${Action} kind=${isInvitation ? "" : "primary"}
        aria-label="Accept the introduction of ${name}" run=${accept}>Accept<//>`}
      ${may(declineIntroduction) && html`<${Action}
        aria-label="Decline the introduction of ${name}" run=${decline}>Decline<//>`}
      ${may(withdrawIntroduction) && html`<${Action}
        aria-label="Withdraw the introduction to ${name}" run=${withdraw}>Withdraw<//>`}
      ${box === "in" && html`<${Action} kind="link" aria-label="Block ${name}"
        run=${() => askToBlock(other, reload)}>Block<//>`}
    </div>
  </li>`;
}

function phrase({ box, isInvitation }) {
  if (isInvitation) return box === "in" ? "Invites you to apply to" : "Invited to apply to";
  return box === "in" ? "Would like to meet you about" : "Asked about";
}

function About({ about: { kind, id, title, company } }) {
  const text = title || (kind === "vendor" ? "the vendor's page" : "the expert's page");
  return html`<a href=${href([ADDRESSES[kind], id])}><bdi>${text}</bdi></a>
    ${company && html` (<bdi>${company}</bdi>)`}`;
}

/** What the sender wrote. A contact in the note of a new member is shown on request. */
function Note({ one, name }) {
  const [isShown, setShown] = useState(false);
  if (!one.note) return null;
  if (one.noteHeld && !isShown) {
    return html`<p class="notice">${name} is new here, and the note has a link or a contact.${" "}
      <${Action} kind="link" run=${() => setShown(true)}>Show<//></p>`;
  }
  return html`<p class="prose" dir="auto">${one.note}</p>`;
}
