// A candidate who matches a job, as its clinic sees them.
import { listJobMatches } from "../api/postings.js";
import { Choose, CompareBar } from "../parts/compare.js";
import { InviteCandidate } from "../parts/introduce.js";
import { Criteria, MatchScore } from "../parts/match.js";
import { Applied, readable } from "../parts/person.js";
import { Facts, Labels, Missing, Portrait, Single, Verified, href, html, nameOf, number, route,
  useApi, words } from "../ui.js";

async function find({ id, job }, signal) {
  const page = job && await readable(listJobMatches({ id: job, ids: [id] }, signal));
  return { match: page?.items[0] };
}

export function Candidate({ id }) {
  const { job } = route.value.query;
  const state = useApi(find, { id, job });
  const missing = html`This candidate does not match the job now, or the link is incomplete. An
    application stays among <a href=${href(job ? ["jobs", job, "applications"] : ["jobs"])}>the
    applications</a>.`;
  return html`<${Single} state=${state} titleOf=${({ match }) => match && nameOf(match.subject)}>
    ${({ match }) => match
      ? html`<${Profile} match=${match} job=${job} />`
      : html`<${Missing} title="No match now" text=${missing} />`}
  <//>`;
}

function Profile({ match, job }) {
  const { subject } = match;
  const name = nameOf(subject);
  const facts = [
    ["Experience", subject.yearsExperience != null && `${number(subject.yearsExperience)} years`],
    ["Availability", subject.availability], ["Kind of work", subject.engagementType],
    ["Profession", subject.jobsProfession && words(subject.jobsProfession)],
    ["Credential for jobs", subject.jobsCredential && words(subject.jobsCredential)],
    ["Looks for a mentor", subject.lookingForMentor && "Yes"],
    ["Work without patients", subject.interestedInNonClinical && "Interested"],
  ];
  const topics = [
    ...(subject.specialty || []), ...(subject.jobsSpecialty || []).map(words),
    ...(subject.secondarySpecialties || []),
  ];
  return html`<a class="back" href=${href(["jobs", job, "matches"])}>Matches of the job</a>
    <article class="profile">
      <header>
        <${Portrait} url=${subject.avatarUrl} name=${name} large />
        <div>
          <h1 tabindex="-1"><bdi>${name}</bdi>${subject.credential && `, ${subject.credential}`}</h1>
          <${Verified} of=${subject} explained />
          <p class="lead" dir="auto">${subject.title}</p>
          <p class="quiet" dir="auto">${subject.location}</p>
          <${Applied} kind="job" match=${match} />
          <div class="actions">
            <${InviteCandidate} id=${subject.id} name=${name} />
            <${Choose} about=${{ job }} id=${subject.id} name=${name} avatarUrl=${subject.avatarUrl} />
          </div>
        </div>
      </header>
      <div class="aside end">
        <div>
          <section><h2>Match with the job</h2>
            <p dir="auto">${match.matchInsights}</p>
            <div class="match"><${MatchScore} match=${match} label="Match of ${name}" />
              <${Criteria} match=${match} /></div>
          </section>
          ${topics.length > 0 && html`<section><h2>Specialties</h2>
            <${Labels} items=${[...new Set(topics)]} /></section>`}
          ${subject.skills?.length > 0 && html`<section><h2>Skills</h2>
            ${subject.skills.map(({ category, items }) => html`<h3 key=${category}>${category}</h3>
              <${Labels} items=${items} />`)}</section>`}
        </div>
        <aside class="panel box"><${Facts} items=${facts} omitEmpty />
          <p class="quiet">The address and the CV come with an application.</p></aside>
      </div>
      <${CompareBar} about=${{ job }} />
    </article>`;
}
