// Turns the templates of htm into calls, which TypeScript checks: `<${Row} of=${one} />` becomes
// `Row({"of": one})`, and an element `html.element("li", {…})`. Each expression stays in its line.
import ts from "typescript";

/** The text of a module with a call in place of each template of the tag `html`. */
export function withCalls(name, text) {
  if (!text.includes("html`")) return text;
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  return textOf(file, file);
}

/** The text of a node without the trivia before it, with calls for the templates inside. */
function textOf(node, file) {
  const start = node.getStart(file);
  const edits = [];
  collect(node);
  let at = start;
  let text = node === file ? file.text.slice(0, start) : "";
  for (const edit of edits) {
    text += file.text.slice(at, edit.getStart(file)) + call(edit.template, file);
    at = edit.end;
  }
  return text + file.text.slice(at, node.end);

  function collect(one) {
    const isTemplate = ts.isTaggedTemplateExpression(one) && one.tag.getText(file) === "html";
    if (isTemplate) edits.push(one);
    else ts.forEachChild(one, collect);
  }
}

/** The calls of a template: one element, or an array of what it has. */
function call(template, file) {
  const parts = partsOf(template, file);
  const reader = new Reader(parts, file);
  const { text, count } = reader.children();
  reader.mustBeAtEnd();
  return count === 1 ? `(${text})` : `[${text}]`;
}

/** The characters and the expressions of a template. */
function partsOf(template, file) {
  const pieces = ts.isNoSubstitutionTemplateLiteral(template) ? [template]
    : [template.head, ...template.templateSpans.flatMap((span) => [span.expression, span.literal])];
  return pieces.flatMap((piece, index) => (index % 2 === 1
    ? [`(${textOf(piece, file)}${newlines(piece, file)})`].map((code) => ({ code }))
    : [...raw(piece, file)]));
}

/** The lines between an expression and the brace behind it, such as those of a comment. */
function newlines(expression, file) {
  const rest = file.text.slice(expression.end, expression.parent.literal.getStart(file));
  return rest.replace(/[^\n]/g, "");
}

function raw(literal, file) {
  const text = literal.getText(file);
  const isOpen = ts.isTemplateHead(literal) || ts.isTemplateMiddle(literal);
  return text.slice(1, isOpen ? -2 : -1);
}

const isSpace = (one) => one === " " || one === "\n" || one === "\t";

class Reader {
  constructor(parts, file) {
    Object.assign(this, { parts, file, at: 0 });
  }

  get next() {
    return this.parts[this.at];
  }

  looksAt(text) {
    return [...text].every((one, index) => this.parts[this.at + index] === one);
  }

  skip(text) {
    if (!this.looksAt(text)) this.fail(`a template without ${text}`);
    this.at += text.length;
  }

  fail(message) {
    const near = this.parts.slice(this.at, this.at + 30).map((one) => one.code ?? one).join("");
    throw new Error(`${this.file.fileName}: ${message}, before: ${near}`);
  }

  mustBeAtEnd() {
    if (this.next !== undefined) this.fail("an element was closed that is not open");
  }

  /** White space, of which line breaks are kept. */
  space() {
    let lines = "";
    for (; isSpace(this.next); this.at += 1) if (this.next === "\n") lines += "\n";
    return lines;
  }

  /** The characters up to one for which `isEnd` holds, or an expression. */
  word(isEnd) {
    let word = "";
    while (typeof this.next === "string" && !isEnd(this.next)) {
      word += this.next;
      this.at += 1;
    }
    return word;
  }

  /** What is inside an element, with a comma behind each, and how much that is. */
  children() {
    let text = "";
    let count = 0;
    while (this.next !== undefined && !this.looksAt("</")) {
      if (this.next.code) {
        text += `${count ? "," : ""}${this.next.code}`;
        this.at += 1;
        count += 1;
      } else if (this.next === "<") {
        text += `${count ? "," : ""}${this.element()}`;
        count += 1;
      } else {
        const words = this.word((one) => one === "<");
        if (words.trim()) {
          text += `${count ? "," : ""}"text"`;
          count += 1;
        }
        text += words.replace(/[^\n]/g, "");
      }
    }
    return { text, count };
  }

  element() {
    this.skip("<");
    const isComponent = Boolean(this.next.code);
    const tag = isComponent ? this.next.code : JSON.stringify(this.word((one) =>
      isSpace(one) || one === "/" || one === ">"));
    if (isComponent) this.at += 1;
    let members = this.attributes();
    if (this.looksAt("/>")) {
      this.skip("/>");
    } else {
      this.skip(">");
      const { text, count } = this.children();
      this.close();
      if (count > 0) members += `"children": ${count === 1 ? text : `[${text}]`}`;
      else members += text;
    }
    if (!isComponent) return `html.element(${tag}, {${members}})`;
    return members.trim() ? `${tag}({${members}})` : `${tag}(${members})`;
  }

  close() {
    this.skip("</");
    if (this.next?.code) this.at += 1;
    this.word((one) => one === ">");
    this.skip(">");
  }

  attributes() {
    let members = this.space();
    while (!this.looksAt("/>") && this.next !== ">") {
      if (this.looksAt("...")) {
        this.skip("...");
        members += `...${this.next.code},`;
        this.at += 1;
      } else {
        members += this.attribute();
      }
      members += this.space();
    }
    return members;
  }

  attribute() {
    const name = this.word((one) => isSpace(one) || one === "=" || one === ">" || one === "/");
    if (!name) this.fail("an attribute without a name");
    let value = "true";
    if (this.next === "=") {
      this.skip("=");
      value = this.value();
    }
    // A key is no property of the component.
    return name === "key" ? `...html.key(${value}),` : `${JSON.stringify(name)}: ${value},`;
  }

  value() {
    const quote = this.next === '"' || this.next === "'" ? this.next : null;
    if (quote) this.skip(quote);
    const isEnd = (one) => (quote ? one === quote : isSpace(one) || one === ">" || one === "/");
    const pieces = [];
    while (this.next !== undefined && (this.next.code || !isEnd(this.next))) {
      if (this.next.code) {
        pieces.push(this.next.code);
        this.at += 1;
      } else {
        pieces.push(`\`${this.word(isEnd)}\``);
      }
    }
    if (quote) this.skip(quote);
    if (pieces.length === 0) return '""';
    if (!quote && pieces.length === 1) return pieces[0];
    return pieces.join(" + ").startsWith("`") ? pieces.join(" + ") : `"" + ${pieces.join(" + ")}`;
  }
}
