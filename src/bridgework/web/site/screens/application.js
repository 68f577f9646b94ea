// One application to a role or a job, for the applicant and for who posts it.
import { getJob, getJobApplication, getRole, getRoleApplication, withdrawJobApplication,
  withdrawRoleApplication } from "../api/openings.js";
import { useLive } from "../live.js";
import { MOVES, applicantName, decide, mayOpenCv, movesOf, openCv } from "../parts/decisions.js";
import { Action, ExternalLink, Facts, Labels, Loaded, Portrait, Status, Verified, ask, href, html,
  moment, number, orNull, route, session, useApi, useTitle, words } from "../ui.js";

const KINDS = {
  role: {
    path: "roles", get: getRoleApplication, getPosting: getRole, isOpen: ["active"],
    withdraw: withdrawRoleApplication, withContact: ["accepted"],
    contactLasts: "It can be read here until the role is deleted.",
  },
  job: {
    path: "jobs", get: getJobApplication, getPosting: getJob, isOpen: ["approved"],
    withdraw: withdrawJobApplication, withContact: ["offered", "hired"],
    contactLasts: "Note it: it is shown here only while the job is open.",
  },
};

/** The kinds of notifications that change an application. */
export const LIVE = ["job_application", "role_application", "role.withdrawn"];

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
        <h1 tabindex="-1"><bdi>${title}</bdi>
          ${!isMine && html`<${Verified} of=${application.applicant} />`}</h1>
        <p class="lead" dir="auto">${isMine ? place : `For ${posting.title}`}</p>
        ${posting.currentTitle && html`<p class="quiet">
          The ${kind} is now called <bdi>${posting.currentTitle}</bdi>.</p>`}
      </div>
    </header>
    <${Progress} kind=${kind} status=${application.status} />
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

/** When the application was sent, and when its present state began: earlier ones are not kept. */
function Dates({ application: { createdAt, updatedAt, status } }) {
  return html`<${Facts} omitEmpty items=${[
    ["Applied", moment(createdAt)],
    [words(status), updatedAt !== createdAt && moment(updatedAt)],
  ]} />`;
}

function OfApplicant({ kind, application, posting, reload }) {
  const { status, reason, allowedActions } = application;
  const { withdraw, withContact, isOpen, path } = KINDS[kind];
  const { companyName } = posting;
  const run = () =>
    ask({
      title: "Withdraw your application?", label: "Withdraw", danger: true, reload,
      text: `${companyName} gets an e-mail. You cannot apply to this ${kind} again.`,
      submit: () => withdraw({ id: application.id }), done: "Your application was withdrawn.",
    });
  return html`<aside class="panel box">
      <${Dates} application=${application} />
      ${isOpen.includes(posting.status)
        ? html`<p><a class="button" href=${href([path, posting.id])}>See the ${kind}</a></p>`
        : html`<p class="quiet">The ${kind} is not open now.</p>`}
      ${allowedActions.includes(withdraw.operationId) &&
      html`<${Action} kind="link" run=${run}>Withdraw the application<//>`}
    </aside>
    <div>
      ${reason && html`<section><h2>Message from <bdi>${companyName}</bdi></h2>
        <blockquote class="prose" dir="auto">${reason}</blockquote></section>`}
      ${withContact.includes(status) && html`<${Contact} kind=${kind} id=${posting.id} />`}
      <${Sent} title="What you sent" application=${application} />
    </div>`;
}

/** The contact of who has accepted the applicant, as long as the posting can be read. */
function Contact({ kind, id }) {
  const { getPosting, contactLasts } = KINDS[kind];
  const state = useApi((params, signal) => orNull(getPosting(params, signal)), { id });
  return html`<section><h2>Contact</h2>
    <${Loaded} state=${state}>${(posting) => (posting?.contactEmail
      ? html`<p><bdi>${posting.contactPerson}</bdi><br />
          <a href="mailto:${posting.contactEmail}">${posting.contactEmail}</a></p>
        <p class="quiet">${contactLasts}</p>`
      : html`<p class="quiet">It is not shown here any more: the ${kind} is not open.</p>`)}<//>
  </section>`;
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
      <${Dates} application=${application} />
      <p><a href=${href([path, posting.id])}>All applications to this ${kind}</a></p>
    </aside>
    <div>
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
    ["Verification", words(applicant.verificationTier)],
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
