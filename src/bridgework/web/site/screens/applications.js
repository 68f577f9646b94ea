// The reader's applications as a board, and one application for both sides.
import { html } from "../ui.js";

export function Applications() {
  return html`<h1 tabindex="-1">Applications</h1>`;
}

export function Application() {
  return html`<h1 tabindex="-1">Application</h1>`;
}
