// What an administrator asks the reader to change in the profile, before the verification.
import { href, html, words } from "../ui.js";
import { Prose } from "./prose.js";

const ASKED = "An administrator asks you to change this.";
/** Members that a step has beside its fields, by the key of the step. */
const BESIDE = { about: "avatarUrl", cv: "cvObjectPath" };
const NAMES = { avatarUrl: "Picture", cvObjectPath: "CV" };

const hasMember = ({ key, fields }, member) =>
  BESIDE[key] === member || fields.some(({ name }) => name === member);

/** The step of a profile that has a member, if any. */
export const stepWith = (steps, member) => steps.find((step) => hasMember(step, member));

/** The steps, in which the members that shall change are marked. */
export function marked(steps, asked) {
  const { members = [] } = asked || {};
  const mark = (field) => (members.includes(field.name)
    ? { ...field, hint: [ASKED, field.hint].filter(Boolean).join(" ") } : field);
  return steps.map((step) => ({
    ...step, fields: step.fields.map(mark),
    ...(members.includes(BESIDE[step.key]) && {
      text: [`${NAMES[BESIDE[step.key]]}: ${ASKED}`, step.text].filter(Boolean).join(" "),
    }),
  }));
}

/**
 * The message of the administrator, and links to the members that shall change where `steps` of the
 * profile at `path` have them.
 *
 * @param {{ asked: any, path?: string[], steps?: any[], children?: Shown }} properties
 */
export function ChangesAsked({ asked, path = [], steps = [], children }) {
  if (!asked) return null;
  const item = (member) => {
    const step = stepWith(steps, member);
    const field = step?.fields.find(({ name }) => name === member);
    const label = NAMES[member] || field?.label || words(member);
    return html`<li key=${member}>${step
      ? html`<a href=${href(path, { step: step.key, member })}>${label}</a>` : label}</li>`;
  };
  return html`<section class="notice changes-asked" aria-labelledby="changes-asked">
    <h2 id="changes-asked">An administrator asks you to change your profile</h2>
    <${Prose} text=${asked.message} />
    ${asked.members.length > 0 && html`<ul>${asked.members.map(item)}</ul>`}
    <p role="status">${asked.answeredAt
      ? "Your change is saved. The administrators look at your profile again."
      : "As soon as you save a change, the administrators look at your profile again."}</p>
    ${children}
  </section>`;
}
