// Decisions. One that sends an e-mail is held for ten seconds, in which it can be taken back; it is
// sent at once when the page is left, and before the administrator signs out.
import { signal } from "@preact/signals";
import { Action, ask, call, changed, draftKey, html, isCommand, mustBeFaultless, nameOf, report,
  toast, undoNewest, useData, write } from "../../ui/library.js";
import { renewed, session } from "../session.js";
import { explain, forgetRefused, ifUnchanged, seenAs } from "./changes.js";
import { reasonTemplate, withoutTemplate } from "./templates.js";

export const REASON = { name: "reason", type: "textarea" };
/** Milliseconds for which a decision is held. */
const HOLD = 10_000;
/** The decisions that are held or on their way, oldest first. */
const held = signal([]);
let isLeaving = false;

/** Whether a decision on the record with this ID is held, or on its way. */
export const isHeld = (id) => held.value.some(({ ids }) => ids.includes(id));

/**
 * What a decision on a record sends, as a text, or nothing.
 *
 * @param {{ mail?: Decision["mail"] }} decision
 * @param {any} record
 */
export const mailOf = ({ mail }, record) => (typeof mail === "function" ? mail(record) : mail);

/**
 * The buttons of the decisions on a record, for `decide`; none while one is held. A row of a list has
 * no version: `read` reads the record that is decided on.
 *
 * @param {{ record: any, decisions: Decision[], isNamed?: boolean, read?: (row: any) => any } & DecisionContext} properties
 */
export function Decisions({ record, decisions, isNamed, read = (row) => row, ...context }) {
  if (isHeld(record.id)) return html`<span class="quiet">A decision is about to be sent.</span>`;
  const button = (one) => html`<${Action} key=${one.label} kind=${one.kind}
    aria-label=${isNamed && `${one.label}: ${context.title}`}
    run=${async () => decide(await read(record), one, context)}>${one.label}<//>`;
  return decisions.map(button);
}

/**
 * Make a decision on a record with a `title`. A decision is {label, kind, request(record, input),
 * fields, text, hasTemplates, mail, to, undo(record), after(record)}. With `fields`, a dialog asks
 * for them; the template of a reason names `about`. `mail` is what is sent to the person that
 * `owner(record)` resolves to, or to those whom the text `to` names: then the decision is held, and
 * otherwise `undo` can take it back. `leave` is called when it is held or made, `after` in place of
 * `reload`. The version that the reader sees is sent with it. Resolves to the response, or to false
 * if the reader cancels or takes it back.
 *
 * @param {{ id: string }} record
 * @param {Decision} decision
 * @param {DecisionContext} context
 */
export async function decide(record, decision, { title, about = title, owner, ...context }) {
  const { label, kind, fields, hasTemplates, request, undo, after } = decision;
  const reload = after ? undefined : context.reload;
  const to = decision.to ?? owner?.(record);
  const template = hasTemplates ? [reasonTemplate(await to, about)] : [];
  const mail = mailOf(decision, record);
  const heading = `${label}: ${title}`;
  const before = seenAs(record);
  const response = await decideAll([record.id], {
    options: ifUnchanged(record),
    onRefused(error) {
      explain(error, record, before);
      if (!mail) context.reload?.();
    },
    ...decision, ...context, title: heading, danger: kind === "danger", mail, to, reload,
    fields: fields && [...template, ...fields], request: (input) => request(record, input),
  });
  if (response === false) return false;
  forgetRefused(record.id);
  if (!mail) changed(heading, reload, undo && (() => undo(record)));
  after?.(record);
  return response;
}

/**
 * Make a decision on the records with these IDs: see `decide`.
 *
 * @param {string[]} ids
 * @param {Omit<Decision, "request" | "label"> & { label?: string, title: string, danger?: boolean, request: (input: any) => ApiRequest, options?: CallOptions,
 *   onRefused?: (error: any) => void, reload?: () => void, leave?: () => void, values?: any }} decision
 */
export async function decideAll(ids, { title, fields, mail, to, request, ...decision }) {
  const { options, onRefused } = decision;
  const { leave, reload } = decision;
  const dialog = { ...decision, title, fields, draft: `${title} ${ids}`, undo: null };
  let input;
  function submit(values) {
    input = withoutTemplate(values);
    const made = request(input);
    const isMissing = ({ name, required }) => required && !input[name].trim();
    const missing = fields.filter(isMissing).map(({ name }) => [name, "This is required."]);
    mustBeFaultless(Object.fromEntries(missing));
    return mail ? made : sendOne({ made, options, onRefused });
  }
  const made = fields
    ? await ask({ ...dialog, submit })
    : mail ? request({}) : await sendOne({ made: request({}), options, onRefused });
  if (made === false || (mail && ids.some(isHeld))) return false;
  leave?.();
  if (!mail) return made;
  const response = await hold({ title, ids, mail, to, made, options, onRefused }).catch((error) => error);
  const isSent = response !== false && !(response instanceof Error);
  // What was typed is there again if the decision is made once more.
  if (input && !isSent) write("localStorage", draftKey(dialog.draft), JSON.stringify(input));
  if (response !== false && !isLeaving) reload?.();
  if (response instanceof Error) throw response;
  return response;
}

/**
 * Hold what a form sends, as decisions are held: `title`, `mail` and `to` as of `decide`, `made` is
 * the request. If it is taken back or fails, `input` is the draft of the form again, and `back()` is
 * called.
 *
 * @param {{ title: string, mail: string, to: any, made: ApiRequest, back: () => void, draft?: string, input?: any }} decision
 */
export async function sendLater({ draft, input, back, ...decision }) {
  const response = await hold({ ids: [], ...decision }).catch((error) => error);
  if (response !== false && !(response instanceof Error)) return;
  if (draft) write("localStorage", draftKey(draft), JSON.stringify(input));
  if (response) report(response);
  back();
}

/**
 * @param {{ made: ApiRequest, options?: CallOptions, onRefused?: (error: any) => void }} decision
 * @param {CallOptions} [more]
 */
async function sendOne({ made, options, onRefused }, more) {
  const [operation, params, body] = made;
  try {
    return await call(operation, params, body, { ...options, ...more });
  } catch (error) {
    onRefused?.(error);
    throw error;
  }
}

/**
 * Hold a decision. Resolves to its response, or to false if it is taken back.
 *
 * @param {{ title: string, mail: any, to: any, ids: string[], made: ApiRequest, options?: CallOptions, onRefused?: (error: any) => void }} decision
 */
function hold({ title, mail, to, ...decision }) {
  const { user, expiresAt } = session.value;
  // A request that is sent when the page is left cannot wait for another token.
  if (Date.parse(expiresAt) < Date.now() + 2 * HOLD) renewed(session.value).catch(report);
  return new Promise((resolve, reject) => {
    const fail = ({ message }) => reject(new Error(`${title}: not sent. ${message}`));
    const one = { ...decision, user, resolve, fail, close: () => {} };
    const text = html`<${Text} title=${title} mail=${mail} to=${to} />`;
    one.close = toast(text, {
      title, undo: () => takeBack(one), send: () => send(one), seconds: HOLD / 1000,
    });
    held.value = [...held.value, one];
  });
}

function Text({ title, mail, to }) {
  const { data = "the owner" } = useData(async () => to, []);
  const recipient = typeof data === "string" ? data : nameOf(data);
  return html`<b>${title}.</b> Sends ${mail} to ${recipient}.`;
}

function drop(one) {
  one.close();
  held.value = held.value.filter((other) => other !== one);
}

function takeBack(one) {
  drop(one);
  one.resolve(false);
}

async function send(one) {
  if (one.isSent) return;
  one.isSent = true;
  one.close();
  try {
    if (session.value?.user.id !== one.user.id) throw new Error("The session has ended.");
    one.resolve(await sendOne(one, { keepalive: true }));
  } catch (error) {
    one.fail(error);
  } finally {
    drop(one);
  }
}

/** Send what is held before the page or the session ends, and wait until each is sent or failed. */
export async function sendHeld() {
  isLeaving = true;
  await Promise.all(held.value.map(send));
  setTimeout(() => (isLeaving = false));
}

addEventListener("pagehide", sendHeld);
addEventListener("keydown", (event) => {
  if (event.key === "u" && isCommand(event)) undoNewest();
});
