// Moderation: reports with the reported content, its author, and the decisions on it.
import { Avatar, Badge, Card, Decisions, Empty, Facts, History, Listing, Loaded, Page, Picture,
  REASON, RecordPage, Rows, Tabs, When, findRecord, get, href, html, loadAll, moment, nameOf,
  number, oneOf, orNull, ownerOf, state, time, useCall, useData, value, words } from "../ui.js";

const BACK = { href: href(["moderation"]), label: "Moderation" };
const FILTERS = [oneOf("kind", "Kind", ["post", "comment", "job", "profile", "event"])];
const REPORTER = {
  key: "reporter", label: "Reported by", text: ({ reporter }) => reporter?.name ?? "",
  show: ({ reporter }) => (reporter ? reporterLink(reporter) : "Erased"),
};
const BEFORE = { key: "reportsBefore", label: "Reports before" };
const COLUMNS = [
  value("kind", "Content"), { key: "reason", label: "Reason of the report" }, REPORTER, BEFORE,
  time("createdAt", "Reported"),
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

function reporterLink({ id, name }) {
  return html`<a href=${href(["people", id])}>${name || "Without a name"}</a>`;
}

export function Moderation({ path: [view = "open"] }) {
  if (!VIEWS[view]) return html`<${Report} key=${view} id=${view} />`;
  const { columns, empty } = VIEWS[view];
  const tabOf = ([key, { label }]) => [key, label, href(["moderation", key])];
  return html`<${Page} title="Moderation" subtitle="Content that members reported, newest first">
    <${Tabs} label="States" active=${view} items=${Object.entries(VIEWS).map(tabOf)} />
    <${Listing} key=${view} operation="adminListReports" name="reports-${view}"
      params=${{ status: view }} filters=${FILTERS} columns=${columns} empty=${empty}
      rowHref=${({ id }) => href(["moderation", id])} />
  <//>`;
}

/** The reported content as {title, text, image, person, facts, authorId}. */
const TARGETS = {
  async post({ targetId: id }, signal) {
    const post = await get("getFeedPost", { id }, signal);
    const { author, content, imageUrl, createdAt, commentCount, likeCount } = post;
    return {
      title: `Post by ${author.name}`, text: content, image: imageUrl, authorId: author.id,
      facts: [["Posted", moment(createdAt)], ["Comments", commentCount], ["Likes", likeCount]],
    };
  },
  async comment(report, signal) {
    const found = await findComment(report, signal);
    if (!found) return null;
    const { author, content, createdAt } = found.comment;
    return {
      title: `Comment by ${author.name}`, text: content, authorId: author.id,
      facts: [["Written", moment(createdAt)], ["On the post", found.post.content]],
    };
  },
  async job({ targetId: id }, signal) {
    const job = await get("getJob", { id }, signal);
    return {
      title: job.roleNeeded, link: href(["jobs", id]), authorId: job.userId,
      text: [job.challenge, job.officeDescription, job.whyAttractive].filter(Boolean).join("\n\n"),
      facts: [["Company", job.companyName], ["Place", job.location], ["State", words(job.status)]],
    };
  },
  async event({ targetId: id }, signal) {
    const event = await get("getEvent", { id }, signal);
    return {
      title: event.name, link: href(["events", id]), image: event.coverUrl, text: event.description,
      facts: [["Starts", moment(event.startAt)], ["Place", event.location]],
    };
  },
  async profile({ targetId: id }, signal) {
    const expert = await orNull(get("getExpert", { id }, signal));
    if (!expert) return { isHidden: true, authorId: id };
    return {
      title: nameOf(expert), link: href(["people", id]), authorId: id,
      text: expert.bio, person: expert,
      facts: [["Title", expert.title], ["Company", expert.company], ["Place", expert.location]],
    };
  },
};

const MOST_POSTS = 200;
const AT_ONCE = 8;

/** A reported comment with its post: no operation reads a comment alone, so posts are searched. */
async function findComment({ targetId, createdAt }, signal) {
  const posts = await loadAll("listFeedPosts", {}, signal, MOST_POSTS);
  const candidates = posts.filter((post) => post.commentCount > 0 && post.createdAt <= createdAt);
  async function search(post) {
    const comments = await loadAll("listFeedComments", { id: post.id }, signal);
    return { post, comment: comments.find(({ id }) => id === targetId) };
  }
  for (let at = 0; at < candidates.length; at += AT_ONCE) {
    const found = await Promise.all(candidates.slice(at, at + AT_ONCE).map(search));
    const match = found.find(({ comment }) => comment);
    if (match) return match;
  }
  return null;
}

async function loadReport(id, signal) {
  const [report, open] = await Promise.all([
    findRecord("adminListReports", id, {}, signal),
    get("adminListReports", { status: "open", limit: 2 }, signal),
  ]);
  if (!report) return null;
  const isShown = report.decision !== "hide";
  const target = isShown ? await orNull(TARGETS[report.kind](report, signal)) : null;
  return { report, target, next: open.items.find((one) => one.id !== id) };
}

function Report({ id }) {
  const state = useData((signal) => loadReport(id, signal), [id]);
  return html`<${RecordPage} state=${state} noun="Report" back=${BACK}
    missing="There is no such report.">
    ${(found) => html`<${Details} ...${found} reload=${state.reload} />`}
  <//>`;
}

function Details({ report, target, next, reload }) {
  const { id } = report;
  const isVisible = target && !target.isHidden;
  const owner = () => target?.authorId && ownerOf(target.authorId);
  const actions = html`<${Decisions} record=${report} title="the ${report.kind}" owner=${owner}
      decisions=${decisionsOf(report, isVisible)} reload=${reload} />
    ${next && html`<a class="button" href=${href(["moderation", next.id])}>Next open report</a>`}`;
  return html`<${Page} title="Reported ${report.kind}" back=${BACK} actions=${actions}>
    <div class="split">
      <div>
        <${Card} title="Report">
          <blockquote class="report">${report.reason}</blockquote>
          <${Facts} omitEmpty
            items=${[
              ["Reported", html`<${When} at=${report.createdAt} />`],
              ["Reported by", report.reporter ? reporterLink(report.reporter) : "Erased"],
              ["Reports of it before", number(report.reportsBefore)],
              ["State", html`<${Badge} value=${report.decision || report.status} />`],
              ["Reason of the decision", report.decisionReason],
              ["Decided", report.decidedAt && html`<${When} at=${report.decidedAt} />`],
            ]} />
        <//>
        ${isVisible
          ? html`<${Content} target=${target} />`
          : html`<${Empty}>
              The content is hidden or was deleted: the API shows it to no caller. A hidden one can
              be restored.
            <//>`}
      </div>
      <div>
        ${target?.authorId && html`<${Author} key=${target.authorId} id=${target.authorId} />`}
        <${Past} report=${report} />
      </div>
    </div>
  <//>`;
}

/** The decisions that the state of the report may allow; the API has the last word. */
function decisionsOf({ status, decision }, isVisible) {
  if (status === "decided") return decision === "hide" ? [RESTORE] : [];
  return isVisible ? [KEEP, HIDE] : [KEEP, HIDE, RESTORE];
}

const CALLED = { post: "post in the feed", comment: "comment in the feed", job: "job posting" };
/** What is reported, as its e-mails call it. The subject of an item of the queue is the content. */
const called = ({ kind, subject }) => CALLED[subject?.kind ?? kind] || (subject?.kind ?? kind);
const decide = (decision, text, more) => ({
  label: words(decision), decision, text, fields: [{ ...REASON, required: true }],
  request: ({ id }, { reason }) => ["adminDecideReport", { id }, { decision, reason }], ...more,
});
export const KEEP = decide(
  "keep", "The content stays visible, and all open reports of it are closed.",
);
export const HIDE = decide(
  "hide", "The content is hidden from everyone. Its owner gets an e-mail with the reason.",
  { kind: "danger", mail: (report) => `“Your ${called(report)} has been hidden”` },
);
const RESTORE = decide(
  "restore", "The content is visible again. Its owner gets an e-mail with the reason.",
  { mail: (report) => `“Your ${called(report)} is visible again”` },
);

/** The author of what an open report is about, or nothing. */
export async function authorOf({ id }) {
  const report = await findRecord("adminListReports", id, { status: "open" });
  const target = report && (await orNull(TARGETS[report.kind](report)));
  return target?.authorId && ownerOf(target.authorId);
}

function Content({ target: { title, link, text, image, person, facts } }) {
  const open = link && html`<a class="button" href=${link}>Open</a>`;
  return html`<${Card} title=${title} actions=${open}>
    ${image && html`<${Picture} class="cover-image" url=${image} />`}
    ${person && html`<${Avatar} url=${person.avatarUrl} name=${title} />`}
    ${text && html`<p class="prose">${text}</p>`}
    <${Facts} omitEmpty items=${facts} />
  <//>`;
}

function Author({ id }) {
  const state = useData((signal) => orNull(get("adminGetUser", { id }, signal)), [id]);
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
    <${History} target=${id} limit="5" />`;
  return html`<${Card} title="Author">
    <${Loaded} state=${state}>
      ${(account) =>
        account ? show(account) : html`<${Empty}>The account was deleted.<//>`}
    <//>
  <//>`;
}

/** Earlier decisions on the content, and other reports of it. */
function Past({ report: { id, kind, targetId, decidedAt } }) {
  const state = useCall("adminListReports", { kind, limit: 100 }, decidedAt);
  const isOther = (one) => one.targetId === targetId && one.id !== id;
  const show = (one) => html`<a href=${href(["moderation", one.id])}>${one.reason}</a>
    <span class="quiet"><${When} at=${one.createdAt} /></span>`;
  return html`<${Card} title="History of the content">
    <h3>Decisions</h3>
    <${History} target=${targetId} turn=${decidedAt} limit="10" />
    <h3>Other reports</h3>
    <${Loaded} state=${state}>
      ${({ items }) =>
        html`<${Rows} items=${items.filter(isOther)} show=${show} empty="There are none." />`}
    <//>
  <//>`;
}
