// What members write: the newest posts, those of one author, and one post with its comments.
import { deleteFeedPost, getFeedPost, likePost, listFeedComments, listFeedPosts, unlikePost,
  updateFeedPost } from "../api/feed.js";
import { More, allOf, usePages } from "../parts/pages.js";
import { Prose } from "../parts/prose.js";
import { Report } from "../parts/report.js";
import { Action, Changing, Loaded, Missing, Picture, Portrait, Single, When, ask, counted, href, html,
  isOwn, number, report, route, session, toast, useApi, useRef, useRefreshEvery, useRefreshOnFocus, useState,
  useTitle }
  from "../ui.js";
import { AuthorName, Comments } from "./feed_comments.js";
import { Compose } from "./feed_compose.js";

/** Milliseconds between two looks for newer posts: one return to the window is several events. */
const LOOK_WAIT = 1000;
/** Milliseconds after which a window that is looked at all the time looks for newer posts. */
const LOOK_EVERY = 60_000;
const VIDEO = /\.(mp4|webm|mov)$/i;
const EDITED = [
  { name: "content", label: "Text", type: "textarea", rows: 8, hint: "At most 5,000 characters." },
];
const IMAGE = { name: "drops", label: "Remove the picture", type: "checkbox" };

export function Feed() {
  const { author } = route.value.query;
  return html`<${Posts} key=${author} author=${author} />`;
}

function Posts({ author }) {
  const params = { include: "comments", author };
  const state = usePages(listFeedPosts, params);
  const { items, add, change, newer, showNewer } = useChanges(state, params);
  const name = items[0]?.author.name;
  useTitle(author && name && `Posts of ${name}`);
  const isMine = !author || author === session.value.user.id;
  return html`<section class="middle feed">
    <h1 tabindex="-1">${author ? html`Posts of <bdi>${name ?? "one member"}</bdi>` : "Feed"}</h1>
    ${author && html`<p><a href=${href(["feed"])}>All posts</a></p>`}
    ${isMine && html`<${Compose} onPost=${(post) => add([post])} />`}
    <div aria-live="polite">
      ${newer && html`<button type="button" class="newer" onClick=${showNewer}>
        <${Changing} text=${`Show ${newer}`} />
      </button>`}
    </div>
    <${Loaded} state=${state} one="post">
      ${() => html`${items.length === 0 && html`<p class="empty">
          ${isMine ? "Nothing has been posted yet. Write the first post above."
            : html`This member has no posts. <a href=${href(["feed"])}>Look at all posts</a>.`}
        </p>`}
        ${items.map((post) => html`<${PostCard} key=${post.id} post=${post}
          change=${(next) => change(post.id, next)} />`)}
        <${More} state=${state} />`}
    <//>
  </section>`;
}

/**
 * The posts of a list with those that were added here, and what has changed since: by the reader, or
 * elsewhere, which each look at the window finds out, and one a minute. `newer` says how many posts are newer. They
 * are not shown before `showNewer()`: it adds them if they reach down to the list. Otherwise there
 * are more between them, and the list is loaded again.
 */
function useChanges(state, params) {
  const [added, setAdded] = useState([]);
  const [changes, setChanges] = useState({});
  const [top, setTop] = useState([]);
  const looked = useRef(0);
  const listed = state.data?.items ?? [];
  const known = new Set(listed.map(({ id }) => id));
  const merge = (more) => setChanges((former) => ({ ...former, ...more }));
  const change = (id, next) =>
    setChanges((former) => ({ ...former, [id]: next && { ...former[id], ...next } }));
  const add = (posts) => setAdded((former) => [
    ...posts, ...former.filter(({ id }) => !posts.some((one) => one.id === id)),
  ].sort((one, other) => other.createdAt.localeCompare(one.createdAt)));
  useRefreshOnFocus(look);
  useRefreshEvery(LOOK_EVERY, look);
  async function look() {
    if (!state.data || Date.now() - looked.current < LOOK_WAIT) return;
    looked.current = Date.now();
    // Without an answer, what is shown stays, and the next look asks again.
    const { items } = await listFeedPosts(params).catch(() => ({ items: [] }));
    setTop(items);
    merge(Object.fromEntries(items.map((post) => [post.id, post])));
  }
  const meeting = top.findIndex(({ id }) => known.has(id));
  const isPart = meeting < 0 && listed.length > 0;
  const above = meeting < 0 ? top : top.slice(0, meeting);
  const count = above.filter(({ id }) => !added.some((post) => post.id === id)).length;
  function showNewer() {
    if (isPart) state.reload();
    else add(above);
    scrollTo(0, 0);
  }
  const shown = [...added.filter(({ id }) => !known.has(id)), ...listed];
  const items = shown.flatMap((post) =>
    changes[post.id] === null ? [] : [{ ...post, ...changes[post.id] }]);
  return { items, add, change, showNewer, newer: count > 0 &&
    (isPart ? "the newest posts" : counted(count, "newer post")) };
}

export function Post({ id }) {
  const state = useApi(loadPost, { id });
  const [change, setChange] = useState({});
  const missing = "This post was deleted, or an administrator has hidden it.";
  if (change === null) return html`<${Missing} text=${missing} />`;
  const merge = (next) => setChange((former) => next && { ...former, ...next });
  return html`<${Single} state=${state} missing=${missing}
      titleOf=${({ author }) => `Post of ${author.name}`}>
    ${(post) => html`<section class="middle feed">
      <h1 tabindex="-1">Post</h1>
      <p><a href=${href(["feed"])}>All posts</a></p>
      <${PostCard} post=${{ ...post, ...change }} change=${merge} isOne />
    </section>`}
  <//>`;
}

async function loadPost(params, signal) {
  const reads = [getFeedPost, allOf(listFeedComments)].map((read) => read(params, signal));
  const [post, comments] = await Promise.all(reads);
  return { ...post, comments };
}

/**
 * A post. `change(members)` shows other values of it, and `change(null)` removes it.
 *
 * @param {{ post: Answer<"getFeedPost">, change: (next: any) => void, isOne?: boolean }} properties
 */
function PostCard({ post, change, isOne }) {
  const { id, author, content, imageUrl, createdAt, editedAt } = post;
  const isMine = author.id === session.value.user.id;
  const [isWriting, setWriting] = useState(Boolean(isOne));
  const [text, video] = partsOf(content ?? "");
  const picture = imageUrl && html`<${Picture} url=${imageUrl} loading="lazy"
    alt="Picture in the post of ${author.name}" />`;
  return html`<article class="post box" aria-label="Post of ${author.name}">
    <header>
      <${Portrait} url=${author.avatarUrl} name=${author.name} />
      <div>
        <${AuthorName} author=${author} />
        <a class="quiet" href=${href(["feed", id])}><${When} at=${createdAt} /></a>
        ${editedAt && html`<span class="quiet"> · edited</span>`}
      </div>
    </header>
    ${text && html`<${Prose} text=${text} />`}
    ${picture}
    ${video && html`<video src=${video} controls preload="metadata"
      aria-label="Video in the post of ${author.name}"></video>`}
    <footer>
      <${Like} post=${post} change=${change} />
      <button type="button" aria-expanded=${isWriting} onClick=${() => setWriting(!isWriting)}>
        Comment${post.commentCount > 0 && html` <b>${number(post.commentCount)}</b>`}
      </button>
      <span class="own-actions">
        ${isMine
          ? html`<${Action} kind="link" run=${() => edit(post, change)}>Edit<//>
              <${Action} kind="link" run=${() => remove(post, change)}>Delete<//>`
          : html`<${Report} kind="post" id=${id} />`}
      </span>
    </footer>
    <${Comments} post=${post} change=${change} isWriting=${isWriting} takesFocus=${!isOne} />
  </article>`;
}

/** The text of a post, and the video in our storage whose address is its last line. */
function partsOf(content) {
  const lines = content.split("\n");
  const last = lines.at(-1).trim();
  const isVideo = isOwn(last) && VIDEO.test(last);
  return isVideo ? [lines.slice(0, -1).join("\n").trim(), last] : [content, null];
}

/** A like is shown at once, and taken back if it does not reach the server. */
function Like({ post, change }) {
  const { id, likedByMe, likeCount } = post;
  const [sent, setSent] = useState(null);
  const isLiked = sent ?? likedByMe;
  const count = likeCount + (isLiked - likedByMe);
  async function toggle() {
    if (sent !== null) return;
    setSent(!likedByMe);
    try {
      const { comments, ...changed } = await (likedByMe ? unlikePost : likePost)({ id });
      change(changed);
    } catch (error) {
      report(error);
    } finally {
      setSent(null);
    }
  }
  return html`<button type="button" class="like" aria-pressed=${isLiked} onClick=${toggle}>
    <span aria-hidden="true">${isLiked ? "♥" : "♡"}</span>${" "}
    Like${count > 0 && html` <b>${number(count)}</b>`}
  </button>`;
}

const edit = (post, change) =>
  ask({
    title: "Edit the post", label: "Save", draft: `edit-${post.id}`,
    values: { content: post.content ?? "" }, fields: post.imageUrl ? [...EDITED, IMAGE] : EDITED,
    async submit({ content, drops }) {
      const sent = drops ? { content, imageUrl: null } : { content };
      const { comments, ...changed } = await updateFeedPost({ id: post.id }, sent);
      change(changed);
    },
    done: "The post was changed.",
  });

const remove = (post, change) =>
  ask({
    title: "Delete the post?", label: "Delete", danger: true,
    text: "Its comments and likes are deleted with it. This cannot be undone.",
    async submit() {
      await deleteFeedPost({ id: post.id });
      change(null);
      toast("The post was deleted.");
    },
  });
