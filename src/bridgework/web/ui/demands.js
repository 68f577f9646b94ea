// What a posting demands of people and must not.
import { html } from "./html.js";

/**
 * The warnings of a posting. `children` is what the reader can do.
 *
 * @param {{ warnings: { member: string, characteristic: string, text: string }[] | null,
 *   children?: Shown }} properties
 */
export const Demands = ({ warnings, children }) => Boolean(warnings?.length) && html`
  <div class="notice bad" role="note">
    <p><b>Employers must not demand this of people:</b></p>
    <ul>${warnings?.map(({ member, characteristic, text }) => html`
      <li key=${member + characteristic + text}><q dir="auto">${text}</q> (${characteristic})</li>`)}</ul>
    <p>Nobody is matched by it. ${children}</p>
  </div>`;
