// Files that the browser saves, and uploads, whose bytes go to the URL of a ticket.
import { ConnectionLost, call, errorOf } from "./api.js";
import { html } from "./html.js";
import { useBusy } from "./data.js";
import { Field } from "./form.js";
import { Action } from "./parts.js";
import { Picture } from "./pictures.js";

async function put(url, headers, file) {
  const response = await fetch(url, { method: "PUT", headers, body: file }).catch(() => {
    throw new ConnectionLost();
  });
  if (!response.ok) throw await errorOf(response);
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
  await put(uploadUrl, { "content-type": file.type }, file);
  return fileUrl;
}

/** Upload a file to a public folder; returns its URL. */
export async function uploadAsset(file, folder) {
  const { name: fileName, type: contentType, size: fileSizeBytes } = file;
  const sent = { fileName, contentType, fileSizeBytes, folder };
  const { uploadUrl, headers, objectPath, fileUrl } = await call("createUploadUrl", {}, sent);
  await put(uploadUrl, headers, file);
  await call("completeUpload", {}, { objectPath });
  return fileUrl;
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
