// A report of what another member has published.
import { reportContent } from "../api/reports.js";
import { Action, ask, html, session } from "../ui.js";

const WHAT_NEXT =
  "An administrator looks at it and keeps or hides it. Its author is not told who reported it.";
const REASON = {
  name: "reason", label: "What is wrong with it?", type: "textarea", required: true,
  hint: "At most 1,000 characters.",
};

/**
 * A button with which a member reports content. `kind` is post, comment, job, profile or event;
 * `id` is the record's, and for a profile the account's.
 */
export function Report({ kind, id }) {
  if (!session.value) return null;
  const run = () =>
    ask({
      title: `Report this ${kind}`, text: WHAT_NEXT, fields: [REASON], label: "Report",
      draft: `report-${id}`,
      submit: ({ reason }) => reportContent({}, { kind, targetId: id, reason }),
      done: "Thank you. An administrator will look at it.",
    });
  return html`<${Action} kind="link report" run=${run} aria-label="Report this ${kind}">
    Report
  <//>`;
}
