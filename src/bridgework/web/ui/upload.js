// Files that the browser saves, and uploads, whose bytes go to the URL of a ticket.
import { ConnectionLost, call, errorOf } from "./api.js";
import { html } from "./html.js";
import { useBusy } from "./data.js";
import { Field } from "./form.js";
import { Action } from "./parts.js";
import { Picture } from "./pictures.js";

/**
 * Send a file to the URL of a ticket, unless `signal` is aborted. `onProgress` gets the part that
 * was sent: only XMLHttpRequest tells how much that is.
 */
export function put({ uploadUrl, headers }, file, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", uploadUrl);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total);
    request.onload = async () => {
      if (request.status < 300) return resolve();
      const error = await errorOf(new Response(request.response, { status: request.status }));
      // An earlier attempt has arrived, and its response was lost.
      return error.code === "upload_ticket_used" ? resolve() : reject(error);
    };
    request.onerror = () => reject(new ConnectionLost());
    request.onabort = () => reject(new DOMException("Cancelled", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    signal?.throwIfAborted();
    request.send(file);
  });
}

/** Let the browser save a Blob as a file. */
export function saveFile(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Upload the cover of an event; returns its URL. */
export async function uploadEventCover(file) {
  const { uploadUrl, fileUrl } = await call("createCoverUploadUrl", {}, { contentType: file.type });
  await put({ uploadUrl, headers: { "content-type": file.type } }, file);
  return fileUrl;
}

/** Upload a file to a public folder; returns its URL. */
export async function uploadAsset(file, folder) {
  const { name: fileName, type: contentType, size: fileSizeBytes } = file;
  const sent = { fileName, contentType, fileSizeBytes, folder };
  const ticket = await call("createUploadUrl", {}, sent);
  await put(ticket, file);
  await call("completeUpload", {}, { objectPath: ticket.objectPath });
  return ticket.fileUrl;
}

/** A cover image: what is set, a file to replace it, and a button to remove it. */
export function Cover({ url, set, upload, accept, hint }) {
  const [busy, run] = useBusy();
  const field = { name: "cover", label: "Cover", type: "file", accept, hint };
  const choose = (file) => file && run(async () => set(await upload(file)));
  return html`<div class="cover" aria-busy=${busy}>
    ${url && html`<${Picture} url=${url} alt="Cover" />`}
    <${Field} field=${field} onInput=${choose} />
    ${busy && html`<p class="hint" role="status">The image is being uploaded…</p>`}
    ${url && html`<${Action} run=${() => set("")}>Remove the cover<//>`}
  </div>`;
}
