// The introduction of two people: the facts, the text that the API writes from them, and a match.
import { Action, Bar, Card, Empty, Form, Loaded, call, filled, get, go, html, nameOf, number,
  readObject, route, sendLater, session, setQuery, useData, useState, words, write } from "../ui.js";

const FIELDS = [
  ["recipientFirstName", "Recipient: first name"],
  ["recipientProfessionalNetwork", "Recipient: profile", "url"],
  ["introducerFirstName", "Introducer: first name"],
  ["introducerEmail", "Introducer: e-mail", "email"],
  ["introducerProfessionalNetwork", "Introducer: profile", "url"],
  ["introduceeFirstName", "Introducee: first name"],
  ["introduceeFullName", "Introducee: full name"], ["introduceeTitle", "Introducee: title"],
  ["introduceeCompany", "Introducee: company"], ["introduceeEmail", "Introducee: e-mail", "email"],
  ["introduceeProfessionalNetwork", "Introducee: profile", "url"],
  ["introduceeSchedulingLink", "Introducee: scheduling link", "url"],
  ["introReason", "Why they should meet", "textarea"], ["senderName", "Sender: name"],
  ["senderTitle", "Sender: title"], ["senderOrg", "Sender: organization"],
].map(([name, label, type]) => ({ name, label, type, required: name !== "recipientFirstName" }));
export const TEXT_FIELDS = [{ name: "subject", required: true }, {
  name: "body", label: "Text", type: "textarea", rows: 14, required: true,
  hint: "Plain text, without markup.",
}];
const WITH_MATCH = { name: "withMatch", label: "Show the points of the match", type: "checkbox" };
const OPERATIONS = { jobs: ["getJob", "listJobMatches"], roles: ["getRole", "listRoleMatches"] };
const MOST = 100;
const LONGEST_REASON = 500;
const SENT = "bridgework-console-introduced";

const sent = () => readObject("sessionStorage", SENT) || {};
const remember = (posting, person, isSent) => write("sessionStorage", SENT,
  JSON.stringify({ ...sent(), [`${posting} ${person}`]: isSent || undefined }));
/** The text of the introduction that was taken back last, by the draft of its facts. */
let takenBack = null;
/** Whether a person was introduced to the owner of a posting in this tab. */
export const isIntroduced = (posting, person) => `${posting} ${person}` in sent();

/**
 * `?kind=jobs&posting=ID&person=ID` in the address is the match that is the reason. The person is
 * introduced to the owner of the posting; with `reverse`, the owner to the person.
 */
export function Introduction() {
  const { kind, posting, person, reverse = "" } = route.value.query;
  /** @type {(signal: AbortSignal) => Promise<{ match?: any, facts?: any }>} */
  const load = (signal) => loadFacts(OPERATIONS[kind], posting, person, signal);
  const state = useData(load, [kind, posting, person], OPERATIONS[kind] ? undefined : {});
  return html`<${Loaded} state=${state}>
    ${({ match, facts }) => html`<${Writer} key=${`${posting} ${person} ${reverse}`} match=${match}
      values=${facts && valuesOf(facts, match, reverse)} />`}
  <//>`;
}

async function loadFacts([getOne, listMatches], id, personId, signal) {
  const profileOf = (account) => get("adminGetProfile", { id: account }, signal);
  const [posting, { items }, person] = await Promise.all([
    get(getOne, { id }, signal), get(listMatches, { id, limit: MOST }, signal),
    profileOf(personId),
  ]);
  const match = items.find(({ subject }) => subject.id === personId);
  return { match, facts: { posting, owner: await profileOf(posting.userId), person } };
}

/** Both people get the e-mail: the owner of the posting, and the person who matches it. */
function valuesOf({ posting: { roleNeeded, companyName }, owner, person }, match, reverse) {
  const [introducer, introducee] = reverse ? [person, owner] : [owner, person];
  const linkOf = ({ professional, vendor }) => professional?.professionalNetworkUrl ||
    vendor?.professionalNetworkUrl || professional?.personalWebsite;
  const names = [introducer.user.firstName, introducee.user.firstName].filter(Boolean);
  const company = introducee.professional?.company || (reverse && companyName);
  const reason = [`${roleNeeded}, ${companyName}.`, match?.matchInsights].filter(Boolean);
  return {
    recipientFirstName: names.join(" and "), recipientProfessionalNetwork: linkOf(introducer),
    introducerFirstName: introducer.user.firstName, introducerEmail: introducer.user.email,
    introducerProfessionalNetwork: linkOf(introducer),
    introduceeFirstName: introducee.user.firstName, introduceeFullName: nameOf(introducee.user),
    introduceeTitle: introducee.professional?.title, introduceeCompany: company || undefined,
    introduceeEmail: introducee.user.email, introduceeProfessionalNetwork: linkOf(introducee),
    introduceeSchedulingLink: introducee.vendor?.schedulingUrl,
    introReason: reason.join(" ").slice(0, LONGEST_REASON),
  };
}

/**
 * The facts, then the text, edited and sent.
 *
 * @param {any} properties
 */
function Writer({ match, values = {} }) {
  const { kind, posting, person, reverse } = route.value.query;
  const draft = ["introduction", posting, person, reverse].filter(Boolean).join(" ");
  const [written, setWritten] = useState(takenBack?.draft === draft ? takenBack.written : null);
  const [withMatch, setWithMatch] = useState(written?.withMatch ?? true);
  async function preview(input) {
    const text = await call("adminPreviewIntroEmail", {}, filled(input));
    setWritten({ ...text, ...input, withMatch, turn: (written?.turn || 0) + 1 });
  }
  async function send({ subject, body }) {
    const { introducerEmail, introduceeEmail } = written;
    const letter = { subject, body, introducerEmail, introduceeEmail };
    const { query } = route.value;
    sendLater({
      title: "Introduction", mail: "the introduction",
      to: `${introduceeEmail} and ${introducerEmail}`,
      made: ["adminSendIntroEmail", {}, match && withMatch ? { ...letter, match } : letter],
      back() {
        remember(posting, person, false);
        takenBack = { draft, written: { ...written, subject, body, withMatch } };
        go(["emails", "introduction"], query);
      },
    });
    if (!posting) return go(["emails"]);
    remember(posting, person, true);
    return go([kind, posting, "matches"]);
  }
  const hint = "The profile does not state this.";
  const isMissing = ({ name, required }) => required && name in values && !values[name];
  return html`<div class="split even editor">
    <${Card} title="Facts">
      ${posting && html`<p><${Action} kind="link"
        run=${() => setQuery({ reverse: reverse ? "" : "yes" })}>
        Introduce ${values.introducerFirstName || values.introducerEmail} to
        ${" "}${values.introduceeFullName} instead<//></p>`}
      <${Form} draft=${draft} values=${{ senderName: nameOf(session.value.user), ...values }}
        fields=${FIELDS.map((field) => (isMissing(field) ? { hint, ...field } : field))}
        submit=${preview} label="Preview" />
    <//>
    <${Card} title="Text">
      ${written
        ? html`<p class="quiet">To ${written.introduceeEmail} and ${written.introducerEmail}</p>
            <${Form} key=${written.turn} fields=${[...TEXT_FIELDS, ...(match ? [WITH_MATCH] : [])]}
              values=${written} submit=${send} label="Send"
              onChange=${(input) => setWithMatch(input.withMatch)}>
              ${match && withMatch && html`<${Points} ...${match} />`}
            <//>`
        : html`<${Empty}>The text of the introduction appears here, to be edited and sent.<//>`}
    <//>
  </div>`;
}

/** The bars of the e-mail, below its text. */
function Points({ matchScore, criteria }) {
  const bar = ({ name, points, weight }) => html`<${Bar} key=${name} value=${points} most=${weight}>
    ${name === "must_have" ? "Missing must-have" : words(name)}: ${number(points)}${" "}
    ${weight > 0 ? `of ${weight}` : "points"}
  <//>`;
  return html`<div class="points">
    <p><b>The match has ${number(matchScore)} of 100 points.</b></p>${criteria.map(bar)}
  </div>`;
}
