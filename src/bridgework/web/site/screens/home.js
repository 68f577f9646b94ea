// The first screen of a member: what waits, what is missing, and what is new.
import { getMyOverview } from "../api/notifications.js";
import { listMyJobMatches, listMyRoleMatches } from "../api/openings.js";
import { listMyJobs, listMyRoles } from "../api/postings.js";
import { listVendorDirectory } from "../api/vendors.js";
import { useLive } from "../live.js";
import { ChangesAsked } from "../parts/changes_asked.js";
import { ChangesInReview } from "../parts/in_review.js";
import { FittingFirst, WithoutMatches } from "../parts/matching.js";
import { kindsOf, profilePath } from "../parts/navigation.js";
import { Notices, useNotices } from "../parts/notices.js";
import { Badge, Loaded, href, html, momentIn, nameOf, number, session, useApi, words, zone }
  from "../ui.js";

const SHOWN = 5;
const KINDS = ["job", "job_application", "role", "role_application", "consultation", "event",
  "event_request", "profile", "introduction"];
/** What each kind of account sees: its list, and what to do while that is empty. */
const LISTS = {
  expert: {
    operation: listMyRoleMatches, title: "Roles that match you", path: ["roles"], row: match,
    matching: { path: "roles", profile: "expert" },
  },
  client: {
    operation: listMyRoles, title: "Your roles", path: ["roles"], row: posting,
    empty: "You have not posted a role yet.", next: ["Post a role", ["roles", "new"]],
  },
  clinic: {
    operation: listMyJobs, title: "Your jobs", path: ["jobs"], row: posting,
    empty: "You have not posted a job yet.", next: ["Post a job", ["jobs", "new"]],
  },
  candidate: {
    operation: listMyJobMatches, title: "Jobs that match you", path: ["jobs"], row: match,
    matching: { path: "jobs", profile: "jobs" },
  },
};
const DIRECTORY = {
  operation: listVendorDirectory, title: "Vendors and ambassadors", path: ["vendors"], row: entry,
  empty: "Nobody is in the directory yet.", next: ["Edit your profile", ["profile"]],
};
/** The members of the account that say how far each kind has come. */
const PROGRESS = {
  expert: ["onboardingStep", "verificationTier"], client: ["onboardingStep", "verificationTier"],
  clinic: ["jobsOnboardingStep", "jobsVerificationTier"],
  candidate: ["jobsOnboardingStep", "jobsVerificationTier"],
  vendor: ["vendorsOnboardingStep", "vendorsVerificationTier"],
  ambassador: ["vendorsOnboardingStep", "vendorsVerificationTier"],
};
const NEW = "not-verified";
const IN_DIRECTORY = ["vendor", "ambassador"];
/** States of applications that are not decided. */
const OPEN = ["submitted", "reviewing", "shortlisted", "interview", "offered"];
const REASONS = {
  email_not_verified: "Verify your e-mail address to be in the directory of experts.",
  erasure_requested: "You have asked to erase your account, so the directory does not show you.",
  hidden: "The staff have hidden your profile, so the directory does not show it.",
  not_verified: "Your profile is complete. The staff verify it before the directory shows it.",
};

export function Home() {
  const { user } = session.value;
  const kinds = kindsOf(user);
  const overview = useApi(getMyOverview, {});
  useLive(KINDS, overview.reload);
  return html`<div class="home">
    <h1 tabindex="-1">${user.firstName ? html`Hello, <bdi>${user.firstName}</bdi>` : "Welcome"}</h1>
    <${Loaded} state=${overview}>${(data) => html`
      <${NextStep} user=${user} kind=${kinds[0]} listing=${data.listing} />
      <${ChangesAsked} asked=${data.changesAsked}>
        <p><a class="button primary" href=${href(["profile"])}>Change your profile</a></p><//>
      <${ChangesInReview} changes=${data.changesInReview} />
      <${Figures} kinds=${kinds} data=${data} />`}
    <//>
    <div class="aside end">
      <div>
        ${overview.data && html`<${Waiting} data=${overview.data} />`}
        <${List} ...${LISTS[kinds[0]] || DIRECTORY} />
      </div>
      <${Latest} />
    </div>
  </div>`;
}

/** What a member should do first so that others find them. */
function NextStep({ user, kind, listing }) {
  const [step, tier] = PROGRESS[kind];
  const isExpert = kind === "expert";
  const missing = isExpert ? listing.missing : [];
  const hasBegun = user[step] && user[step] !== "complete";
  if (missing.length > 0 || hasBegun || !user.firstName) {
    const title = hasBegun ? "Continue your profile" : "Complete your profile";
    return html`<section class="next-step" aria-label="Next step">
      <div><h2>${title}</h2>
        <p>${missing.length > 0 && `Still missing: ${missing.map(words).join(", ")}. `}
          ${isExpert ? "Then clients find you, and roles are matched with you."
            : "Then others see who you are, and what fits you is found."}</p></div>
      <a class="button primary" href=${href(profilePath(kind))}>${title}</a>
    </section>`;
  }
  if (isExpert ? listing.isListed : IN_DIRECTORY.includes(kind) && user[tier] !== NEW) {
    return html`<p class="quiet">You are in the directory.${" "}
      <a href=${href([isExpert ? "experts" : "vendors", user.id])}>See your page</a></p>`;
  }
  const text = isExpert ? REASONS[listing.reason]
    : user[tier] === NEW && "The staff verify new accounts. Yours is not verified yet.";
  return text ? html`<p class="notice">${text}</p>` : null;
}

/** Counts that are not zero. */
function Figures({ kinds, data: { applications, receivedApplications, consultations, ...data } }) {
  const is = (kind) => kinds.includes(kind);
  const open = (counts) => OPEN.reduce((sum, state) => sum + (counts[state] || 0), 0);
  const figures = [
    is("client") && ["Applications to your roles", open(receivedApplications.roles), ["roles"]],
    is("clinic") && ["Applications to your jobs", open(receivedApplications.jobs), ["jobs"]],
    ["Your open applications", open(applications.jobs) + open(applications.roles),
      ["applications"]],
    ["Consultations", consultations.requested + consultations.scheduled, ["consultations"]],
    ["Invitations to answer", data.invitations.unanswered, ["events"]],
  ].filter((figure) => figure && figure[1] > 0);
  return html`<ul class="figures plain-list">${figures.map(([label, count, path]) => html`<li key=${label}>
    <a class="box" href=${href(path)}><b>${number(count)}</b> ${label}</a></li>`)}</ul>`;
}

const some = (count, one, several) => `${number(count)} ${count === 1 ? one : several}`;

/** What waits for the member: offers, then people who wait, then what has a date. */
function waiting({ applications, receivedApplications: received, consultations, invitations,
  introductionsWaiting: introduced }) {
  const { jobs, roles } = applications;
  const applied = (count, what) => some(count, `new application to your ${what}`,
    `new applications to your ${what}`);
  return [
    jobs.offered > 0 && [some(jobs.offered, "offer", "offers"), "Accept or withdraw",
      ["applications"]],
    consultations.toAnswer > 0 && [
      some(consultations.toAnswer, "request for a consultation", "requests for a consultation"),
      "Say whether you are available", ["consultations"]],
    introduced > 0 && [`${some(introduced, "person", "people")} would like to meet you`,
      "Accept or decline", ["introductions"]],
    received.jobs.submitted > 0 && [applied(received.jobs.submitted, "jobs"),
      "Nobody has looked at them yet", ["jobs"]],
    received.roles.submitted > 0 && [applied(received.roles.submitted, "roles"),
      "Nobody has looked at them yet", ["roles"]],
    ...consultations.newest.filter(({ status }) => status === "scheduled").map((one) => [
      `Consultation: ${one.roleTitle}`,
      one.startAt ? momentIn(one.startAt, zone) : one.organizationName, ["consultations", one.id]]),
    ...invitations.next.map((one) => [`Invitation: ${one.name}`,
      momentIn(one.startAt, one.timezone), ["events", one.id]]),
    jobs.interview > 0 && [some(jobs.interview, "interview", "interviews"),
      "Your applications to jobs", ["applications"]],
    roles.shortlisted > 0 && [`On the shortlist for ${some(roles.shortlisted, "role", "roles")}`,
      "Your applications to roles", ["applications"]],
  ].filter(Boolean);
}

function Waiting({ data }) {
  const items = waiting(data);
  return html`<section aria-labelledby="waiting"><h2 id="waiting">Waiting for you</h2>
    ${items.length === 0
      ? html`<p class="quiet">Nothing waits for you now.</p>`
      : html`<ul class="entries-of-home plain-list line-list">${items.map(([title, text, path]) => html`
          <li key=${title}><a href=${href(path)} dir="auto">${title}</a>
            <p class="quiet" dir="auto">${text}</p></li>`)}</ul>`}
  </section>`;
}

function List({ operation, title, path, row, matching, empty, next }) {
  const state = useApi(operation, { limit: SHOWN });
  useLive(KINDS, state.reload);
  return html`<section aria-labelledby="list-of-home">
    <header class="card-head"><h2 id="list-of-home">${title}</h2>
      <a href=${href(path)}>Show all</a></header>
    <${Loaded} state=${state}>
      ${({ items, emptyReason }) => {
        const list = (entries) => html`<ul class="entries-of-home plain-list line-list">
          ${entries.map((one) => row(one, path))}</ul>`;
        if (items.length > 0) {
          return matching
            ? html`<${FittingFirst} kind=${matching} items=${items} list=${list} />` : list(items);
        }
        return matching ? html`<${WithoutMatches} kind=${matching} reason=${emptyReason} />`
          : html`<p class="empty">${empty} <a href=${href(next[1])}>${next[0]}</a></p>`;
      }}
    <//>
  </section>`;
}

function match({ subject, matchScore }, path) {
  return row(subject.id, path, subject.roleNeeded, [subject.companyName, subject.location],
    matchScore !== null && html`<span class="quiet">${number(matchScore)} of 100</span>`);
}

function posting(one, path) {
  const count = one.applicationCounts?.submitted;
  return row(one.id, path, one.roleNeeded, [one.companyName, one.location], html`
    ${count > 0 && html`<b>${number(count)} new</b> `}<${Badge} value=${one.status} />`);
}

function entry(one, path) {
  const what = [words(one.kind), one.companyName && nameOf(one), one.location];
  return row(one.userId, path, one.companyName || nameOf(one), what);
}

function row(id, path, title, texts, end) {
  return html`<li key=${id}><a href=${href([...path, id])} dir="auto">${title}</a>
    <p class="quiet" dir="auto">${texts.filter((text) => text && text !== "–").join(" · ")}</p>
    ${end && html`<div class="end-of-row">${end}</div>`}
  </li>`;
}

function Latest() {
  const state = useNotices({ limit: 10 });
  return html`<aside aria-labelledby="latest">
    <header class="card-head"><h2 id="latest">Latest</h2>
      <a href=${href(["notifications"])}>All notifications</a></header>
    <${Loaded} state=${state}>
      ${({ items }) => (items.length > 0
        ? html`<${Notices} items=${items.slice(0, SHOWN)} mark=${state.mark} />`
        : html`<p class="quiet">Nothing has happened yet.</p>`)}
    <//>
  </aside>`;
}
