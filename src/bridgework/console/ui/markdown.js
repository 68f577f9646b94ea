// Markdown as Preact elements. HTML in it is text, as the API renders it; nothing sets innerHTML.
import { html } from "../html.js";

const FENCE = /^(```|~~~)/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^\s*([-*_])(\s*\1){2,}\s*$/;
const QUOTE = /^\s*>\s?/;
const ITEM = /^(\s*)([-*+]|\d+[.)])\s+/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

export function Markdown({ text }) {
  return html`<div class="markdown">${blocks(String(text || "").split(/\r?\n/))}</div>`;
}

function blocks(lines) {
  const found = [];
  for (let at = 0; at < lines.length; ) {
    const [block, next] = blockAt(lines, at);
    if (block) found.push(block);
    at = next;
  }
  return found;
}

/** The block that begins at a line, and the line after it. */
function blockAt(lines, at) {
  const line = lines[at];
  if (!line.trim()) return [null, at + 1];
  const fence = line.match(FENCE)?.[1];
  if (fence) {
    const end = endOf(lines, at + 1, (one) => one.startsWith(fence));
    return [html`<pre><code>${lines.slice(at + 1, end).join("\n")}</code></pre>`, end + 1];
  }
  const heading = line.match(HEADING);
  if (heading) {
    // The title of the screen is the only h1.
    const tag = `h${Math.min(6, heading[1].length + 1)}`;
    return [html`<${tag}>${inline(heading[2])}<//>`, at + 1];
  }
  if (RULE.test(line)) return [html`<hr />`, at + 1];
  if (QUOTE.test(line)) {
    const end = endOf(lines, at, (one) => !one.trim());
    const quoted = lines.slice(at, end).map((one) => one.replace(QUOTE, ""));
    return [html`<blockquote>${blocks(quoted)}</blockquote>`, end];
  }
  if (ITEM.test(line)) return listAt(lines, at);
  if (line.includes("|") && TABLE_RULE.test(lines[at + 1])) return tableAt(lines, at);
  const end = endOf(lines, at + 1, (one, index) => !one.trim() || startsBlock(lines, index));
  return [html`<p>${inline(lines.slice(at, end).join("\n"))}</p>`, end];
}

function endOf(lines, from, isEnd) {
  const end = lines.findIndex((line, at) => at >= from && isEnd(line, at));
  return end === -1 ? lines.length : end;
}

function startsBlock(lines, at) {
  return [FENCE, HEADING, RULE, QUOTE, ITEM].some((pattern) => pattern.test(lines[at]));
}

/** A list: an item goes on with indented lines, which may hold a list of their own. */
function listAt(lines, from) {
  const [, indent, marker] = lines[from].match(ITEM);
  const isOrdered = /\d/.test(marker);
  const items = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at];
    const item = line.match(ITEM);
    if (item && item[1].length <= indent.length) {
      if (/\d/.test(item[2]) !== isOrdered) break;
      items.push([line.slice(item[0].length)]);
    } else if (line.trim() && (item || /^\s{2,}/.test(line) || lines[at - 1].trim())) {
      items.at(-1).push(line.replace(/^\s{1,4}/, ""));
    } else if (line.trim() || !goesOn(lines, at)) {
      break;
    }
  }
  const content = items.map((item) => html`<li>${tight(blocks(item))}</li>`);
  const start = isOrdered ? parseInt(marker, 10) : undefined;
  return [html`<${isOrdered ? "ol" : "ul"} start=${start}>${content}<//>`, at];
}

function goesOn(lines, at) {
  return /^\s{2,}\S/.test(lines[at + 1]) || ITEM.test(lines[at + 1]);
}

/** The first paragraph of an item without its `p`. */
function tight([first, ...rest]) {
  return first?.type === "p" ? [first.props.children, ...rest] : [first, ...rest];
}

function tableAt(lines, at) {
  const end = endOf(lines, at, (one) => !one.includes("|"));
  const texts = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/);
  const cells = (line) => texts(line).map((cell) => inline(cell.trim()));
  const row = (line) => html`<tr>${cells(line).map((cell) => html`<td>${cell}</td>`)}</tr>`;
  const head = cells(lines[at]).map((cell) => html`<th scope="col">${cell}</th>`);
  const table = html`<table>
    <thead><tr>${head}</tr></thead>
    <tbody>${lines.slice(at + 2, end).map(row)}</tbody>
  </table>`;
  return [html`<div class="scroll">${table}</div>`, end];
}

const INLINE = [
  [/\\([!-/:-@[-`{-~])/, ([, character]) => character],
  [/(`+)([^]*?[^`])\1(?!`)/, ([, , code]) => html`<code>${code.trim()}</code>`],
  [/!\[([^\]]*)\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/, image],
  [/\[((?:[^[\]]|\[[^\]]*\])*)\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/, linkWithText],
  [/<(https?:\/\/[^\s<>]+)>/, ([whole, url]) => link(whole, url, url)],
  [/\*\*(?=\S)([^]*?\S)\*\*/, ([, text]) => html`<strong>${inline(text)}</strong>`],
  [/__(?=\S)([^]*?\S)__(?!\w)/, ([, text]) => html`<strong>${inline(text)}</strong>`],
  [/\*(?=[^\s*])([^]*?[^\s*])\*(?!\*)/, ([, text]) => html`<em>${inline(text)}</em>`],
  [/(?<!\w)_(?=\S)([^]*?\S)_(?!\w)/, ([, text]) => html`<em>${inline(text)}</em>`],
  [/~~(?=\S)([^]*?\S)~~/, ([, text]) => html`<s>${inline(text)}</s>`],
  [/(?: {2,}|\\)\n/, () => html`<br />`],
];

/** Text with emphasis, code, links and images. The earliest match is taken first. */
function inline(text) {
  const parts = [];
  for (let rest = text; rest; ) {
    const found = INLINE.map(([pattern, render]) => ({ match: rest.match(pattern), render }))
      .filter(({ match }) => match)
      .sort((one, other) => one.match.index - other.match.index)[0];
    if (!found) return [...parts, rest];
    const { match, render } = found;
    parts.push(rest.slice(0, match.index), render(match));
    rest = rest.slice(match.index + match[0].length);
  }
  return parts;
}

function linkWithText([whole, text, url]) {
  return link(whole, inline(text), url);
}

function link(whole, content, url) {
  return /^(https?:\/\/|mailto:|\/|#)/i.test(url)
    ? html`<a href=${url} target="_blank" rel="noreferrer">${content}</a>`
    : whole;
}

function image([whole, text, url]) {
  return /^https?:\/\//i.test(url) ? html`<img src=${url} alt=${text} loading="lazy" />` : whole;
}
