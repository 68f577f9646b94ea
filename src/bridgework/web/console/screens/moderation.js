// Moderation: reports with the reported content, its author, and the decisions on it.
import { Badge, Card, Changed, Decisions, Empty, Facts, History, Listing, Loaded, Page, Picture, REASON,
  PersonLink, RecordPage, Rows, Tabs, When, counted, get, href, html, nameOf, number, oneOf, orNull, ownerOf, state,
  time, useCall, useData, value, words } from "../ui.js";
import { WholeProfile } from "./person_profile.js";

const BACK = { href: href(["moderation"]), label: "Moderation" };
const FILTERS = [oneOf("kind", "Kind", ["post", "comment", "job", "profile", "event"])];
const REPORTER = {
  key: "reporter", label: "Reported by", text: reportersOf,
  show: (one) => (one.reporters === 1 && one.reporter ? reporterLink(one.reporter) : reportersOf(one)),
};
const CONTENT = { key: "content", label: "Content", text: excerptOf, show: excerptOf };
const AUTHOR = {
  key: "author", label: "Author",
  show: ({ content }) => (content?.ownerId ? html`<${PersonLink} id=${content.ownerId} />` : "–"),
};
const COLUMNS = [
  CONTENT, value("kind", "Kind"), AUTHOR, { key: "reason", label: "Reason of the report" },
  REPORTER, time("createdAt", "Reported"),
];
const DECISION_COLUMNS = [
  ...COLUMNS, state("decision", "Decision"), { key: "decisionReason", label: "Its reason" },
  time("decidedAt", "Decided"),
];
const VIEWS = {
  open: {
    label: "Open", columns: COLUMNS,
    empty: "Nothing waits for a decision. Reports of members appear here.",
  },
  decided: { label: "Decided", columns: DECISION_COLUMNS, empty: "No report was decided yet." },
};

/** The beginning of what is reported. */
function excerptOf({ kind, content }) {
  return content ? content.text || content.title || words(kind) : "Deleted";
}

/** Who has reported the content: the name of one, or how many there are. */
function reportersOf({ reporter, reporters }) {
  const name = reporter ? reporter.name || "Without a name" : "Erased";
  return reporters > 1 ? `${counted(reporters, "person", "people")}, ${name} last` : name;
}

function reporterLink({ id, name }) {
  return html`<a href=${href(["people", id])}>${name || "Without a name"}</a>`;
}

export function Moderation({ path: [view = "open"] }) {
  if (!VIEWS[view]) return html`<${Report} key=${view} id=${view} />`;
  const { columns, empty } = VIEWS[view];
  const tabOf = ([key, { label }]) => [key, label, href(["moderation", key])];
  return html`<${Page} title="Moderation" subtitle="Content that members reported, newest first">
    <${Tabs} label="States" active=${view} items=${Object.entries(VIEWS).map(tabOf)} />
    <${Listing} key=${view} operation="adminListReports" name="reports-${view}" nouns=${["report"]}
      params=${{ status: view, oncePerTarget: view === "open" || "" }} filters=${FILTERS}
      columns=${columns} empty=${empty}
      rowHref=${({ id }) => href(["moderation", id])} />
  <//>`;
}

async function loadReport(id, signal) {
  const [report, open] = await Promise.all([
    orNull(get("adminGetReport", { id }, signal)),
    get("adminListReports", { status: "open", oncePerTarget: true, limit: 2 }, signal),
  ]);
  return report && { report, next: open.items.find((one) => one.targetId !== report.targetId) };
}

function Report({ id }) {
  const state = useData((signal) => loadReport(id, signal), [id]);
  return html`<${RecordPage} state=${state} noun="Report" back=${BACK}
    missing="There is no such report.">
    ${(found) => html`<${Details} ...${found} reload=${state.reload} />`}
  <//>`;
}

function Details({ report, next, reload }) {
  const { kind, content } = report;
  const actions = html`<${Decisions} record=${report} title="the ${kind}" owner=${authorOf}
      decisions=${decisionsOf(report)} reload=${reload} />
    ${next && html`<a class="button" href=${href(["moderation", next.id])}>Next open report</a>`}`;
  return html`<${Page} title="Reported ${kind}" back=${BACK} actions=${actions}>
    <${Changed} record=${report} />
    <div class="split">
      <div>
        <${Card} title="Report">
          <blockquote class="report">${report.reason}</blockquote>
          <${Facts} omitEmpty
            items=${[
              ["Reported", html`<${When} at=${report.createdAt} />`],
              ["Reported by", report.reporter ? reporterLink(report.reporter) : "Erased"],
              ["Reports of it before", number(report.reportsBefore)],
              ["Reported in all by", counted(report.reporters, "person", "people")],
              ["State", html`<${Badge} value=${report.decision || report.status} />`],
              ["Reason of the decision", report.decisionReason],
              ["Decided", report.decidedAt && html`<${When} at=${report.decidedAt} />`],
            ]} />
        <//>
        ${content ? html`<${Content} ...${report} ...${content} />`
          : html`<${Empty}>The content was deleted.<//>`}
      </div>
      <div>
        ${content?.ownerId && html`<${Author} key=${content.ownerId} id=${content.ownerId} />`}
        <${Past} report=${report} />
      </div>
    </div>
    ${kind === "profile" && content && html`<${WholeProfile} person=${{ id: content.ownerId }} />`}
  <//>`;
}

/** The decisions that the API allows. */
function decisionsOf({ status, content }) {
  const whileOpen = status === "open" ? [!content?.isHidden && KEEP, content && HIDE] : [];
  return [...whileOpen, content?.isHidden && RESTORE].filter(Boolean);
}

const CALLED = { post: "post in the feed", comment: "comment in the feed", job: "job posting" };
/** What is reported, as its e-mails call it. The subject of an item of the queue is the content. */
const called = ({ kind, subject }) => CALLED[subject?.kind ?? kind] || (subject?.kind ?? kind);
/**
 * @param {"keep" | "hide" | "restore"} decision
 * @param {string} text
 * @param {Partial<Decision>} [more]
 * @returns {Decision}
 */
const decide = (decision, text, more) => ({
  label: words(decision), decision: /** @type {any} */ (decision), text, fields: [{ ...REASON, required: true }],
  request: ({ id }, { reason }) => ["adminDecideReport", { id }, { decision, reason }], ...more,
});
export const KEEP = decide(
  "keep", "The content stays visible, and all open reports of it are closed.",
);
export const HIDE = decide(
  "hide", "The content is hidden from members. Its owner gets an e-mail with the reason.",
  { kind: "danger", mail: (report) => `“Your ${called(report)} has been hidden”` },
);
const RESTORE = decide(
  "restore", "The content is visible again. Its owner gets an e-mail with the reason.",
  { mail: (report) => `“Your ${called(report)} is visible again”` },
);

/** The account that wrote what a report is about, or nothing. */
const authorOf = async (/** @type {{ content?: { ownerId?: string } }} */ { content }) => content?.ownerId && ownerOf(content.ownerId);

/** The same for an item of the queue. */
export const authorOfItem = async ({ id }) =>
  authorOf((await orNull(get("adminGetReport", { id }))) || {});

/** Where the console shows content of a kind. */
const SCREENS = { job: "jobs", event: "events", profile: "people" };

function Content({ kind, targetId, title, text, imageUrl, parentText, isHidden, createdAt }) {
  const open = SCREENS[kind] &&
    html`<a class="button" href=${href([SCREENS[kind], targetId])}>Open</a>`;
  return html`<${Card} title=${(SCREENS[kind] && title) || words(kind)} actions=${open}>
    ${isHidden && html`<${Badge} value="hidden" />`}
    ${imageUrl && html`<${Picture} class="cover-image" url=${imageUrl} />`}
    ${text && html`<p class="prose">${text}</p>`}
    <${Facts} omitEmpty
      items=${[["Created", html`<${When} at=${createdAt} />`], ["On the post", parentText]]} />
  <//>`;
}

function Author({ id }) {
  const show = (account) => html`<p>
      <a href=${href(["people", id])}>${nameOf(account)}</a>
      ${account.disabledAt && html` <${Badge} value="disabled" />`}
    </p>
    <${Facts} omitEmpty
      items=${[
        ["E-mail address", account.email], ["Role", words(account.role)],
        ["Tier", html`<${Badge} value=${account.verificationTier} />`],
        ["Registered", html`<${When} at=${account.createdAt} />`],
        ["Last active", html`<${When} at=${account.lastSeenAt} />`],
        ["Disabled because", account.disabledReason],
      ]} />
    <h3>What was done to the account</h3>
    <${History} target=${id} limit=${5} />`;
  return html`<${Card} title="Author">
    <${Loaded} state=${useCall("adminGetUser", { id })}>${show}<//>
  <//>`;
}

/** Earlier decisions on the content, and other reports of it. */
function Past({ report: { id, targetId, decidedAt } }) {
  const state = useCall("adminListReports", { targetId, limit: 100 }, decidedAt);
  const isOther = (one) => one.id !== id;
  const show = (one) => html`<a href=${href(["moderation", one.id])}>${one.reason}</a>
    <span class="quiet"><${When} at=${one.createdAt} /></span>`;
  return html`<${Card} title="History of the content">
    <h3>Decisions</h3>
    <${History} target=${targetId} turn=${decidedAt} limit=${10} />
    <h3>Other reports</h3>
    <${Loaded} state=${state}>
      ${({ items }) =>
        html`<${Rows} items=${items.filter(isOther)} show=${show} empty="There are none." />`}
    <//>
  <//>`;
}
