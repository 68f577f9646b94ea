// The notes of administrators about an account or a posting.
import { Action, Card, Form, Loaded, Rows, When, ask, call, changed, html, useCall, useState }
  from "../../ui/library.js";

const MOST = 100;
const FIELDS = [{
  name: "text", label: "New note", type: "textarea", rows: 3, required: true,
  hint: "The person this is about gets the text in an export of their data, without your name.",
}];

/** `kind` is `account`, `role` or `job`, and `id` that of the record. */
export function Notes({ kind, id }) {
  const state = useCall("adminListNotes", { subject: id, limit: MOST });
  const [turn, setTurn] = useState(0);
  async function submit({ text }) {
    await call("adminAddNote", {}, { subject: { kind, id }, text });
    // When the form has removed its draft, an empty one takes its place.
    setTimeout(() => setTurn(turn + 1));
    changed("The note was added.", state.reload);
  }
  const show = (/** @type {Item<"adminListNotes">} */ note) => html`<div>
      <p class="prose">${note.text}</p>
      <div class="quiet">
        ${note.author?.name || "An administrator"}, <${When} at=${note.createdAt} />
      </div>
    </div>
    <div class="actions">
      <${Action} aria-label="Delete the note" run=${() => remove(note, state.reload)}>Delete<//>
    </div>`;
  return html`<${Card} title="Notes">
    <${Form} key=${turn} draft="note ${id}" fields=${FIELDS} label="Add" submit=${submit} />
    <${Loaded} state=${state}>
      ${({ items, total }) => html`<${Rows} items=${items} show=${show} empty="No notes yet." />
        ${total > items.length && html`<p class="quiet">The newest ${MOST} are shown.</p>`}`}
    <//>
  <//>`;
}

function remove({ id }, reload) {
  return ask({
    title: "Delete the note", text: "No administrator can read it any more.",
    label: "Delete", danger: true, done: "The note was deleted.", reload,
    submit: () => call("adminDeleteNote", { id }),
  });
}
