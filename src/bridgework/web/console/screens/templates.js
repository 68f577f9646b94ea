// The templates of e-mails and of the reasons of rejections.
import { Action, Card, Loaded, Rows, ask, call, html, useCall } from "../ui.js";

const KINDS = [["rejection", "Reason of a rejection"], ["email", "E-mail"]];

export function Templates() {
  const state = useCall("adminListTemplates", { limit: 100 });
  const write = (template) => writeTemplate(template, state.data.variables, state.reload);
  const show = (template) => html`<div>
      <b>${template.name}</b>
      ${template.subject && html`<div>${template.subject}</div>`}
      <p class="quiet prose">${template.body}</p>
    </div>
    <div class="actions">
      <span class="badge plain">${Object.fromEntries(KINDS)[template.kind]}</span>
      <${Action} aria-label="Edit ${template.name}" run=${() => write(template)}>Edit<//>
      <${Action} kind="danger" aria-label="Delete ${template.name}"
        run=${() => deleteTemplate(template, state.reload)}>Delete<//>
    </div>`;
  const create = html`<${Action} run=${() => state.data && write()}>Create a template<//>`;
  return html`<${Card} title="Templates" actions=${create}>
    <${Loaded} state=${state}>
      ${({ items }) => html`<${Rows} items=${items.map((one) => ({ ...one, id: one.name }))}
        show=${show} empty="No templates yet. They are offered where a text is written." />`}
    <//>
  <//>`;
}

function writeTemplate(template, variables, reload) {
  const named = (kind) => variables[kind].map((name) => `{{${name}}}`).join(", ");
  const name = {
    name: "name", required: true, placeholder: "license-missing",
    hint: "Words of a-z and 0-9 with hyphens between them.",
  };
  const fields = [
    ...(template ? [] : [name]), { name: "kind", type: "select", options: KINDS },
    { name: "subject", hint: "For an e-mail only." },
    {
      name: "body", label: "Text", type: "textarea", rows: 8, required: true,
      hint: `Variables of a reason: ${named("rejection")}. Of an e-mail: ${named("email")}.`,
    },
  ];
  return ask({
    title: template ? `Edit ${template.name}` : "Create a template", fields,
    values: template || { kind: "rejection" }, label: "Save", done: "The template was saved.",
    reload,
    submit: ({ kind, subject, body, ...input }) =>
      call("adminPutTemplate", { name: (template || input).name },
        { kind, subject: subject || null, body }),
  });
}

function deleteTemplate({ name, kind, subject, body }, reload) {
  return ask({
    title: `Delete ${name}`, text: "No form offers it any more.",
    label: "Delete", danger: true, done: "The template was deleted.", reload,
    undo: () => call("adminPutTemplate", { name }, { kind, subject, body }),
    submit: () => call("adminDeleteTemplate", { name }),
  });
}
