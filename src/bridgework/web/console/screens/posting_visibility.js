// Whether members see a posting, and otherwise why they do not, and what can be done.
import { Demands } from "../../ui/demands.js";
import { html } from "../ui.js";

const AGAIN = "Put it back to pending to decide on it again.";
const BY_OWNER = "Only its owner can submit it again.";
const WHY = {
  pending: ["it waits for a decision", "Approve or reject it."],
  rejected: ["it was rejected", { job: `${AGAIN} Its owner can also change it.`, role: AGAIN }],
  closed: ["it is closed", { job: BY_OWNER, role: "Activate it, or put it back to pending." }],
  filled: ["it is filled", { role: "Activate it if it is open again." }],
  expired: ["it has expired", { job: BY_OWNER }],
  hidden: ["it is hidden", { job: "Restore it by its report in Moderation." }],
  owner_disabled: ["the account of its owner is disabled", "Enable the account of its owner."],
  owner_to_be_erased: [
    "the account of its owner is to be erased", "Cancel the erasure of its owner.",
  ],
};

export const Visibility = ({ noun, posting: { visibility, warnings } }) => html`
  <${Listed} noun=${noun} ...${visibility} />
  <${Demands} warnings=${warnings}>Ask its owner to change the text.<//>`;

function Listed({ noun, listed, reasons }) {
  if (listed) return html`<p class="quiet">Members see this ${noun}.</p>`;
  const causes = reasons.map((reason) => WHY[reason][0]).join(", and ");
  const steps = reasons.map((reason) => WHY[reason][1][noun] ?? WHY[reason][1]).join(" ");
  return html`<p class="notice" role="note">
    <b>Members do not see this ${noun}: ${causes}.</b> ${steps}
  </p>`;
}
