// The buttons with which a member asks for an introduction, or invites to apply.
import { block, requestIntroduction } from "../api/introductions.js";
import { listMyJobs, listMyRoles } from "../api/postings.js";
import { Action, ask, html, moment, session } from "../ui.js";

const MOST = 500;
const CLIENTS = ["client", "rpo"];
const CLINICS = ["clinic_owner", "recruiter"];
const CONSENT = `If they accept, both of you see each other's contact: the name and e-mail address of
  your account, or the contact of your posting. If nobody answers, it ends in 14 days.`;

const isClient = () => CLIENTS.includes(session.value?.user.role);
const isClinic = () => CLINICS.includes(session.value?.user.jobsRole);

/** A text of several lines with the number of its letters. */
function Counted({ value = "", onInput, attributes }) {
  return html`<textarea ...${attributes} rows="5" maxlength=${MOST} value=${value}
    onInput=${({ currentTarget }) => onInput(currentTarget.value)}></textarea>
  <p class="quiet">${value.length} of ${MOST} letters</p>`;
}

const NOTE = { name: "note", label: "Your note", required: true, control: Counted,
  hint: "Say who you are, and what it is about." };

async function send(recipientId, about, note) {
  try {
    return await requestIntroduction({}, { recipientId, about, note });
  } catch (error) {
    if (error.code !== "introduction_limit_reached") throw error;
    const from = moment(error.body.availableAt);
    error.message = `You have asked for as many introductions as you may. The next one is possible
      from ${from}.`;
    throw error;
  }
}

/** Ask for one about a profile or posting, which is {kind, id}. */
function introduce(recipientId, name, about, title = `Ask ${name} for an introduction`) {
  return ask({
    title, text: CONSENT, fields: [NOTE], label: "Send", draft: `introduction-${about.id}`,
    submit: ({ note }) => send(recipientId, about, note),
    done: "Sent. You find it under Introductions in your menu.",
  });
}

/** Invite to apply to one of the member's open postings. */
async function invite(recipientId, name, kind) {
  const [list, status] = kind === "job" ? [listMyJobs, "approved"] : [listMyRoles, "active"];
  const { items } = await list({ status, limit: 100 });
  const options = items.map(({ id, roleNeeded }) => [id, roleNeeded]);
  if (options.length === 0) {
    throw new Error(`You have no open ${kind}. Post one, and invite people when it is approved.`);
  }
  const about = { name: "about", label: `Which ${kind}?`, type: "select", options };
  return ask({
    title: `Invite ${name} to apply`, text: CONSENT, fields: [about, NOTE], label: "Invite",
    draft: `invitation-${recipientId}`, values: { about: options[0][0] },
    submit: ({ about: id, note }) => send(recipientId, { kind, id }, note),
    done: `${name} is invited.`,
  });
}

/** The buttons on the page of an expert. */
export function AskExpert({ id, name }) {
  if (session.value?.user.id === id || !(isClient() || isClinic())) return null;
  const about = { kind: "expert", id };
  return html`<${Action} run=${() => introduce(id, name, about)}>Ask for an introduction<//>
    ${isClient() && html` <${Action} run=${() => invite(id, name, "role")}>Invite to apply<//>`}`;
}

/** The button on the page of a vendor. */
export const AskVendor = ({ id, name }) => html`<p><${Action} kind="primary"
  run=${() => introduce(id, name, { kind: "vendor", id })}>Ask for an introduction<//></p>`;

/** The button on the page of a candidate. */
export const InviteCandidate = ({ id, name }) => html`<${Action}
  run=${() => invite(id, name, "job")}>Invite to apply<//>`;

/** The button beside a person who matches a posting. */
export const Invite = ({ kind, posting, id, name }) => html`<${Action}
  aria-label="Invite ${name} to apply" run=${() =>
    introduce(id, name, { kind, id: posting.id }, `Invite ${name} to ${posting.roleNeeded}`)}>
  Invite to apply<//>`;

/** The button on an open posting, for who may apply to it. */
export function AskOwner({ kind, posting: { id, userId, owner, roleNeeded, status } }) {
  const { role, jobsRole } = session.value?.user ?? {};
  const mayAsk = kind === "job" ? jobsRole === "candidate" : role === "expert";
  const isOpen = status === (kind === "job" ? "approved" : "active");
  if (!mayAsk || !isOpen || userId === session.value.user.id) return null;
  const title = `Ask ${owner?.name || "the owner"} about ${roleNeeded}`;
  return html`<p><${Action} run=${() => introduce(userId, "", { kind, id }, title)}>
    Ask for an introduction<//></p>`;
}

/** Ask whether to block a member. */
export const askToBlock = ({ id, name }, reload) => ask({
  title: `Block ${name || "this member"}?`, label: "Block", danger: true, reload,
  text: `You receive no introductions of each other any more, and neither sees the contact of the
    other. Nobody is notified of the block of ${name || "the member"}. You can end it in your
    settings.`,
  submit: () => block({ id }), done: "Blocked.",
});
