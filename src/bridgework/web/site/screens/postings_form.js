// Posting and editing: the same steps, with a preview before anything is sent.
import { EMPTY } from "../../ui/fields.js";
import { ifUnchanged } from "../operation.js";
import { Steps, shownValue } from "../parts/steps.js";
import { Facts, faultAt, goFromHere, href, html, lines, nameOf, session, toast, useState, useTitle }
  from "../ui.js";
import { PostingText } from "./openings.js";

const PLAIN = ["number", "select"];
const inputOf = ({ name, type }, posting) => posting[name] ?? EMPTY[type] ?? "";

export function NewPosting({ kind, steps }) {
  const { noun, title, address, operations } = kind;
  const { user } = session.value;
  useTitle(`Post a ${noun}`);
  const values = {
    contactEmail: user.email, contactPerson: user.firstName ? nameOf(user) : undefined,
  };
  async function finish(input) {
    const go = goFromHere();
    const posting = await operations.create({}, toMembers(fieldsOf(steps), {}, input));
    toast(`Your ${noun} was sent. An administrator reviews it, and you get an e-mail.`);
    go([address, posting.id], {}, true);
  }
  return html`<a class="back" href=${href([address])}>${title}</a>
    <h1 tabindex="-1">Post a ${noun}</h1>
    <${Steps} label="Steps of the ${noun}" steps=${withPreview(kind, steps, kind.review)}
      values=${values} draft="new-${noun}" finish=${finish} finishLabel="Send for review" />`;
}

export function EditPosting({ kind, steps, posting: loaded }) {
  const [posting] = useState(loaded); // a change elsewhere is shown when the form is sent
  const { noun, address, operations: { get, update }, openState, again } = kind;
  const { id } = posting;
  const [latest, setLatest] = useState(posting);
  async function finish(input) {
    const go = goFromHere();
    const members = toMembers(fieldsOf(steps), posting, input);
    try {
      // An edit without a change posts an ended posting again.
      if (again.includes(posting.status) || Object.keys(members).length > 0) {
        await update({ id }, members, ifUnchanged(latest));
      }
    } catch (error) {
      if (error.status !== 412) throw error;
      setLatest(await get({ id }));
      throw new Error(`This ${noun} was changed elsewhere in the meantime. Your input is kept. ` +
        "Compare it with what is shown at the top, and send again.");
    }
    toast(`The ${noun} was changed.`);
    go([address, id], {}, true);
  }
  return html`${kind.editing && posting.status === openState &&
    html`<p class="notice">${kind.editing}</p>`}
    ${latest !== posting && html`<${Elsewhere} fields=${fieldsOf(steps)} former=${posting}
      latest=${latest} />`}
    <${Steps} label="Steps of the ${noun}" steps=${withPreview(kind, steps)} values=${posting}
      draft="${noun}-${id}" finish=${finish} finishLabel="Save the changes" />`;
}

const fieldsOf = (steps) => steps.flatMap(({ fields }) => fields);

/** The steps, and a last one that shows the posting as others will see it. */
function withPreview(kind, steps, text) {
  const required = fieldsOf(steps).filter((each) => each.required);
  return [...steps, {
    key: "preview", label: "Preview", text,
    isComplete: (values) => required.every(({ name }) => values[name]),
    content: (values) => html`<section class="preview box">
      <h3><bdi>${values.roleNeeded || `The ${kind.noun}`}</bdi></h3>
      <p dir="auto">${[values.companyName, values.location].filter(Boolean).join(" · ")}</p>
      <div class="opening"><${PostingText} kind=${kind.seen} note=${kind.contact}
        posting=${toPosting(fieldsOf(steps), values)} /></div>
    </section>`,
  }];
}

/** What is typed as a posting, whose members are null if they are not stated. */
function toPosting(fields, values) {
  const members = fields.map((each) => [each.name, toMember(each, inputOf(each, values))]);
  return Object.fromEntries(members.map(([name, value]) => [name, value === "" ? null : value]));
}

/** The values of a form that differ from `former`, as members of a request. */
function toMembers(fields, former, input) {
  const members = {};
  for (const each of fields) {
    const value = toMember(each, inputOf(each, input));
    if (JSON.stringify(value) === JSON.stringify(inputOf(each, former))) continue;
    const isRemoved = value === "" && PLAIN.includes(each.type);
    if (isRemoved && !each.isRemovable) {
      throw faultAt(each.name, "A value cannot be removed.", "Choose another value: once stated, " +
        "it can be changed but not removed.");
    }
    members[each.name] = isRemoved ? null : value;
  }
  return members;
}

function toMember({ type }, value) {
  if (type === "list") return lines(value);
  return type === "number" && value !== "" ? Number(value) : value;
}

/** What was changed elsewhere while the form was open. */
function Elsewhere({ fields, former, latest }) {
  const textOf = (each, posting) => shownValue(each, posting[each.name]);
  const changes = fields.filter((each) => textOf(each, former) !== textOf(each, latest));
  return html`<section class="notice" role="status">
    <h2>Changed elsewhere</h2>
    <${Facts} items=${changes.map((each) => [each.label, textOf(each, latest) || "–"])} />
    <p class="quiet">These values stay unless you have changed the same fields here.</p>
  </section>`;
}
