// What jobs and roles have in common: the list, and the screen of one posting.
import { Action, Facts, Form, History, Listing, Loaded, Notes, Page, PersonLink, SEARCH, Tabs, When,
  WideForm, ask, call, changed, go, href, html, oneOf, ownerOf, reasonTemplate, state, time, toast,
  useCall, withoutTemplate, words } from "../ui.js";
import { Applications } from "./posting_applications.js";
import { PostingText, changesOf, toInput } from "./posting_fields.js";
import { Matches } from "./posting_matches.js";

const PARTS = {
  text: PostingText, edit: Edit, applications: Applications, matches: Matches,
  notes: ({ type, posting }) => html`<${Notes} kind=${type.noun} id=${posting.id} />`,
  history: ({ posting }) => html`<${History} target=${posting.id} turn=${posting} />`,
};

/** `type` has what distinguishes jobs from roles: see jobs.js and roles.js. */
export function Postings({ type, path, create }) {
  const [id, tab = "text"] = path;
  return id
    ? html`<${Posting} key=${id} type=${type} id=${id} tab=${tab} />`
    : html`<${Page} title=${type.title} actions=${create}><${List} type=${type} /><//>`;
}

export const approval = (noun, operation, effect) => ({ label: "Approve", kind: "primary",
  done: `The ${noun} was approved. ${effect}`, send: ({ id }) => call(operation, { id }, {}) });
export const rejection = (noun, operation, text) => ({ label: "Reject", kind: "danger", text,
  title: `Reject the ${noun}`, done: `The ${noun} was rejected.`,
  fields: [{ name: "reason", type: "textarea" }], hasTemplates: true,
  send: ({ id }, { reason }) => call(operation, { id }, reason ? { reason } : {}) });

function List({ type: { operations, address, noun, statuses, columns } }) {
  return html`<${Listing} operation=${operations.list} name=${address}
    filters=${[
      { ...SEARCH, placeholder: "Words of the posting" }, oneOf("status", "Status", statuses),
    ]}
    columns=${[
      { key: "roleNeeded", label: words(noun) }, { key: "companyName", label: "Company" },
      state("status", "Status"), ...columns, time("createdAt", "Posted"),
    ]}
    rowHref=${({ id }) => href([address, id])}
    empty="No ${noun} matches these filters. Postings of members appear here." />`;
}

function Posting({ type, id, tab }) {
  const { operations, address, noun } = type;
  const loaded = useCall(operations.get, { id });
  const { data: posting, reload } = loaded;
  const more = ["applications", "matches", "notes", "history"];
  const tabs = [
    ["text", words(noun), href([address, id])],
    ...more.map((key) => [key, words(key), href([address, id, key])]),
  ];
  return html`<${Page} title=${posting ? posting.roleNeeded : words(noun)}
    subtitle=${posting && [posting.companyName, posting.location].filter(Boolean).join(" · ")}
    back=${{ href: href([address]), label: type.title }}
    actions=${posting && html`<${Decisions} type=${type} posting=${posting} reload=${reload} />`}>
    <${Loaded} state=${loaded}>
      ${() => html`<${Facts} items=${[
          ...type.facts(posting), ["Owner", html`<${PersonLink} id=${posting.userId} />`],
          ["Posted", html`<${When} at=${posting.createdAt} />`],
          ["Changed", html`<${When} at=${posting.updatedAt} />`],
        ]} />
        <${Tabs} label="Parts of the ${noun}" active=${tab} items=${tabs} />
        <${PARTS[tab] || PostingText} type=${type} posting=${posting} reload=${reload} />`}
    <//>
  <//>`;
}

/** The changes of state that the administrator may make now. */
function Decisions({ type, posting, reload }) {
  async function take({ send, undo, done, leaves, hasTemplates, ...action }) {
    const submit = (input) => send(posting, withoutTemplate(input));
    const danger = action.kind === "danger";
    const draft = `${action.label} ${posting.id}`;
    const owner = hasTemplates && (await ownerOf(posting.userId));
    const template = hasTemplates ? [reasonTemplate(owner, posting.roleNeeded)] : [];
    const fields = action.fields && [...template, ...action.fields];
    if (!fields) await submit({});
    else if (!(await ask({ ...action, danger, draft, fields, submit }))) return;
    const then = leaves ? () => go([type.address]) : reload;
    changed(done, then, undo && (() => undo(posting)));
  }
  return html`${(type.actions[posting.status] || []).map(
      (action) => html`<${Action} key=${action.label} kind=${action.kind} run=${() => take(action)}>
        ${action.label}
      <//>`,
    )}
    <a class="button" href=${href([type.address, posting.id, "edit"])}>Edit</a>`;
}

function Edit({ type: { fields, operations, address, noun }, posting, reload }) {
  const { id } = posting;
  const leave = () => go([address, id]);
  async function submit(input) {
    const changes = changesOf(fields, posting, input);
    if (Object.keys(changes).length > 0) {
      await call(operations.update, { id }, changes);
      reload();
      toast(`The ${noun} was changed.`);
    }
    leave();
  }
  const values = toInput(fields, posting);
  return html`<${WideForm}>
    <${Form} draft="posting ${id}" fields=${fields} values=${values} submit=${submit}
      onCancel=${leave} />
  <//>`;
}
