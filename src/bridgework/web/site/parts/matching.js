// What the lists of one's own matches share: why they are empty, and which matches fit.
import { href, html } from "../ui.js";

const WITHOUT_MATCHES = {
  not_verified: "Matching begins when an administrator has verified your profile.",
  not_looking: "Turn on job search in your profile to see what fits you.",
  profile_incomplete: "Complete your profile to see what fits you.",
  no_matches: "Nothing fits your profile yet. The more it states, the more can match.",
};
/** Of 100 points. What has fewer does not match: it is listed apart. */
const LEAST_SCORE = 30;

/** Why there are no matches, and where to go on. `kind` is {path, profile}. */
export function WithoutMatches({ kind, reason }) {
  return html`<p class="empty">${WITHOUT_MATCHES[reason] || WITHOUT_MATCHES.no_matches}${" "}
    <a href=${href(["profile", kind.profile])}>Open your profile</a>
    ${reason === "no_matches" && html`${" or "}
      <a href=${href([kind.path])}>show all open ${kind.path}</a>`}.
  </p>`;
}

/**
 * Matches with a score, best first, those that fit apart from the others. `list` renders some of
 * them; `kind` is {path, profile}.
 */
export function FittingFirst({ kind, items, list }) {
  const fitting = items.filter(({ matchScore }) => matchScore >= LEAST_SCORE);
  const further = items.filter((match) => !fitting.includes(match));
  return html`
    ${fitting.length > 0 ? list(fitting) : html`<${WithoutMatches} kind=${kind} reason="no_matches" />`}
    ${further.length > 0 && html`<h2>Further ${kind.path}</h2>
      <p class="quiet">These have something that you offer, and fit in little else.</p>
      ${list(further)}`}`;
}
