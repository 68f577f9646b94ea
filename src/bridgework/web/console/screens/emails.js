// E-mails: what was sent, what waits and what failed; and the e-mails that administrators write.
import { Action, Card, Empty, Facts, Form, Listing, PreviewedForm, Tabbed, actions,
  call, changed, faultAt, filled, go, html, nameOf, number, oneOf, route, session, state, time,
  toast, useState } from "../ui.js";
import { Templates } from "./templates.js";

const PARTS = [
  ["all", "Sent and waiting", Outbox], ["custom", "Write to a person", Custom],
  ["introduction", "Introduce two people", Introduction], ["templates", "Templates", Templates],
];

export function Emails({ path: [part = "all"] }) {
  const [, title] = PARTS.slice(1).find(([key]) => key === part) || [, "E-mails"];
  return html`<${Tabbed} address="emails" parts=${PARTS} part=${part} label="Views"
    title=${title} />`;
}

const WAITING = [["queued", "Waiting"], ["retrying", "Waiting for another attempt"]];
const FILTERS = [
  oneOf("state", "State", [...WAITING, "sent", ["dead", "Failed (dead)"]]),
  { name: "kind", type: "search", placeholder: "calendar/event_invitation" },
];
const COLUMNS = [
  { key: "to", label: "To" }, { key: "kind", label: "Kind" }, state("state", "State"),
  time("createdAt", "Written"), time("sentAt", "Sent"),
  { key: "attempts", label: "Attempts", show: ({ attempts }) => number(attempts) },
  time("nextAttemptAt", "Next attempt"),
  { key: "fault", label: "Fault", show: ({ fault }) => html`<span class="fault">${fault}</span>` },
  actions(showRetry),
];

function Outbox() {
  return html`<${Listing} operation="adminListEmails" name="emails" filters=${FILTERS}
    columns=${COLUMNS}
    empty="No e-mail matches. Every e-mail of the server appears here, without its text." />`;
}

function showRetry({ id, to, state }, reload) {
  async function retry() {
    await call("adminRetryEmail", { id });
    changed(`The e-mail to ${to} waits to be sent again.`, reload);
  }
  return state === "dead" && html`<${Action} run=${retry}>Retry<//>`;
}

const SUBJECT = { name: "subject", required: true };
const BODY = {
  name: "body", label: "Text", type: "textarea", rows: 14, required: true,
  hint: "Plain text, without markup.",
};
const TYPES = [
  ["admin_custom_connect_call", "An offer of a call"],
  ["admin_custom_founder_invite", "An invitation by the founders"],
];
const CUSTOM_FIELDS = [
  { name: "to", type: "email", required: true, hint: "The e-mail address of an account." },
  { name: "type", type: "select", options: TYPES }, SUBJECT, BODY,
];

/** What the recipient reads. The text has no markup, so line breaks are all its form. */
function preview({ to, subject, body }) {
  return html`<${Card} title="Preview">
    <${Facts} items=${[["To", to || "–"], ["Subject", html`<b>${subject || "–"}</b>`]]} />
    ${body ? html`<p class="prose">${body}</p>` : html`<${Empty}>The text appears here.<//>`}
  <//>`;
}

/** One of the two custom e-mails. `?to=` in the address is the e-mail address of the account. */
function Custom() {
  const { to = "" } = route.value.query;
  const [turn, setTurn] = useState(0);
  async function submit({ to: email, type, subject, body }) {
    const account = await accountOf(email);
    if (!account) {
      throw faultAt("to", "The e-mail was not sent.", "No account has this e-mail address.");
    }
    await call("adminSendCustomEmail", { id: account.id }, { type, subject, body });
    toast(`The e-mail to ${nameOf(account)} waits to be sent.`);
    // When the form has removed its draft, an empty one takes its place.
    setTimeout(() => setTurn(turn + 1));
  }
  return html`<${PreviewedForm} key=${turn} draft="e-mail" fields=${CUSTOM_FIELDS} label="Send"
    values=${{ to, type: TYPES[0][0] }} submit=${submit} preview=${preview} />`;
}

const EMAIL = { type: "email" };
const LINK = { placeholder: "https://" };
const INTRODUCTION_FIELDS = [
  ["recipientFirstName", "Recipient: first name", { required: false }],
  ["recipientProfessionalNetwork", "Recipient: profile", LINK],
  ["introducerFirstName", "Introducer: first name"],
  ["introducerEmail", "Introducer: e-mail", EMAIL],
  ["introducerProfessionalNetwork", "Introducer: profile", LINK],
  ["introduceeFirstName", "Introducee: first name"],
  ["introduceeFullName", "Introducee: full name"], ["introduceeTitle", "Introducee: title"],
  ["introduceeCompany", "Introducee: company"], ["introduceeEmail", "Introducee: e-mail", EMAIL],
  ["introduceeProfessionalNetwork", "Introducee: profile", LINK],
  ["introduceeSchedulingLink", "Introducee: scheduling link", LINK],
  ["introReason", "Why they should meet", { type: "textarea" }], ["senderName", "Sender: name"],
  ["senderTitle", "Sender: title"], ["senderOrg", "Sender: organization"],
].map(([name, label, more]) => ({ name, label, required: true, ...more }));

/** The introduction: the facts, then the text that the API writes from them, edited and sent. */
function Introduction() {
  const [written, setWritten] = useState(null);
  async function write(input) {
    const text = await call("adminPreviewIntroEmail", {}, filled(input));
    setWritten({ ...text, ...input, turn: (written?.turn || 0) + 1 });
  }
  async function send({ subject, body }) {
    const { introducerEmail, introduceeEmail } = written;
    await call("adminSendIntroEmail", {}, { subject, body, introducerEmail, introduceeEmail });
    toast(`The introduction to ${introduceeEmail} and ${introducerEmail} waits to be sent.`);
    go(["emails"]);
  }
  return html`<div class="split even editor">
    <${Card} title="Facts">
      <${Form} draft="introduction" fields=${INTRODUCTION_FIELDS}
        values=${{ senderName: nameOf(session.value.user) }}
        submit=${write} label="Preview" />
    <//>
    <${Card} title="Text">
      ${written
        ? html`<p class="quiet">To ${written.introduceeEmail} and ${written.introducerEmail}</p>
            <${Form} key=${written.turn} fields=${[SUBJECT, BODY]} values=${written}
              submit=${send} label="Send" />`
        : html`<${Empty}>The text of the introduction appears here, to be edited and sent.<//>`}
    <//>
  </div>`;
}

/** The account with an e-mail address, or undefined. */
async function accountOf(email) {
  const wanted = email.trim().toLowerCase();
  if (!wanted) return undefined;
  const { items } = await call("adminListUsers", { search: wanted, limit: 100 });
  return items.find((one) => one.email.toLowerCase() === wanted);
}
