// The upload control, and where files go: their bytes are sent to the URL of a ticket.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { ConnectionLost } from "../../ui/api.js";
import { html } from "../../ui/html.js";
import { Action } from "../../ui/parts.js";
import { openInTab } from "../../ui/tab.js";
import { toast } from "../../ui/toast.js";
import { put } from "../../ui/upload.js";
import { completeUpload, createCoverUploadUrl, createCvUploadUrl, createUploadUrl, deleteAsset,
  getDownloadUrl } from "../api/uploads.js";

const MEGABYTE = 1024 ** 2;
const OFFICE = "application/vnd.openxmlformats-officedocument.";
// Types by the extension of a name: some systems do not tell browsers the type of a document.
const IMAGES = { jpg: "image/jpeg", png: "image/png", webp: "image/webp", gif: "image/gif" };
const VIDEOS = { mp4: "video/mp4", webm: "video/webm", mov: "video/quicktime" };
const CVS = {
  pdf: "application/pdf", doc: "application/msword",
  docx: `${OFFICE}wordprocessingml.document`,
};
const ALL = {
  ...IMAGES, ...VIDEOS, ...CVS, xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`, txt: "text/plain", csv: "text/csv",
};
const ALIASES = { jpeg: "jpg", qt: "mov" };
const COVERS = { jpg: IMAGES.jpg, png: IMAGES.png };
/** The types that each folder takes. */
export const FOLDERS = {
  "user-avatars": IMAGES, "feed-images": IMAGES, "calendar-event-covers": IMAGES,
  "community-videos": VIDEOS, "vendor-videos": VIDEOS, "job-cvs": CVS, "expert-assets": ALL,
  "role-assets": ALL, "general-assets": ALL, "vendor-attachments": ALL,
};
/** @typedef {{ file?: File, fraction?: number, error?: any, sent?: boolean }} Sending */

/** The statuses after which the same file can be sent again. */
const RETRIED = [404, 408, 409, 429, 500, 502, 503, 504];
const either = new Intl.ListFormat("en-GB", { type: "disjunction" });
const namesOf = (types) => either.format(Object.keys(types).map((name) => name.toUpperCase()));
/** The tickets of files that have not arrived, so that another attempt needs no other one. */
const tickets = new WeakMap();

/** Upload to a folder. `further` are members of the request, such as `feedPostId`. */
export function toFolder(folder, further) {
  const create = (file, options) => createUploadUrl({}, { ...file, folder, ...further }, options);
  return uploadBy(create, { types: FOLDERS[folder], most: 50 });
}

/** Upload a CV. */
export function toCvs() {
  const create = (file, options) => createCvUploadUrl({}, file, options);
  return uploadBy(create, { types: CVS, most: 5 });
}

/** Upload the cover of an event, whose `fileUrl` is all that it has. */
export function toCover() {
  const create = async ({ contentType }, options) => {
    const ticket = await createCoverUploadUrl({}, { contentType }, options);
    return { ...ticket, headers: { "content-type": contentType } };
  };
  return uploadBy(create, { types: COVERS, most: 10 });
}

/** `upload(file, onProgress, signal)`, with what it takes: types, and the most megabytes. */
function uploadBy(create, takes) {
  async function upload(file, onProgress = () => {}, signal = new AbortController().signal) {
    const options = { signal };
    const { name: fileName, size: fileSizeBytes } = file;
    const told = { fileName, fileSizeBytes, contentType: typeOf(file, takes.types) };
    const ticket = tickets.get(file) ?? await create(told, options);
    const { objectPath } = ticket;
    tickets.set(file, ticket);
    try {
      await put(ticket, file, onProgress, signal);
      return objectPath ? await completeUpload({}, { objectPath }, options) : ticket;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) tickets.delete(file);
      if (error.code === "content_mismatch") error.message = mismatchOf(file);
      if (error.code === "file_encrypted") {
        error.message = `${file.name} does not open without a password. Save it without one.`;
      }
      // A ticket that is not used would count as open for an hour.
      if (signal.aborted && objectPath) deleteAsset({}, { objectPath }).catch(() => {});
      throw error;
    }
  }
  return Object.assign(upload, { takes });
}

/** The content type of a file that is one of `types`, or undefined. */
export function typeOf({ name, type }, types) {
  const extension = name.split(".").at(-1).toLowerCase();
  const known = Object.values(types).includes(type);
  return known ? type : types[ALIASES[extension] ?? extension];
}

function mismatchOf({ name }) {
  const type = name.split(".").at(-1).toUpperCase();
  return `The content of ${name} is not that of a ${type} file. Choose another file.`;
}

const sizeOf = (bytes) => `${Math.ceil(bytes / MEGABYTE * 10) / 10} MB`;

function mustBeTaken(file, types, most) {
  if (!typeOf(file, types)) throw new Error(`${file.name} is not taken. Choose ${namesOf(types)}.`);
  if (file.size === 0) throw new Error(`${file.name} is empty. Choose another file.`);
  if (file.size <= most * MEGABYTE) return;
  throw new Error(`${file.name} has ${sizeOf(file.size)}. Choose a file of at most ${most} MB.`);
}

/** A file that was dropped or pasted; null for text, also if its picture comes with it. */
function filesOf(data) {
  return data?.files.length && !data.types.includes("text/plain") ? [...data.files] : null;
}

/**
 * Choose, drop or paste a file, and upload it by `upload`, which says what it takes.
 * `onDone(asset, file)` gets what `completeUpload` has returned; what it throws is shown, too.
 * `multiple` takes several files, one after the other.
 *
 * @param {{ label: string, hint?: Shown, upload: any, onDone: (asset: any, file: File) => unknown, multiple?: boolean }} properties
 */
export function Upload({ label, hint, upload, onDone, multiple }) {
  const id = useId();
  const area = useRef(/** @type {HTMLElement} */ (null));
  const sending = useSending(upload, onDone, multiple);
  const { file, fraction, error, sent } = sending.state;
  const { types, most } = upload.takes;
  const isSending = fraction !== undefined;
  const isOver = useDropAndPaste(area, sending.take);
  useBlockedSubmit(area, isSending, file);
  function cancel() {
    sending.leave();
    area.current.querySelector("input").focus();
  }
  return html`<div class="upload ${isOver ? "over" : ""}" ref=${area} role="group"
      aria-labelledby="${id}-label">
    <b id="${id}-label">${label}</b>
    <div class="upload-row">
      ${file && !error && html`<${Preview} file=${file} />`}
      <div>
        <${Chooser} id=${id} types=${types} multiple=${multiple} take=${sending.take} />
        <p class="hint" id="${id}-limits">
          <span class="upload-other">Or drop or paste it here. </span>
          ${hint} ${namesOf(types)}, at most ${most} MB.
        </p>
      </div>
    </div>
    ${isSending && html`<${Progress} file=${file} fraction=${fraction} cancel=${cancel} />`}
    <p class="hint" role="status">
      ${isSending && html`<bdi>${file.name}</bdi> is being uploaded.`}
      ${sent && html`<bdi>${file.name}</bdi> was uploaded.`}
    </p>
    ${error && html`<${Failure} error=${error} again=${sending.send}
      leaveOut=${() => sending.skip() || cancel()} />`}
  </div>`;
}

/** @param {{ id: string, types: Record<string, string>, multiple?: boolean, take: (files: File[]) => void }} properties */
function Chooser({ id, types, multiple, take }) {
  const accepted = Object.entries(types).flatMap(([name, type]) => [type, `.${name}`]);
  function choose({ currentTarget }) {
    const files = [...currentTarget.files];
    currentTarget.value = ""; // so that the same file can be chosen again
    if (files.length > 0) take(files);
  }
  return html`<label class="button">
    <span id="${id}-choose">${multiple ? "Choose files" : "Choose a file"}</span>
    <input type="file" class="visually-hidden" accept=${accepted.join()}
      multiple=${multiple} aria-labelledby="${id}-label ${id}-choose"
      aria-describedby="${id}-limits" onChange=${choose} />
  </label>`;
}

/** @param {{ file: File, fraction: number, cancel: () => void }} properties */
function Progress({ file, fraction, cancel }) {
  const percent = Math.round(fraction * 100);
  return html`<div class="upload-progress">
    <progress max="100" value=${percent} aria-label="Upload of ${file.name}" />
    <span>${percent} %</span>
    <button type="button" onClick=${cancel}>Cancel</button>
  </div>`;
}

/** @param {{ error: any, again: () => void, leaveOut: () => void }} properties */
function Failure({ error, again, leaveOut }) {
  const isLost = error instanceof ConnectionLost;
  const canRetry = isLost || RETRIED.includes(error.status);
  return html`<div class="notice bad" role="alert">
    <p dir="auto">${error.message}</p>
    ${isLost && html`<p>It is sent when the connection is back.</p>`}
    <div class="actions">
      ${canRetry && html`<button type="button" onClick=${again}>Try again</button>`}
      <button type="button" onClick=${leaveOut}>Leave it out</button>
    </div>
  </div>`;
}

/**
 * Send files, one after the other: {state, send(), take(files), skip(), leave()}. `take` adds files
 * if there can be several, and otherwise sends in place of what is being sent. `skip` goes on with
 * the file after one that has failed, and returns whether there is one. `leave` sends nothing more.
 *
 * @param {any} upload
 * @param {(asset: any, file: File) => unknown} onDone
 * @param {boolean} [multiple]
 */
function useSending(upload, onDone, multiple) {
  const queue = useRef(/** @type {File[]} */ ([]));
  const request = useRef(/** @type {AbortController} */ (null));
  const done = useRef(onDone); // the next file comes after what the former one has changed
  done.current = onDone;
  const [state, setState] = useState(/** @type {Sending} */ ({}));
  const isLost = state.error instanceof ConnectionLost;

  async function send() {
    const [next] = queue.current;
    if (!next) return;
    request.current = new AbortController();
    const { signal } = request.current;
    const show = (/** @type {Sending} */ now) => signal.aborted || setState({ file: next, ...now });
    try {
      mustBeTaken(next, upload.takes.types, upload.takes.most);
      show({ fraction: 0 });
      await done.current(await upload(next, (part) => show({ fraction: part }), signal), next);
      if (signal.aborted) return;
      show({ sent: true });
    } catch (error) {
      show({ error });
      return;
    }
    queue.current.shift();
    send();
  }
  /** @param {File[]} files */
  function take(files) {
    const waits = multiple && state.fraction !== undefined;
    queue.current = multiple ? [...queue.current, ...files] : files.slice(0, 1);
    if (waits) return;
    request.current?.abort();
    send();
  }
  function leave() {
    request.current?.abort();
    queue.current = [];
    setState({});
  }
  function skip() {
    if (queue.current.length < 2) return false;
    queue.current.shift();
    send();
    return true;
  }
  useEffect(() => leave, []);
  useEffect(() => {
    if (!isLost) return undefined;
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, [isLost]);
  return { state, send, take, skip, leave };
}

/** Refuse to send the form around the area while a file is being sent. */
function useBlockedSubmit(area, isSending, file) {
  useEffect(() => {
    if (!isSending) return undefined;
    const form = area.current.closest("form, .steps");
    const wait = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      toast(`${file.name} is still being uploaded. Wait for it, or cancel it.`, { bad: true });
    };
    form?.addEventListener("submit", wait, true);
    return () => form?.removeEventListener("submit", wait, true);
  }, [isSending, file]);
}

/** A small picture of an image, or nothing. A canvas needs no address that the page may load. */
export function Preview({ file }) {
  const canvas = useRef(null);
  const [shown, setShown] = useState(null);
  useEffect(() => {
    createImageBitmap(file).then((image) => {
      const { width, height } = canvas.current;
      const scale = Math.max(width / image.width, height / image.height);
      const [across, down] = [image.width * scale, image.height * scale];
      const context = canvas.current.getContext("2d");
      context.clearRect(0, 0, width, height);
      context.drawImage(image, (width - across) / 2, (height - down) / 2, across, down);
      setShown(file);
    }).catch(() => setShown(null)); // a document, or an image that this browser cannot show
  }, [file]);
  return html`<canvas ref=${canvas} width="144" height="144" hidden=${shown !== file} />`;
}

/** Take files that are dropped on the area, or pasted; returns whether one is dragged over it. */
function useDropAndPaste(area, take) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const isInside = (event) => area.current?.contains(event.target);
    function over(event) {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault(); // beside the area, the browser would leave the page for the file
      setOver(isInside(event));
    }
    function drop(event) {
      over(event);
      setOver(false);
      const files = filesOf(event.dataTransfer);
      if (files && isInside(event)) latest.current(files);
    }
    function paste(event) {
      const files = filesOf(event.clipboardData);
      const isOnly = document.querySelectorAll(".upload").length === 1;
      if (files && (isOnly || area.current.contains(event.target))) latest.current(files);
    }
    const listening = new AbortController();
    const leave = (/** @type {any} */ { relatedTarget }) => relatedTarget || setOver(false);
    const listeners = { dragover: over, dragleave: leave, drop, paste };
    for (const [name, listener] of Object.entries(listeners)) {
      document.addEventListener(name, listener, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return isOver;
}

/**
 * A button that opens a private file. `path` is its `objectPath`.
 *
 * @param {{ path: string, children?: Shown, kind?: string }} properties
 */
export function PrivateFile({ path, children, ...rest }) {
  const show = () => openInTab(() => getDownloadUrl({}, { objectPath: path }));
  return html`<${Action} run=${show} ...${rest}>${children}<//>`;
}
