// E-mails: what was sent, what waits and what failed; and the e-mails that administrators write.
import { Card, Changed, Decisions, Empty, Facts, Listing, Members, Page, PreviewedForm, RecordPage, Tabbed,
  actions, call, emailTemplate, faultAt, filledIn, get, href, html, nameOf, number, oneOf, orNull,
  route, sendLater, state, time, useData, useState, withoutTemplate } from "../ui.js";
import { Introduction, TEXT_FIELDS } from "./introduction.js";
import { Templates } from "./templates.js";

const NOT_LISTED = ["id", "to", "version", "allowedActions", "subject", "text"];
const BACK = { href: href(["emails"]), label: "E-mails" };
/** @type {Part[]} */
const PARTS = [
  ["all", "Sent and waiting", Outbox], ["custom", "Write to a person", Custom],
  ["introduction", "Introduce two people", Introduction], ["templates", "Templates", Templates],
];

export function Emails({ path: [part = "all"] }) {
  const [, title] = PARTS.find(([key]) => key === part) || [];
  if (!title) return html`<${Email} key=${part} id=${part} />`;
  return html`<${Tabbed} address="emails" parts=${PARTS} part=${part} label="Views"
    title=${part === "all" ? "E-mails" : title} />`;
}

/** One e-mail with its text. Each opening is in the audit log. */
function Email({ id }) {
  const state = useData((signal) => orNull(get("adminGetEmail", { id }, signal)), [id]);
  return html`<${RecordPage} state=${state} noun="E-mail" back=${BACK}
    missing="There is no such e-mail. E-mails are stored for 90 days.">
    ${(email) => html`<${Page} title=${email.to} back=${BACK}
      actions=${showRetry(email, state.reload)}>
      <${Changed} record=${email} />
      <${Card}><${Members} record=${email} omit=${NOT_LISTED} /><//>
      <${Card} title=${email.subject || "Text"}>
        ${email.text ? html`<p class="prose">${email.text}</p>`
          : html`<${Empty}>The text was deleted: the e-mail expired, or tells of a person who was erased.<//>`}
      <//>
    <//>`}
  <//>`;
}

const WAITING = [["queued", "Waiting"], ["retrying", "Waiting for another attempt"]];
const FILTERS = [
  oneOf("state", "State", [...WAITING, "sent", ["dead", "Failed (dead)"]]),
  { name: "recipient", type: "search", placeholder: "name@example.com" },
  { name: "kind", type: "search", placeholder: "calendar/event_invitation" },
];
/** @type {Columns<"adminListEmails">} */
const COLUMNS = [
  { key: "to", label: "To",
    show: ({ id, to }) => html`<a href=${href(["emails", id])}>${to}</a>` }, { key: "kind", label: "Kind" }, state("state", "State"),
  time("createdAt", "Written"), time("sentAt", "Sent"),
  { key: "attempts", label: "Attempts", show: ({ attempts }) => number(attempts) },
  time("nextAttemptAt", "Next attempt"),
  { key: "fault", label: "Fault", show: ({ fault }) => html`<span class="fault">${fault}</span>` },
  actions(showRetry),
];

function Outbox() {
  return html`<${Listing} operation="adminListEmails" name="emails" nouns=${["e-mail"]}
    filters=${FILTERS}
    columns=${COLUMNS}
    empty="No e-mail matches. Every e-mail of the server appears here." />`;
}

/** @type {Decision} */
export const RETRY = {
  label: "Retry", decision: "retry", mail: "the e-mail again",
  request: ({ id }) => ["adminRetryEmail", { id }],
};

function showRetry(email, reload) {
  return email.state === "dead" && html`<${Decisions} record=${email} decisions=${[RETRY]}
    title=${email.to} owner=${({ to }) => to} reload=${reload} />`;
}

const TYPES = [
  ["admin_custom_connect_call", "An offer of a call"],
  ["admin_custom_founder_invite", "An invitation by the founders"],
];
export const CUSTOM_FIELDS = [{ name: "type", type: "select", options: TYPES }, ...TEXT_FIELDS];
export const CUSTOM_VALUES = { type: TYPES[0][0] };
const TO = { name: "to", type: "email", required: true, hint: "The e-mail address of an account." };

/** What the recipient reads. The text has no markup, so line breaks are all its form. */
function Preview({ to, ...texts }) {
  const address = /\S@\S+\.\S/.test(to) ? to : "";
  const { data: account } = useData(
    async () => (known.has(address) ? known.get(address) : accountOf(address)), [address],
  );
  const { subject, body } = filledIn(texts, account);
  return html`<${Card} title="Preview">
    <${Facts} items=${[["To", to || "–"], ["Subject", html`<b>${subject || "–"}</b>`]]} />
    ${body ? html`<p class="prose">${body}</p>` : html`<${Empty}>The text appears here.<//>`}
  <//>`;
}

/** One of the two custom e-mails. `?to=` in the address is the e-mail address of the account. */
function Custom() {
  const { to = "" } = route.value.query;
  const [turn, setTurn] = useState(0);
  async function submit({ to: address, ...texts }) {
    const account = await accountOf(address);
    if (!account) {
      throw faultAt("to", "The e-mail was not sent.", "No account has this e-mail address.");
    }
    const email = withoutTemplate(filledIn(texts, account));
    const renew = () => setTurn((former) => former + 1);
    sendLater({
      title: `E-mail to ${nameOf(account)}`, mail: "your text", to: account.email, draft: "e-mail",
      made: ["adminSendCustomEmail", { id: account.id }, email], input: { to: address, ...texts },
      back: renew,
    });
    // When the form has removed its draft, an empty one takes its place.
    setTimeout(renew);
  }
  return html`<${PreviewedForm} key=${turn} draft="e-mail" label="Send"
    fields=${[TO, emailTemplate(), ...CUSTOM_FIELDS]} values=${{ to, ...CUSTOM_VALUES }}
    submit=${submit} preview=${(values) => html`<${Preview} ...${values} />`} />`;
}

/** The accounts that were looked up, by the e-mail address, for previews. */
const known = new Map([["", undefined]]);

/** The account with an e-mail address, or undefined. */
async function accountOf(email) {
  const wanted = email.trim().toLowerCase();
  if (!wanted) return undefined;
  const { items } = await call("adminListUsers", { search: wanted, limit: 100 });
  known.set(email, items.find((one) => one.email.toLowerCase() === wanted));
  return known.get(email);
}
