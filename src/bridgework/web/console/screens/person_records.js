// One person: the public profile, sessions, timeline and the audit trail.
import { Action, Badge, Card, Choice, Empty, Listing, Loaded, Members, PersonLink, Rows, When, ask,
  call, get, href, html, itemsOf, orNull, route, setQuery, state, time, useCall, useData, words }
  from "../ui.js";
import { AuditLog } from "./audit.js";

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

/** @param {{ title: string, operation: "getExpert" | "getVendorDirectoryEntry", params: any }} properties */
function Entry({ title, operation, params }) {
  const load = (signal) => orNull(get(operation, params, signal));
  const state = useData(load, [operation, params]);
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

/** The screens of the records of a timeline, by their kind. */
const SCREENS = {
  job: "jobs", role: "roles", consultation: "consultations",
  report_by: "moderation", report_on: "moderation", email: "emails",
};
const KINDS = { report_by: "Report sent", report_on: "Report on this person", email: "E-mail" };

/** What the person did and what was done about the person, newest first. */
export function Timeline({ person: { id } }) {
  const title = (one) => (one.kind === "email" ? words(one.title.split("/").at(-1)) : one.title);
  const record = (one) =>
    (SCREENS[one.kind]
      ? html`<a href=${href([SCREENS[one.kind], one.id])}>${title(one)}</a>`
      : title(one));
  return html`<${Listing} operation="adminGetTimeline" name="timeline" nouns=${["entry", "entries"]} params=${{ id }}
    columns=${[
      time("at", "When"),
      { key: "kind", label: "Record", show: ({ kind }) => KINDS[kind] || words(kind) },
      { key: "title", label: "What", show: record, text: title },
      state("status", "Status"),
      { key: "by", label: "By", show: ({ by }) => by && by !== id && html`<${PersonLink} id=${by} />` },
    ]}
    empty="There is no record of this person." />`;
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
