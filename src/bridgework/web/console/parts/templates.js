// Templates of texts in forms: the choice of one, and its variables filled in.
import { Field, faultAt, html, nameOf, useCall } from "../../ui/library.js";
import { session } from "../session.js";

const MOST = 100;
const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
/** @type {{ firstName?: string, lastName?: string }} */
const NOBODY = {};
const fill = (text, values) =>
  text.replace(VARIABLE, (variable, name) => values[name]?.trim() || variable);

/**
 * A field that fills in the others from a template. `members(template)` are the members of the form
 * that it sets, and `values` those of the variables, by name; a missing one stays to be seen.
 */
const templateField = (kind, values, members) => ({
  name: "template", part: TemplateChoice, kind, members,
  values: { senderName: nameOf(session.value.user), ...values },
});
export const emailTemplate = ({ firstName, lastName } = NOBODY) =>
  templateField("email", { firstName, lastName }, ({ subject, body }) => ({ subject, body }));

/**
 * The template of the reason of a rejection. `title` is that of what is rejected. The form asks for
 * the variables that have no value.
 */
export const reasonTemplate = ({ firstName, lastName } = NOBODY, title) => ({
  ...templateField("rejection", { firstName, lastName, title }, ({ body }) => ({ reason: body })),
  asks: true,
});

/** The texts of a form with the variables of a person. What the person has not stays to be seen. */
export const filledIn = (texts, { firstName, lastName } = NOBODY) => Object.fromEntries(
  Object.entries(texts).map(([name, text]) =>
    [name, typeof text === "string" ? fill(text, { firstName, lastName }) : text]));

/**
 * The values of a form without its template, filled in. Refuses a text with a variable.
 *
 * @param {{ template?: any, [name: string]: any }} values
 */
export function withoutTemplate({ template, ...input }) {
  const { asked = [], typed = {} } = template || {};
  const filled = Object.entries(input).map(([name, text]) =>
    [name, typeof text === "string" ? fill(text, typed) : text]);
  for (const [name, text] of filled) {
    const [left, variable] = [...String(text).matchAll(VARIABLE)][0] ?? [];
    const [at, fault] = asked.includes(variable) ? [`template.${variable}`, "This is required."]
      : [name, `Replace ${left} by a text.`];
    if (left) throw faultAt(at, "Fill in what is missing.", fault);
  }
  return Object.fromEntries(filled);
}

function TemplateChoice({ field: { kind, values, members, asks }, value, faults, setInput }) {
  const { chosen = "", asked = [], typed = {} } = value || {};
  const { data } = useCall("adminListTemplates", { kind, limit: MOST });
  if (!data?.items.length) return null;
  function choose(name) {
    const template = data.items.find((one) => one.name === name);
    const texts = Object.entries(template ? members(template) : {});
    const filled = Object.fromEntries(texts.map(([name, text]) => [name, fill(text, values)]));
    const left = Object.values(filled).flatMap((text) => [...text.matchAll(VARIABLE)]);
    const asked = asks ? [...new Set(left.map(([, variable]) => variable))] : [];
    setInput((former) => ({ ...former, ...filled, template: { chosen: name, asked } }));
  }
  const fillIn = (variable) => (text) => setInput((former) => ({
    ...former, template: { ...value, typed: { ...typed, [variable]: text } },
  }));
  const options = [["", "None"], ...data.items.map(({ name }) => [name, name])];
  const field = { name: "template", label: "Template", type: "select", options };
  const ask = (variable) => html`<${Field} key=${variable} value=${typed[variable] ?? ""}
    field=${{ name: variable, hint: `Takes the place of {{${variable}}}.`, required: true }}
    fault=${faults.find(([path]) => path === `template.${variable}`)?.[1]}
    onInput=${fillIn(variable)} />`;
  return html`<${Field} field=${field} value=${chosen} onInput=${choose} />${asked.map(ask)}`;
}
