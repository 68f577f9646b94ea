// The video and the files of a profile, as fields of its form.
import { PrivateFile, Upload, toFolder } from "../parts/upload.js";
import { html } from "../ui.js";

const MOST_FILES = 10;

export function Video({ field, value, fault, onInput }) {
  return html`<div class="field">
    ${value && html`<p class="actions">A video is uploaded.
      <${PrivateFile} path=${value}>Watch it<//>
      <button type="button" class="link danger" onClick=${() => onInput("")}>Remove it</button>
    </p>`}
    <${Upload} label=${field.label} hint="Shown at the top of your entry."
      upload=${toFolder("vendor-videos")} onDone=${({ objectPath }) => onInput(objectPath)} />
    ${fault && html`<p class="fault">${fault}</p>`}
  </div>`;
}

export function Attachments({ field, value, faults, onInput }) {
  const paths = value || [];
  const faultOf = (index) => faults.find(([path]) => path === `${field.name}[${index}]`)?.[1];
  const file = (path, index) => {
    const name = `File ${index + 1} (${path.split(".").at(-1).toUpperCase()})`;
    return html`<li key=${path} class="actions">
      <${PrivateFile} path=${path}>${name}<//>
      <button type="button" class="link danger" aria-label="Remove ${name}"
        onClick=${() => onInput(paths.filter((one) => one !== path))}>Remove</button>
      ${faultOf(index) && html`<p class="fault">${faultOf(index)}</p>`}
    </li>`;
  };
  return html`<div class="field">
    ${paths.length < MOST_FILES
      ? html`<${Upload} label=${field.label} multiple upload=${toFolder("vendor-attachments")}
          hint="Only you and the administrators who verify you can open them. At most 10."
          onDone=${({ objectPath }) => onInput([...paths, objectPath])} />`
      : html`<b>${field.label}</b>`}
    ${paths.length > 0 && html`<ul class="plain-list links">${paths.map(file)}</ul>`}
  </div>`;
}
