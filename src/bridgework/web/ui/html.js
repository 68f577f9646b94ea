// The `html` tag: templates in place of JSX.
import { h } from "preact";
import htm from "htm";

/** @type {Html} */
export const html = /** @type {any} */ (htm.bind(h));
