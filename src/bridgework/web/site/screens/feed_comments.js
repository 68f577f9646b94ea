// The comments of a post: the newest beside it, the others on demand, and one's own.
import { useInput } from "../../ui/draft.js";
import { createFeedComment, deleteFeedComment, listFeedComments } from "../api/feed.js";
import { Prose } from "../parts/prose.js";
import { Report } from "../parts/report.js";
import { Action, When, ask, href, html, number, session, toast, useBusy, useEffect, useRef,
  useState } from "../ui.js";

/** The name of an author as a link to their posts; an erased account has none. */
export function AuthorName({ author: { id, name } }) {
  return id
    ? html`<a class="author" href=${href(["feed"], { author: id })}><bdi>${name}</bdi></a>`
    : html`<bdi class="author">${name}</bdi>`;
}

/** `isWriting` shows the field for a comment, which `takesFocus` then. */
export function Comments({ post, change, isWriting, takesFocus }) {
  const newest = post.comments ?? [];
  const [earlier, setEarlier] = useState({ items: [], cursor: undefined });
  const shownNewest = new Set(newest.map(({ id }) => id));
  const older = earlier.items.filter(({ id }) => !shownNewest.has(id));
  const hidden = post.commentCount - older.length - newest.length;
  async function load() {
    const { items, nextCursor } = await listFeedComments({
      id: post.id, cursor: earlier.cursor, limit: 100,
    });
    setEarlier((former) => ({ items: [...former.items, ...items], cursor: nextCursor }));
  }
  function removed({ id }) {
    const without = (list) => list.filter((one) => one.id !== id);
    setEarlier((former) => ({ ...former, items: without(former.items) }));
    change({ comments: without(newest), commentCount: post.commentCount - 1 });
  }
  function added(comment) {
    change({ comments: [...newest, comment], commentCount: post.commentCount + 1 });
  }
  const item = (one) => html`<${Comment} key=${one.id} comment=${one} removed=${removed} />`;
  if (post.commentCount === 0 && !isWriting) return null;
  return html`<div class="comments">
    <ul class="plain-list">${older.map(item)}</ul>
    ${hidden > 0 && earlier.cursor !== null && html`<p><${Action} kind="link" run=${load}>
      Show ${number(hidden)} earlier ${hidden === 1 ? "comment" : "comments"}
    <//></p>`}
    <ul class="plain-list">${newest.map(item)}</ul>
    ${isWriting && html`<${Write} post=${post} added=${added} takesFocus=${takesFocus} />`}
  </div>`;
}

function Comment({ comment, removed }) {
  const { id, author, content, createdAt } = comment;
  const remove = () =>
    ask({
      title: "Delete your comment?", text: "This cannot be undone.", label: "Delete", danger: true,
      submit: () => deleteFeedComment({ id }).then(() => removed(comment)),
      done: "Your comment was deleted.",
    });
  return html`<li>
    <p class="comment-head"><${AuthorName} author=${author} />${" "}
      <span class="quiet"><${When} at=${createdAt} /></span>${" "}
      ${author.id === session.value.user.id
        ? html`<${Action} kind="link report" run=${remove}>Delete<//>`
        : html`<${Report} kind="comment" id=${id} />`}</p>
    <${Prose} text=${content} />
  </li>`;
}

function Write({ post, added, takesFocus }) {
  const { input, setInput, remove } = useInput(`comment-${post.id}`, [], { text: "" });
  const text = input.text.trim();
  const [busy, run] = useBusy();
  const field = useRef(null);
  useEffect(() => takesFocus && field.current.focus(), []);
  function send(event) {
    event.preventDefault();
    if (!text) return field.current.focus();
    return run(async () => {
      added(await createFeedComment({ id: post.id }, { content: text }));
      toast("Your comment was published.");
      remove(false);
    });
  }
  return html`<form class="write-comment" onSubmit=${send}>
    <textarea ref=${field} rows="1" maxlength="1000" value=${input.text} dir="auto"
      aria-label="Your comment on the post of ${post.author.name}" placeholder="Write a comment"
      onInput=${({ currentTarget }) => setInput({ text: currentTarget.value })}></textarea>
    <button type="submit" aria-busy=${busy}>Send</button>
  </form>`;
}
