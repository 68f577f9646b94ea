// Writing a post, with a picture or a video.
import { uploadAsset } from "../../ui/upload.js";
import { createFeedPost, getFeedPost } from "../api/feed.js";
import { Field, Form, faultAt, html, session, toast, useState } from "../ui.js";

const TEXT = {
  name: "content", label: "Write a post", type: "textarea", rows: 3,
  placeholder: "What have you learned, tried or seen?",
};
const FILE = {
  name: "file", label: "Picture or video", type: "file",
  accept: "image/jpeg,image/png,image/webp,image/gif,video/mp4,video/webm,video/quicktime",
};

/** `onPost(post)` is called when a post was published. */
export function Compose({ onPost }) {
  const [count, setCount] = useState(0);
  const [hasFile, setHasFile] = useState(false);
  const [file, setFile] = useState(null);
  async function publish({ content }) {
    const text = content.trim();
    if (!text && !file) throw faultAt("content", "The post is empty.", "Write something.");
    onPost({ ...(await publishWith(text, file)), comments: [] });
    setFile(null);
    setHasFile(false);
    setCount(count + 1);
    toast("Your post was published.");
  }
  return html`<section class="compose" aria-label="New post">
    <${Form} key=${count} fields=${[TEXT]} submit=${publish} label="Post"
      draft="post-${session.value.user.id}">
      ${hasFile
        ? html`<${Field} field=${FILE} onInput=${setFile} />`
        : html`<p><button type="button" class="link" onClick=${() => setHasFile(true)}>
            Add a picture or a video
          </button></p>`}
    <//>
  </section>`;
}

/**
 * Publish a text with a file or null. A picture is attached to its post by its upload; the API has
 * no member for a video, so its address is the last line of the text.
 */
async function publishWith(text, file) {
  if (file?.type.startsWith("video/")) {
    const url = await uploadAsset(file, "community-videos");
    return createFeedPost({}, { content: text ? `${text}\n${url}` : url });
  }
  const post = await createFeedPost({}, { content: text });
  if (!file) return post;
  await uploadAsset(file, "feed-images", { feedPostId: post.id });
  return getFeedPost({ id: post.id });
}
