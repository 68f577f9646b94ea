// Blog: the articles by state, and an editor with the rendered Markdown beside it.
import { several } from "../../ui/fields.js";
import { Action, Badge, Card, Cover, Listing, Page, Picture, PreviewedForm, RecordPage, Rendered,
  SEARCH, ask, call, changed, changes as changesOf, filled, get, go, href, html, lines, moment,
  mustExist, number, oneOf, orNull, state, time, toIso, toLocal, toast, uploadAsset, useData,
  useState, zone } from "../ui.js";

const STATES = ["draft", "scheduled", "published"];
const BACK = { href: href(["blog"]), label: "Blog" };
const FILTERS = [
  { ...SEARCH, placeholder: "Words of the title or slug" }, oneOf("status", "State", STATES),
];
const authorOf = ({ author }) => author.name;
/** @type {Columns<"adminListBlogs">} */
const COLUMNS = [
  { key: "title", label: "Title" }, state("status", "State"),
  { key: "author", label: "Author", show: authorOf, text: authorOf },
  time("publishedAt", "Publication"), time("updatedAt", "Changed"),
  { key: "tags", label: "Tags", hidden: true, show: ({ tags }) => tags.join(", ") },
  { key: "slug", label: "Slug", hidden: true },
];

export function Blog({ path: [id] }) {
  if (id === "new") return html`<${Editor} key="new" />`;
  if (id) return html`<${Article} key=${id} id=${id} />`;
  return html`<${Page} title="Blog" subtitle="Articles by state, newest first"
    actions=${html`<a class="button primary" href=${href(["blog", "new"])}>New article</a>`}>
    <${Listing} operation="adminListBlogs" name="articles" nouns=${["article"]}
      filters=${FILTERS} columns=${COLUMNS}
      rowHref=${(article) => href(["blog", article.id])}
      empty="No article matches. Drafts, scheduled and published articles appear here." />
  <//>`;
}

function Article({ id }) {
  const state = useData((signal) => orNull(get("adminGetBlog", { id }, signal)), [id]);
  return html`<${RecordPage} state=${state} noun="Article" back=${BACK}
    missing="There is no such article.">
    ${(article) =>
      html`<${Editor} key=${article.updatedAt} article=${article} reload=${state.reload} />`}
  <//>`;
}

const FIELDS = [
  { name: "title", required: true },
  { name: "slug", hint: "End of the address: a-z, 0-9, hyphens. Empty: made from the title." },
  { name: "excerpt", type: "textarea", rows: 3, required: true },
  { name: "body", label: "Text", type: "textarea", rows: 24, required: true, hint: "Markdown." },
  several("tags", ["topics", "procedures"]),
  { name: "status", label: "State", type: "select", options: STATES },
  {
    name: "publishedAt", label: "Publication", type: "datetime-local",
    hint: `In your time zone, ${zone.replaceAll("_", " ")}. Empty: now, when it is published.`,
  },
  { name: "seoTitle", label: "Title for search engines" },
  { name: "seoDescription", label: "Description for search engines", type: "textarea", rows: 3 },
];
const NEW = { status: "draft", tags: [], coverUrl: null };

function toSlug(title) {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 200);
}

/**
 * Create an article, or change `article`.
 *
 * @param {{ article?: Answer<"adminGetBlog">, reload?: () => void }} properties
 */
function Editor({ article, reload }) {
  const former = { ...(article || NEW), publishedAt: toLocal(article?.publishedAt) || null };
  const [cover, setCover] = useState(former.coverUrl || "");

  async function submit(input) {
    if (input.publishedAt !== former.publishedAt) mustExist("publishedAt", input.publishedAt);
    const wanted = {
      ...Object.fromEntries(FIELDS.map(({ name }) => [name, input[name] ?? ""])),
      slug: input.slug || toSlug(input.title || ""), tags: lines(input.tags), coverUrl: cover,
    };
    if (!article) {
      const publishedAt = wanted.status === "draft" ? null : toIso(wanted.publishedAt);
      const { id } = await call("adminCreateBlog", {}, filled({ ...wanted, publishedAt }));
      toast("The article was created.");
      go(["blog", id]);
      return;
    }
    const changes = changesOf(former, wanted);
    if (changes.publishedAt) changes.publishedAt = toIso(changes.publishedAt);
    await call("adminUpdateBlog", { id: article.id }, changes);
    changed("The article was changed.", reload);
  }

  const preview = ({ title, excerpt, tags, body }) => html`<${Card} title="As readers see it">
    ${cover && html`<${Picture} class="cover-image" url=${cover} />`}
    <p class="article-title">${title || "Untitled"}</p>
    <p class="quiet">${excerpt}</p>
    <p class="actions">${lines(tags).map((tag) => html`<span class="badge">${tag}</span>`)}</p>
    <${Rendered} text=${body} />
  <//>`;
  return html`<${Page} title=${article ? article.title : "New article"} back=${BACK}
    subtitle=${article && subtitle(article)}
    actions=${article && html`<${Actions} article=${article} reload=${reload} />`}>
    <${PreviewedForm} fields=${FIELDS} values=${former} submit=${submit} preview=${preview}
      draft="article ${article?.id ?? "new"}"
      onCancel=${() => go(["blog"])} label=${article ? "Save" : "Create the article"}>
      <${Cover} url=${cover} set=${setCover} upload=${(file) => uploadAsset(file, "general-assets")}
        accept="image/jpeg,image/png,image/webp,image/gif"
        hint="JPEG, PNG, WebP or GIF, at most 50 MiB." />
    <//>
  <//>`;
}

function subtitle({ status, publishedAt, author, readingMinutes }) {
  const at = status !== "draft" && publishedAt ? moment(publishedAt) : "not published";
  const about = [at, author.name, `${number(readingMinutes)} min to read`].join(" · ");
  return html`<${Badge} value=${status} /> ${about}`;
}

function Actions({ article: { id, title, status, publishedAt }, reload }) {
  const former = status === "draft" ? { status } : { status, publishedAt };
  const update = (members) => call("adminUpdateBlog", { id }, members);
  async function set(wanted, message) {
    await update({ status: wanted });
    changed(message, reload, () => update(former));
  }
  const remove = async () =>
    (await ask({
      title: `Delete “${title}”`,
      text: "The article is deleted permanently. Its slug can be used again.", label: "Delete",
      danger: true, submit: () => call("adminDeleteBlog", { id }), done: "The article was deleted.",
    })) && go(["blog"]);
  return html`${status !== "published" &&
    html`<${Action} run=${() => set("published", "The article was published.")}>Publish now<//>`}
    ${status !== "draft" &&
    html`<${Action} run=${() => set("draft", "The article is a draft again.")}>Back to draft<//>`}
    <${Action} kind="danger" run=${remove}>Delete<//>`;
}
