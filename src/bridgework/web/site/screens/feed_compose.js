// Writing a post, with a picture or a video.
import { createFeedPost, getFeedPost } from "../api/feed.js";
import { FOLDERS, Upload, toFolder } from "../parts/upload.js";
import { Form, faultAt, html, session, toast, useRef, useState } from "../ui.js";

const TEXT = {
  name: "content", label: "Write a post", type: "textarea", rows: 3,
  placeholder: "What have you learned, tried or seen?",
};
const toVideos = toFolder("community-videos");
const takes = {
  types: { ...FOLDERS["feed-images"], ...FOLDERS["community-videos"] }, most: toVideos.takes.most,
};
/**
 * A video is sent at once: the API has no member for it, so its address is the last line of the
 * text. A picture is sent after its post was created, which its ticket names.
 */
const send = (file, ...rest) =>
  Object.values(FOLDERS["community-videos"]).includes(file.type) ? toVideos(file, ...rest) : null;
const upload = Object.assign(send, { takes });

/** `onPost(post)` is called when a post was published. */
export function Compose({ onPost }) {
  const [count, setCount] = useState(0);
  const [hasFile, setHasFile] = useState(false);
  const [{ file, video }, setMedia] = useState({});
  const created = useRef(null);
  async function publish({ content }) {
    const text = [content.trim(), video?.fileUrl].filter(Boolean).join("\n");
    if (!text && !file) throw faultAt("content", "The post is empty.", "Write something.");
    // After a picture that has failed, the same post gets it.
    created.current ??= await createFeedPost({}, { content: text });
    onPost({ ...(await withPicture(created.current, file)), comments: [] });
    created.current = null;
    setMedia({});
    setHasFile(false);
    // When the form has removed its draft, an empty one takes its place.
    setTimeout(() => setCount(count + 1));
    toast("Your post was published.");
  }
  return html`<section class="compose" aria-label="New post">
    <${Form} key=${count} fields=${[TEXT]} submit=${publish} label="Post"
      draft="post-${session.value.user.id}">
      ${hasFile
        ? html`<${Upload} label="Picture or video" upload=${upload}
            onDone=${(video, file) => setMedia(video ? { video } : { file })} />`
        : html`<p><button type="button" class="link" onClick=${() => setHasFile(true)}>
            Add a picture or a video
          </button></p>`}
    <//>
  </section>`;
}

async function withPicture(post, file) {
  if (!file) return post;
  await toFolder("feed-images", { feedPostId: post.id })(file);
  return getFeedPost({ id: post.id });
}
