// Posting and editing: the same steps, with a preview before anything is sent.
import { ifUnchanged } from "../operation.js";
import { Form, go, href, html, nameOf, session, toast, useState } from "../ui.js";
import { PostingText, textOf, toInput, toMembers } from "./postings_fields.js";

export function NewPosting({ kind, steps }) {
  const { noun, title, address, operations } = kind;
  const { user } = session.value;
  const contactPerson = user.firstName ? nameOf(user) : "";
  const fields = steps.flatMap((step) => step.fields);
  async function submit(input) {
    const posting = await operations.create({}, toMembers(fields, {}, input));
    toast(`Your ${noun} was sent. An administrator reviews it, and you get an e-mail.`);
    go([address, posting.id], {}, true);
  }
  return html`<a class="back" href=${href([address])}>${title}</a>
    <h1 tabindex="-1">Post a ${noun}</h1>
    <p class="lead">${kind.review}</p>
    <${PostingForm} kind=${kind} steps=${steps} submit=${submit} label="Send for review"
      draft="new-${noun}" values=${{ ...toInput(fields, {}), contactEmail: user.email,
        contactPerson }} />`;
}

export function EditPosting({ kind, steps, posting }) {
  const { noun, address, operations: { get, update }, openState } = kind;
  const { id } = posting;
  const fields = steps.flatMap((step) => step.fields);
  const [latest, setLatest] = useState(posting);
  async function submit(input) {
    const members = toMembers(fields, posting, input);
    try {
      if (Object.keys(members).length > 0) await update({ id }, members, ifUnchanged(latest));
    } catch (error) {
      if (error.status !== 412) throw error;
      setLatest(await get({ id }));
      throw new Error(`This ${noun} was changed elsewhere in the meantime. Your input is kept. ` +
        "Compare it with what is below, and send again.");
    }
    toast(`The ${noun} was changed.`);
    go([address, id], {}, true);
  }
  return html`${kind.editing && posting.status === openState &&
    html`<p class="notice">${kind.editing}</p>`}
    <${PostingForm} kind=${kind} steps=${steps} submit=${submit} label="Save the changes"
      draft="${noun}-${id}" values=${toInput(fields, posting)}
      onCancel=${() => go([address, id])}>
      ${latest !== posting && html`<${Elsewhere} fields=${fields} former=${posting}
        latest=${latest} />`}
    <//>`;
}

/** What was changed elsewhere while the form was open. */
function Elsewhere({ fields, former, latest }) {
  const changes = fields.filter((each) => textOf(each, former) !== textOf(each, latest));
  return html`<section class="notice" aria-live="polite">
    <h2>Changed elsewhere</h2>
    <dl>${changes.map((each) => html`<div key=${each.name}>
      <dt>${each.label}</dt><dd class="prose" dir="auto">${textOf(each, latest) || "–"}</dd>
    </div>`)}</dl>
    <p class="quiet">These values stay unless you have changed the same fields here.</p>
  </section>`;
}

function PostingForm({ kind, steps, children, ...form }) {
  const [input, setInput] = useState(form.values);
  const fields = steps.flatMap(({ title, fields: [first, ...others] }) => [
    { ...first, group: title }, ...others]);
  return html`<div class="posting-form">
    <${Form} ...${form} fields=${fields} onChange=${setInput}>
      <details class="preview"><summary>Preview</summary>
        <h2><bdi>${input.roleNeeded || `The ${kind.noun}`}</bdi></h2>
        <${PostingText} steps=${steps} posting=${input} />
      </details>
      ${children}
    <//>
  </div>`;
}
