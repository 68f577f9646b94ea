// The whole profile of a person: what is stored, and what a decision about the person needs.
import { Action, Badge, Bar, Card, Changed, Empty, Line, Loaded, Members, Notes, Rows, When, href, html,
  number, openFile, useCall, words } from "../ui.js";
import { ChangesAsked } from "./person_changes.js";

const PROFILES = [
  ["professional", "Professional profile"], ["candidate", "On the jobs platform"],
  ["clinic", "Clinic"], ["vendor", "Vendor"], ["ambassador", "Ambassador"],
];
/** The documents are listed by name; paths and the progress of a tour tell a reader nothing. */
const OMITTED = ["tourProgress", "cvObjectPath", "videoObjectPath", "attachmentPaths"];

export function WholeProfile({ person: { id } }) {
  const state = useCall("adminGetProfile", { id });
  return html`<${Loaded} state=${state}>
    ${(profile) => html`<${Content} profile=${profile} />`}
  <//>`;
}

function Content({ profile }) {
  const { user, completeness, documents, applications, reportsOn, reportsBy } = profile;
  const stored = PROFILES.filter(([name]) => profile[name]);
  const read = { ...user, ...Object.fromEntries(stored.map(([name]) => [name, profile[name]])) };
  return html`<${Changed} record=${read} />
    ${!user.isEmailVerified &&
    html`<div class="notice bad"><p>The e-mail address is not verified.</p></div>`}
    <div class="split profile">
      <div>
        <${ChangesAsked} asked=${profile.changesAsked} />
        <${Card} title="Completeness">${completeness.map(Complete)}<//>
        <${Notes} kind="account" id=${user.id} />
        <${Card} title="Documents">
          <${Rows} items=${documents} show=${documentRow} empty="No CV and no attachments." />
        <//>
        <${Counted} title="Applications" records=${applications} show=${applicationRow}
          empty="No applications yet." />
        <${Counted} title="Reports about this person" records=${reportsOn} show=${reportRow}
          empty="No reports about this person or what they wrote." />
        <${Counted} title="Reports by this person" records=${reportsBy} show=${reportRow}
          empty="No reports by this person." />
      </div>
      <div>
        ${stored.map(([name, title]) => html`<${Card} key=${name} title=${title}>
          <${Members} record=${profile[name]} omit=${OMITTED} />
        <//>`)}
        ${stored.length === 0 &&
        html`<${Card} title="Profiles"><${Empty}>This person has stated nothing yet.<//><//>`}
      </div>
    </div>`;
}

function Complete({ profile, filled, total, missing }) {
  const title = PROFILES.find(([name]) => name === profile)[1];
  return html`<div key=${profile}>
    <${Bar} value=${filled} most=${total}>${title}: ${filled} of ${total}<//>
    ${missing.length > 0 &&
    html`<details><summary>${missing.length} missing</summary>${missing.map(words).join(", ")}
    </details>`}
  </div>`;
}

function documentRow({ objectPath, fileName, folder, fileSizeBytes, createdAt }) {
  const open = () => openFile("getDownloadUrl", {}, { objectPath });
  const size = `${number(Math.ceil(fileSizeBytes / 1024))} KiB`;
  return html`<${Line} title=${fileName}
    quiet=${html`${words(folder.replace(/s$/, ""))}, ${size}, <${When} at=${createdAt} />`}>
    <${Action} aria-label="Open ${fileName}" run=${open}>Open<//>
  <//>`;
}

/** The newest records, and how many there are if not all are shown. */
function Counted({ title, records: { items, total }, show, empty }) {
  return html`<${Card} title=${total > 0 ? `${title} (${number(total)})` : title}>
    <${Rows} items=${items} show=${show} empty=${empty} />
    ${total > items.length && html`<p class="quiet">The newest ${items.length} are shown.</p>`}
  <//>`;
}

function applicationRow({ kind, id, postingId, title, companyName, status, hasCv, createdAt }) {
  const link = html`<a href=${href([`${kind}s`, postingId, "applications"])}>
    ${title}, ${companyName}</a>`;
  return html`<${Line} title=${link} quiet=${html`${words(kind)}, <${When} at=${createdAt} />`}>
    <${Badge} value=${status} />
    ${hasCv && status !== "withdrawn" && html`<${Action} aria-label="CV for ${title}"
      run=${() => openFile("getJobApplicationCv", { id })}>CV<//>`}
  <//>`;
}

function reportRow({ id, kind, reason, status, decision, createdAt }) {
  return html`<${Line} title=${html`<a href=${href(["moderation", id])}>${reason}</a>`}
    quiet=${html`${words(kind)}, <${When} at=${createdAt} />`}>
    <${Badge} value=${decision || status} />
  <//>`;
}
