// One person: the public profile, sessions, postings and the audit trail.
import { Action, Badge, Card, Choice, Empty, Loaded, Members, Rows, When, ask, call, get, href,
  html, itemsOf, orNull, route, setQuery, useCall, useData } from "../ui.js";
import { AuditLog } from "./audit.js";

const MOST = 100;

/** The public entries of a person; those who are not verified have none. */
export function Profile({ person }) {
  const { id, role, verificationTier, vendorsRole, vendorsVerificationTier } = person;
  const stays = !person.erasesAt;
  const isExpert = stays && role === "expert" && verificationTier !== "not-verified";
  const isVendor = stays && vendorsRole && vendorsVerificationTier !== "not-verified";
  if (!isExpert && !isVendor) {
    return html`<${Empty}>
      This person is in no directory. Experts and vendors are listed once their tier is verified or
      pro, unless the account is to be erased.
    <//>`;
  }
  return html`${isExpert &&
    html`<${Entry} title="As an expert in the directory" operation="getExpert" params=${{ id }} />`}
    ${isVendor && html`<${Entry} title="In the directory of vendors, as members see it"
      operation="getVendorDirectoryEntry" params=${{ userId: id }} />`}`;
}

function Entry({ title, operation, params: { id, userId } }) {
  const load = (signal) => orNull(get(operation, { id, userId }, signal));
  const state = useData(load, [operation, id, userId]);
  return html`<${Card} title=${title}>
    <${Loaded} state=${state}>
      ${(entry) =>
        entry
          ? html`<${HiddenSince} ...${entry.hidden} />
              <${Members} record=${entry} omit=${["id", "userId", "avatarUrl", "hidden"]} />`
          : html`<${Empty}>
              The profile is not complete, or the e-mail address is not verified.
            <//>`}
    <//>
  <//>`;
}

function HiddenSince({ since, reason }) {
  if (!since) return null;
  return html`<p class="notice">
    Hidden from members since <${When} at=${since} />${reason ? html`: <bdi>${reason}</bdi>` : "."}
  </p>`;
}

export function Sessions({ person: { id } }) {
  const state = useCall("adminListSessions", { id });
  const endAll = () =>
    ask({
      title: "End all sessions", text: "The person is signed out everywhere and can sign in again.",
      label: "End all", danger: true, done: "All sessions have ended.", reload: state.reload,
      submit: () => call("adminEndSessions", { id }),
    });
  const show = ({ userAgent, isAdmin, current, ip, createdAt, lastSeenAt }) => html`<div>
    ${userAgent} ${isAdmin && html` <${Badge} value="administrator" />`}
    ${current && html` <${Badge} value="this session" />`}
    <div class="quiet">
      ${ip}, signed in <${When} at=${createdAt} />, last used${" "}<${When} at=${lastSeenAt} />
    </div>
  </div>`;
  const button = html`<${Action} kind="danger" run=${endAll}>End all sessions<//>`;
  return html`<${Card} title="Sessions" actions=${button}>
    <${Loaded} state=${state}>
      ${(page) => html`<${Rows} items=${itemsOf(page)} show=${show}
        empty="This person is not signed in anywhere." />`}
    <//>
  <//>`;
}

const nameOfPosting = ({ roleNeeded, companyName }) => `${roleNeeded}, ${companyName}`;
const POSTINGS = [
  { title: "Roles", operation: "adminListRoles", screen: "roles", name: nameOfPosting },
  { title: "Jobs", operation: "adminListJobs", screen: "jobs", name: nameOfPosting },
  {
    title: "Consultations", operation: "adminListConsultations", screen: "consultations",
    name: (one) => [one.roleTitle, one.organizationName].filter(Boolean).join(", "),
  },
];

/** What the person has posted. The newest records of all are searched for it. */
export function Postings({ person: { id } }) {
  return html`<p class="quiet">
      Found among the ${MOST} newest of each kind. The page of a posting has its applications.
    </p>
    ${POSTINGS.map((kind) => html`<${Found} key=${kind.title} ...${kind} id=${id} />`)}`;
}

function Found({ title, operation, screen, name, id }) {
  const state = useCall(operation, { limit: MOST });
  const isTheirs = ({ userId }) => userId === id;
  const show = (record) => html`<div>
      <a href=${href([screen, record.id])}>${name(record)}</a>
      <div class="quiet"><${When} at=${record.createdAt} /></div>
    </div>
    <${Badge} value=${record.status} />`;
  return html`<${Card} title=${title}>
    <${Loaded} state=${state}>
      ${(page) => html`<${Rows} items=${itemsOf(page).filter(isTheirs)} show=${show}
        empty="There are none of this person." />`}
    <//>
  <//>`;
}

const SIDES = [["actor", "What this person did"], ["target", "What was done to the account"]];

export function Trail({ person }) {
  const { by = "actor" } = route.value.query;
  const choose = (value) => setQuery({ by: value, page: "" });
  return html`<div class="trail">
    <${Choice} label="Entries" options=${SIDES} value=${by} choose=${choose} />
    <${AuditLog} key=${by} params=${{ [by]: person.id }} omit=${[by]} />
  </div>`;
}
