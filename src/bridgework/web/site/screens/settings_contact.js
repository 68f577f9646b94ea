// Who may ask the member for an introduction, and whom the member has blocked.
import { getContactSettings, listBlocks, unblock, updateContactSettings }
  from "../api/introductions.js";
import { More, usePages } from "../parts/pages.js";
import { Action, Form, Loaded, When, changed, html, useApi } from "../ui.js";

const FIELDS = [
  { name: "introductions", label: "Who may ask you for an introduction?", type: "select",
    options: [["everybody", "Everybody"], ["verified", "Verified members"], ["nobody", "Nobody"]],
    hint: "Requests of others do not reach you, and they are not notified." },
  { name: "emailAfterMinutes", label: "E-mail after how many minutes?", type: "number",
    required: true, hint: "From 0 to 120. You get no e-mail about what you have answered before." },
];

export function Contact() {
  const state = useApi(getContactSettings, {});
  async function save({ introductions, emailAfterMinutes }) {
    await updateContactSettings({}, { introductions, emailAfterMinutes: Number(emailAfterMinutes) });
    changed("Saved.", state.reload);
  }
  return html`<${Loaded} state=${state}>${(data) => html`
      <${Form} fields=${FIELDS} values=${data} submit=${save} />`}<//>
    <h2>Blocked members</h2><${Blocked} />`;
}

function Blocked() {
  const state = usePages(listBlocks, { limit: 50 });
  const end = ({ id, name }) => async () => {
    await unblock({ id });
    changed(`${name || "The member"} is not blocked any more.`, state.reload);
  };
  return html`<${Loaded} state=${state} one="blocked member">${({ items }) => html`
    ${items.length === 0
      ? html`<p class="empty">You have blocked nobody. You find “Block” beside an introduction.</p>`
      : html`<ul class="rows plain-list">${items.map((one) => html`<li key=${one.id}>
          <span><b><bdi>${one.name || "A member"}</bdi></b>
            <span class="hint">Since <${When} at=${one.blockedAt} /></span></span>
          <${Action} aria-label="Unblock ${one.name || "the member"}"
            run=${end(one)}>Unblock<//></li>`)}</ul>`}
    <${More} state=${state} />`}<//>`;
}
