// What the reader changed of a reviewed record, until an administrator confirms or reverses it.
import { When, href, html, words } from "../ui.js";

const ALL = new Intl.ListFormat("en");

/**
 * A change of `what`. `children` is what it means until then.
 *
 * @param {{ since?: string | null, what?: Shown, children?: Shown }} properties
 */
export const InReview = ({ since, what, children }) => since && html`<p class="notice in-review">
  Your change${what && html` of ${what}`}, made <${When} at=${since} />, waits for an
  administrator. ${children}</p>`;

/** Changes of the overview: of who the reader is, and of active roles. */
export const ChangesInReview = ({ changes }) => changes.map((change) => {
  const { id, since, title } = change;
  const names = ALL.format(change.members.map((name) => words(name).toLowerCase()));
  if (change.kind === "identity_changed") {
    return html`<${InReview} key=${id} since=${since} what="your ${names}">
      Until it is confirmed, others do not see you as verified.<//>`;
  }
  const role = html`the role <a href=${href(["roles", id])} dir="auto">${title}</a> (${names})`;
  return html`<${InReview} key=${id} since=${since} what=${role}>
    Members see the role as it is now.<//>`;
});

/** The change of who the reader is, as their profile shows it. */
export const ProfileInReview = ({ changes }) => html`<${ChangesInReview}
  changes=${changes.filter(({ kind }) => kind === "identity_changed")} />`;
