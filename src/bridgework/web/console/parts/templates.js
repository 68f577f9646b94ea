// Templates of texts in forms: the choice of one, and its variables filled in.
import { Field, faultAt, html, nameOf, useCall } from "../../ui/library.js";
import { session } from "../session.js";

const MOST = 100;
const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
/** @type {{ firstName?: string, lastName?: string }} */
const NOBODY = {};
const fill = (text, values) => text.replace(VARIABLE, (variable, name) => values[name] || variable);

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

/** The template of the reason of a rejection. `title` is that of what is rejected. */
export const reasonTemplate = ({ firstName, lastName } = NOBODY, title) =>
  templateField("rejection", { firstName, lastName, title }, ({ body }) => ({ reason: body }));

/** The texts of a form with the variables of a person. What the person has not stays to be seen. */
export const filledIn = (texts, { firstName, lastName } = NOBODY) => Object.fromEntries(
  Object.entries(texts).map(([name, text]) => [name, fill(text || "", { firstName, lastName })]));

/**
 * The values of a form without its template. Refuses a text with a variable.
 *
 * @param {{ template?: string, [name: string]: any }} values
 */
export function withoutTemplate({ template, ...input }) {
  for (const [name, text] of Object.entries(input)) {
    const [left] = String(text).match(VARIABLE) || [];
    if (left) throw faultAt(name, "Fill in what is missing.", `Replace ${left} by a text.`);
  }
  return input;
}

function TemplateChoice({ field: { kind, values, members }, value, setInput }) {
  const { data } = useCall("adminListTemplates", { kind, limit: MOST });
  if (!data?.items.length) return null;
  function choose(chosen) {
    const template = data.items.find(({ name }) => name === chosen);
    const texts = Object.entries(template ? members(template) : {});
    const filled = Object.fromEntries(texts.map(([name, text]) => [name, fill(text, values)]));
    setInput((former) => ({ ...former, ...filled, template: chosen }));
  }
  const options = [["", "None"], ...data.items.map(({ name }) => [name, name])];
  const field = { name: "template", label: "Template", type: "select", options };
  return html`<${Field} field=${field} value=${value} onInput=${choose} />`;
}
