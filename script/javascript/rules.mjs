// Rules about the text of a module, which no type and no rule of Biome states.
import ts from "typescript";

const LIKE_A_COMMENT = /(?:^|\n)[ \t]*\/[/*]|\/\*\* @/;
const SILENCED = /@ts-(?:ignore|nocheck)\b|@ts-expect-error\b(?!.*\w{3})/g;

/** What breaks a rule, as [line, message]. */
export function faultsOf(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const faults = [];
  const tell = (at, message) => faults.push([file.getLineAndCharacterOfPosition(at).line + 1, message]);
  for (const { index } of text.matchAll(SILENCED)) {
    tell(index, "an error may only be expected, with the reason behind @ts-expect-error");
  }
  visit(file);
  return faults;

  function visit(node) {
    // Comments are removed by their lines when the pages are served.
    if (ts.isTemplateLiteralToken(node) && LIKE_A_COMMENT.test(node.text)) {
      tell(node.getStart(file), "a line of a text begins as a comment does, so it would not be served");
    }
    ts.forEachChild(node, visit);
  }
}
