// Why a visitor signs in or joins: what the address leads to that needs an account, in view.
import { getExpert } from "../api/open.js";
import { getJob } from "../api/postings.js";
import { href, html, nameOf, settings, useApi } from "../ui.js";

const ID = "([0-9a-f-]{36})";
/** What is done at an address that needs an account, and as what kind of account. */
const PURPOSES = [
  { pattern: RegExp(`^jobs/${ID}(?:/apply)?$`), kind: "candidate", show: ForJob },
  { pattern: RegExp(`^consultations/ask/${ID}$`), kind: "client", show: ForExpert },
];

const purposeOf = (next = "") => PURPOSES.find(({ pattern }) => pattern.test(next));

/** The kind of account for an address, or else undefined. */
export const kindFor = (next) => purposeOf(next)?.kind;

/** @param {{ next?: string }} properties */
export function Purpose({ next = "" }) {
  const purpose = purposeOf(next);
  return purpose && html`<${purpose.show} id=${purpose.pattern.exec(next)[1]} />`;
}

function ForJob({ id }) {
  if (!settings.publicJobs) return html`<p class="lead">To see this job and apply for it.</p>`;
  return html`<${WithJob} id=${id} />`;
}

function WithJob({ id }) {
  const { data, error } = useApi(getJob, { id });
  if (error) return html`<p class="lead">This job is no longer open.
    <a href=${href(["jobs"])}>See the open jobs</a></p>`;
  if (!data) return html`<p class="lead">To apply for a job.</p>`;
  const { roleNeeded, companyName, location } = data;
  return html`<aside class="box purpose" aria-label="What you sign in for">
    <p class="quiet">To apply for</p>
    <p><a href=${href(["jobs", id])}><b><bdi>${roleNeeded}</bdi></b></a></p>
    <p class="quiet" dir="auto">${[companyName, location].filter(Boolean).join(" · ")}</p>
    <p>Then the form for your application opens.</p>
  </aside>`;
}

function ForExpert({ id }) {
  const { data } = useApi(getExpert, { id });
  return html`<p class="lead">To ask ${data
    ? html`<a href=${href(["experts", id])}><bdi>${nameOf(data)}</bdi></a>` : "an expert"}
    ${" "}for a consultation.</p>`;
}
