// The members of postings: as fields of a form, as members of a request, and as text.
import { EMPTY, field } from "../../ui/fields.js";
import { Labels, dollars, faultAt, html, lines, number, words } from "../ui.js";

const PLAIN = ["number", "select"];

export const money = (name, more = {}) =>
  field(name, { type: "number", hint: "US dollars", isMoney: true, ...more });
const inputOf = ({ name, type }, posting) => posting[name] ?? EMPTY[type] ?? "";

/** The values of a form that differ from `former`, as members of a request. */
export function toMembers(fields, former, input) {
  const members = {};
  for (const each of fields) {
    const value = toMember(each, inputOf(each, input));
    if (JSON.stringify(value) === JSON.stringify(inputOf(each, former))) continue;
    if (value === "" && PLAIN.includes(each.type)) {
      throw faultAt(each.name, "A value cannot be removed.", "Choose another value: once stated, " +
        "it can be changed but not removed.");
    }
    members[each.name] = value;
  }
  return members;
}

function toMember({ type }, value) {
  if (type === "list") return lines(value);
  return type === "number" && value !== "" ? Number(value) : value;
}

/** The text of a member, or a falsy value if the posting does not state it. */
export function textOf({ name, type, options = [], isMoney, show }, posting) {
  const value = posting[name];
  if (show) return show(posting);
  if (type === "checkbox") return value && "Yes";
  if (value == null || value === "") return "";
  if (type === "number") return isMoney ? dollars(value) : number(value);
  const label = (one) => options.map((each) => [each].flat()).find(([key]) => key === one);
  return [value].flat().map((one) => label(one)?.[1] ?? (label(one) ? words(one) : one)).join(", ");
}

/** A posting as others read it. `posting` can also be the values of a form. */
export function PostingText({ steps, posting }) {
  const all = steps.flatMap(({ fields }) => fields);
  const given = Object.fromEntries(
    all.map((each) => [each.name, toMember(each, inputOf(each, posting))]));
  const isText = ({ type }) => ["textarea", "list", "choices"].includes(type);
  const facts = ({ fields }) => fields
    .filter((each) => !isText(each) && each.name !== "roleNeeded" && textOf(each, given))
    .map((each) => html`<div key=${each.name}>
      <dt>${each.factLabel || each.label}</dt><dd dir="auto">${textOf(each, given)}</dd></div>`);
  const texts = all.filter((each) => isText(each) && given[each.name]?.length > 0);
  return html`<div class="aside end posting">
    <div>
      ${texts.map((each) => html`<section key=${each.name}>
        <h2>${each.label}</h2>
        ${each.type === "textarea"
          ? html`<p class="prose" dir="auto">${given[each.name]}</p>`
          : html`<${Labels} items=${textsOf(each, given[each.name])} />`}
      </section>`)}
    </div>
    <aside class="panel">
      ${steps.map((step) => [step, facts(step)])
        .filter(([, items]) => items.length > 0)
        .map(([step, items]) => html`<section key=${step.key}>
          <h2>${step.label}</h2><dl>${items}</dl>
          ${step.isPrivate && html`<p class="quiet">${step.text}</p>`}
        </section>`)}
    </aside>
  </div>`;
}

function textsOf(each, values) {
  return values.map((value) => textOf({ ...each, show: null }, { [each.name]: value }));
}
