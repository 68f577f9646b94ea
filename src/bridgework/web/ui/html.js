// The `html` tag: templates in place of JSX.
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);
