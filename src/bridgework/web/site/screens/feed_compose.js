// Writing a post, with a picture or a video.
import { createFeedPost, deleteFeedPost, getFeedPost, updateFeedPost } from "../api/feed.js";
import { deleteAsset } from "../api/uploads.js";
import { FOLDERS, Preview, Upload, toFolder, typeOf } from "../parts/upload.js";
import { ConnectionLost } from "../../ui/api.js";
import { Form, faultAt, html, report, session, toast, useRef, useState } from "../ui.js";

const TEXT = {
  name: "content", label: "Write a post", type: "textarea", rows: 3,
  placeholder: "What have you learned, tried or seen?",
};
const VIDEOS = FOLDERS["community-videos"];
const toVideos = toFolder("community-videos");
const takes = { types: { ...FOLDERS["feed-images"], ...VIDEOS }, most: toVideos.takes.most };
/**
 * A video is sent at once: the API has no member for it, so its address is the last line of the
 * text. A picture is sent after its post was created, which its ticket names.
 */
const send = (file, ...rest) => (typeOf(file, VIDEOS) ? toVideos(file, ...rest) : null);
const upload = Object.assign(send, { takes });

/** `onPost(post)` is called when a post was published. */
export function Compose({ onPost }) {
  const [count, setCount] = useState(0);
  const [hasFile, setHasFile] = useState(false);
  const [{ file, video }, setMedia] = useState(/** @type {{ file?: File, video?: any }} */ ({}));
  const created = useRef(null);
  async function publish({ content }) {
    const text = [content.trim(), video?.fileUrl].filter(Boolean).join("\n");
    if (!text && !file) throw faultAt("content", "The post is empty.", "Write something.");
    // After a picture that has not arrived, the same post gets it.
    const former = created.current;
    const post = former
      ? await updateFeedPost({ id: former.id }, { content: text })
      : await createFeedPost({}, { content: text });
    created.current = post;
    onPost({ ...(await (file && !video ? withPicture(post) : post)), comments: [] });
    created.current = null;
    setMedia({});
    setHasFile(false);
    // When the form has removed its draft, an empty one takes its place.
    setTimeout(() => setCount(count + 1));
    toast("Your post was published.");
  }
  /** Send the picture of a post. A post whose picture is refused is deleted: it waits here. */
  async function withPicture(post) {
    try {
      await toFolder("feed-images", { feedPostId: post.id })(file);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) {
        await deleteFeedPost({ id: post.id });
        created.current = null;
      }
      throw error;
    }
    return getFeedPost({ id: post.id });
  }
  function takeBack() {
    if (video) deleteAsset({}, { objectPath: video.objectPath }).catch(report);
    setMedia({});
  }
  const chosen = () => html`<div class="upload-row">
    <${Preview} file=${file} />
    <p><bdi class="prose">${file.name}</bdi><br />
      <button type="button" class="link" onClick=${takeBack}>Take it back</button></p>
  </div>`;
  const choose = () => (hasFile
    ? html`<${Upload} label="Picture or video" upload=${upload}
        onDone=${(video, file) => setMedia({ video, file })} />`
    : html`<p><button type="button" class="link" onClick=${() => setHasFile(true)}>
        Add a picture or a video
      </button></p>`);
  return html`<section class="compose box" aria-label="New post">
    <${Form} key=${count} fields=${[TEXT]} submit=${publish} label="Post"
      draft="post-${session.value.user.id}">${file ? chosen() : choose()}<//>
  </section>`;
}
