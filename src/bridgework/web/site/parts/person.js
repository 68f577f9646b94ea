// A person in a list: the same marks in the directory and in matches.
import { Badge, Labels, Verified, href, html, nameOf, number, words } from "../ui.js";

/** The result of a request, or null if the reader may not read it: a link can come from others. */
export async function readable(request) {
  try {
    return await request;
  } catch (error) {
    if (error.status === 403 || error.status === 404) return null;
    throw error;
  }
}

/**
 * Name, verification, title, facts and specialties of an expert or a candidate. `link` is the
 * address of the page of the person.
 */
export function PersonSummary({ one, link }) {
  const facts = [
    one.location, one.yearsExperience != null && `${number(one.yearsExperience)} years`,
    one.availability, one.engagementType,
  ];
  const topics = [
    ...(one.specialty || []), ...(one.jobsSpecialty || []).map(words),
    ...(one.secondarySpecialties || []),
  ];
  return html`<h2><a href=${link}><bdi>${nameOf(one)}</bdi></a>
      ${one.credential && html`<span class="quiet">, ${one.credential}</span>`}
      <${Verified} of=${one} /></h2>
    <p dir="auto">${one.title}</p>
    <p class="quiet" dir="auto">${[...new Set(facts.filter(Boolean))].join(" · ")}</p>
    <${Labels} items=${[...new Set(topics)].slice(0, 6)} />`;
}

/** The application of the person in a match, which leads to it. `kind` is "job" or "role". */
export function Applied({ kind, match: { applicationId, applicationStatus } }) {
  return applicationId && html`<p class="applied"><a
    href=${href(["applications", applicationId], { kind })}>Applied</a>${" "}
    <${Badge} value=${applicationStatus} /></p>`;
}

/** The score of the applicant's match, which leads to the reasons. `kind` is "job" or "role". */
export function Score({ kind, application }) {
  const { applicant, matchScore } = application;
  const path = [kind === "job" ? "candidates" : "experts", applicant.id];
  return html`<a href=${href(path, { [kind]: application[kind].id })}>Match ${number(matchScore)} of 100</a>`;
}
