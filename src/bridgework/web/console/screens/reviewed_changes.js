// What an owner changed of an active role, or a person of who they are after their verification.
import { Badge, Card, Decisions, Facts, Page, REASON, RecordPage, When, filled, get, href, html,
  orNull, ownerOf, useData, words } from "../ui.js";

const BACK = { href: href(["today"]), label: "Today" };
/** The screen of the record, and the kind of change as a title. */
const OF = {
  role_changed: { title: "Changed role", record: "roles", open: "Open the role" },
  identity_changed: { title: "Changed person", record: "people", open: "Open the person" },
};

/**
 * The decisions on a change of a kind.
 *
 * @param {string} kind
 * @returns {{ approve: Decision, reject: Decision }}
 */
export const changeReview = (kind) => {
  /**
   * @param {"adminConfirmChange" | "adminReverseChange"} operation
   * @param {(input: any) => Partial<Sent<"adminReverseChange">>} [body]
   * @returns {Decision["request"]}
   */
  const request = (operation, body) => ({ id }, input) =>
    [/** @type {any} */ (operation), { changeKind: kind, id }, body?.(input)];
  return {
    approve: {
      label: "Confirm", kind: "primary", decision: "confirm", mail: "“Your change was confirmed”",
      request: request("adminConfirmChange"),
    },
    reject: {
      label: "Reverse", kind: "danger", decision: "reverse", mail: "“Your change was reversed”",
      fields: [REASON], hasTemplates: true,
      text: "What changed is set back to what was accepted last. The owner is notified.",
      request: request("adminReverseChange", ({ reason }) => filled({ reason })),
    },
  };
};

export function ReviewedChanges({ path: [kind, id] }) {
  const load = async (signal) => OF[kind] && id
    ? orNull(get("adminGetChange", { changeKind: kind, id }, signal)) : null;
  const state = useData(load, [kind, id]);
  return html`<${RecordPage} state=${state} noun="Change" back=${BACK}
    missing="No change of this record waits. It may have been decided, or taken back.">
    ${(change) => html`<${Change} change=${change} reload=${state.reload} />`}
  <//>`;
}

function Change({ change, reload }) {
  const { kind, id, title, since, ownerId, members } = change;
  const { record, open, title: noun } = OF[kind];
  const { approve, reject } = changeReview(kind);
  const actions = html`<${Decisions} record=${change} title=${title} reload=${reload}
    owner=${() => ownerOf(ownerId)} decisions=${[approve, reject]} />`;
  return html`<${Page} title=${title} back=${BACK} actions=${actions}>
    <${Card} title=${noun}>
      <${Facts} items=${[
        ["State", html`<${Badge} value="waits for a decision" />`],
        ["Changed", html`<${When} at=${since} />`],
        ["Record", html`<a href=${href([record, id])}>${open}</a>`],
      ]} />
      <${Changes} members=${members} />
    <//>
  <//>`;
}

/** The members that changed, before and after. */
export const Changes = ({ members }) => html`<table class="changes">
  <thead><tr><th>Member</th><th>Before</th><th>Now</th></tr></thead>
  <tbody>${members.map((one) => html`<tr key=${one.member}>
    <th scope="row">${words(one.member)}</th>
    <td class="prose"><${Lines} tag="del" lines=${one.before} /></td>
    <td class="prose"><${Lines} tag="ins" lines=${one.after} /></td>
  </tr>`)}</tbody>
</table>`;

/** The lines of a value: one for each item of a list. */
function Lines({ tag, lines }) {
  if (lines.length === 0) return html`<span class="quiet">Not stated</span>`;
  return lines.map((line) => html`<div><${tag}>${line}<//></div>`);
}
