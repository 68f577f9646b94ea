// One application to a role or a job, for the applicant and for who posts it.
import { getJobApplication, getRoleApplication, withdrawJobApplication, withdrawRoleApplication }
  from "../api/openings.js";
import { useLive } from "../live.js";
import { MOVES, applicantName, decide, endedAt, mayOpenCv, movesOf, openCv }
  from "../parts/decisions.js";
import { Answered, Offer } from "../parts/offers.js";
import { Score } from "../parts/person.js";
import { Action, ExternalLink, Facts, Labels, Loaded, Portrait, Status, Verified, ask, href, html,
  moment, number, orNull, route, session, useApi, useTitle, words } from "../ui.js";

const KINDS = {
  role: {
    path: "roles", get: getRoleApplication, isOpen: ["active"], withdraw: withdrawRoleApplication,
  },
  job: {
    path: "jobs", get: getJobApplication, isOpen: ["approved"], withdraw: withdrawJobApplication,
  },
};

/** The kinds of notifications that change an application. */
export const LIVE = ["job_application", "role_application"];

/** Find an application of either kind: a notification links to it without its kind. */
async function find({ id, kind }, signal) {
  const first = kind || (session.value.user.jobsRole ? "job" : "role");
  for (const one of first === "role" ? ["role", "job"] : ["job", "role"]) {
    const application = await orNull(KINDS[one].get({ id }, signal));
    if (application) return { kind: one, application };
  }
  return null;
}

export function Application({ id }) {
  const state = useApi(find, { id, kind: route.value.query.kind });
  useLive(LIVE, state.reload);
  return html`<${Loaded} state=${state}>
    ${(found) => found
      ? html`<${Found} ...${found} reload=${state.reload} />`
      : html`<section class="narrow">
          <h1 tabindex="-1">No such application</h1>
          <p class="lead">It was deleted, or belongs to another account.</p>
          <p><a class="button" href=${href(["applications"])}>My applications</a></p>
        </section>`}
  <//>`;
}

function Found({ kind, application, reload }) {
  const posting = application[kind];
  const isMine = application.applicant.id === session.value.user.id;
  const title = isMine ? posting.title : applicantName(application);
  useTitle(title);
  const place = [posting.companyName, posting.location].filter(Boolean).join(" · ");
  const Side = isMine ? OfApplicant : OfOwner;
  return html`<article class="opening">
    <header class=${isMine ? "" : "card-person"}>
      ${!isMine && html`<${Portrait} url=${application.applicant.avatarUrl} name=${title} />`}
      <div>
        <h1 tabindex="-1"><bdi>${title}</bdi></h1>
        ${!isMine && html`<${Verified} of=${application.applicant} explained />`}
        <p class="lead" dir="auto">${isMine ? place : `For ${posting.title}`}</p>
        ${posting.currentTitle && html`<p class="quiet">
          The ${kind} is now called <bdi>${posting.currentTitle}</bdi>.</p>`}
      </div>
    </header>
    <${Progress} kind=${kind} status=${application.status} />
    ${endedAt(kind, application) && html`<p class="notice">This ${kind} ended on${" "}
      ${moment(application.postingEndedAt)}.${" "}
      ${isMine
        ? html`Your application stays. You can withdraw it, and look at${" "}
            <a href=${href([KINDS[kind].path, "matching"])}>other ${kind}s for you</a>.`
        : "The applicant was told. The application still waits for your answer."}</p>`}
    <div class="aside">
      <${Side} kind=${kind} application=${application} posting=${posting} reload=${reload} />
    </div>
  </article>`;
}

/** The states of an application in their order, with the present one. */
function Progress({ kind, status }) {
  const states = Object.keys(MOVES[kind]);
  // Where an application ended is not known, only that it did.
  const shown = states.includes(status) ? states : [states[0], status];
  const at = shown.indexOf(status);
  const done = states.includes(status) ? "done" : "done ended";
  return html`<${Status} kind="visually-hidden" text=${words(status)} />
  <ol class="progress plain-list" aria-label="State of the application">
    ${shown.map((state, index) => html`<li key=${state} class=${index <= at ? done : ""}
      aria-current=${index === at ? "step" : undefined}>${words(state)}</li>`)}
  </ol>`;
}

/** The score of the match, when the application was sent, and when its present state began: earlier ones are not kept. */
function Dates({ application: { createdAt, updatedAt, status }, match }) {
  return html`<${Facts} omitEmpty items=${[
    ["Match", match],
    ["Applied", moment(createdAt)],
    [words(status), updatedAt !== createdAt && moment(updatedAt)],
  ]} />`;
}

function OfApplicant({ kind, application, posting, reload }) {
  const { reason, allowedActions, contactPerson, contactEmail } = application;
  const { withdraw, isOpen, path } = KINDS[kind];
  const { companyName } = posting;
  const run = () =>
    ask({
      title: "Withdraw your application?", label: "Withdraw", danger: true, reload,
      text: `${companyName} gets an e-mail. You cannot apply to this ${kind} again.`,
      submit: () => withdraw({ id: application.id }), done: "Your application was withdrawn.",
    });
  return html`<aside class="panel box">
      <${Dates} application=${application} match=${application.matchScore !== null &&
        html`<a href=${href([path, posting.id])}>${number(application.matchScore)} of 100</a>`} />
      ${isOpen.includes(posting.status) && !application.postingEndedAt
        ? html`<p><a class="button" href=${href([path, posting.id])}>See the ${kind}</a></p>`
        : html`<p class="quiet">The ${kind} is not open now.</p>`}
      ${allowedActions.includes(withdraw.operationId) &&
      html`<${Action} kind="link" run=${run}>Withdraw the application<//>`}
    </aside>
    <div>
      <${Offer} kind=${kind} application=${application} company=${companyName} reload=${reload} />
      ${reason && html`<section><h2>Message from <bdi>${companyName}</bdi></h2>
        <blockquote class="prose" dir="auto">${reason}</blockquote></section>`}
      ${contactEmail && html`<section><h2>Contact</h2>
        <p><bdi>${contactPerson}</bdi><br />
          <a href="mailto:${contactEmail}">${contactEmail}</a></p></section>`}
      <${Sent} title="What you sent" application=${application} />
    </div>`;
}

/** The message or the answers of an applicant. */
function Sent({ title, application }) {
  const { message, professionalNetworkUrl: url, email, firstName, lastName } = application;
  const phone = [application.countryCode, application.phoneNumber].filter(Boolean).join(" ");
  const facts = [
    ["Name", firstName && html`<bdi>${firstName} ${lastName}</bdi>`],
    ["E-mail address", email && html`<a href="mailto:${email}">${email}</a>`],
    ["Phone number", phone],
    ["Professional network", url && html`<${ExternalLink} url=${url}>${url}<//>`],
    ["Referral code", application.referralCode],
    ["CV", application.cvObjectPath && "Sent"],
  ].filter(([, value]) => value);
  return html`<section><h2>${title}</h2>
    ${message && html`<p class="prose" dir="auto">${message}</p>`}
    ${facts.length > 0 && html`<${Facts} items=${facts} />`}
    ${!message && facts.length === 0 && html`<p class="quiet">No message.</p>`}
  </section>`;
}

function OfOwner({ kind, application, posting, reload }) {
  const { reason, applicant } = application;
  const { path } = KINDS[kind];
  const move = ([to, label]) => html`<${Action} key=${to}
    kind=${to === "declined" ? "" : "primary"}
    run=${() => decide(kind, application, to, reload)}>${label}<//>`;
  return html`<aside class="panel box">
      <div class="moves">
        ${Object.entries(movesOf(kind, application)).map(move)}
        ${mayOpenCv(application) && html`<${Action} run=${() => openCv(application)}>
          Open the CV<//>`}
      </div>
      <${Dates} application=${application} match=${application.matchScore !== null &&
        html`<${Score} kind=${kind} application=${application} />`} />
      <p><a href=${href([path, posting.id, "applications"])}>All applications to this ${kind}</a></p>
    </aside>
    <div>
      <${Answered} kind=${kind} name=${applicantName(application)}
        offerAnswer=${application.offerAnswer} />
      <${Sent} title=${kind === "role" ? "Message" : "Answers"} application=${application} />
      ${reason && html`<section><h2>Your last note</h2>
        <blockquote class="prose" dir="auto">${reason}</blockquote></section>`}
      <${Profile} kind=${kind} applicant=${applicant} />
    </div>`;
}

function Profile({ kind, applicant }) {
  const { title, credential, location, yearsExperience, skills } = applicant;
  const facts = [
    ["Title", title && html`<bdi>${title}</bdi>`], ["Credential", credential],
    ["Location", location], ["Availability", applicant.availability],
    ["Experience", yearsExperience !== null && `${number(yearsExperience)} years`],
    ["Kind of work", applicant.engagementType && words(applicant.engagementType)],
  ];
  const topics = [...(applicant.specialty || []), ...(applicant.secondarySpecialties || [])];
  return html`<section><h2>Profile</h2>
    <${Facts} items=${facts} omitEmpty />
    <${Labels} items=${topics} />
    ${skills?.length > 0 && html`<h3>Skills</h3>
      <${Labels} items=${skills.flatMap(({ items }) => items)} />`}
    ${kind === "role" && html`<p>
      <a href=${href(["experts", applicant.id])}>The whole profile</a></p>`}
  </section>`;
}
