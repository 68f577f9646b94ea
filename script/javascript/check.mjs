// Checks the types of the modules of the site and the console.
//
//   node script/javascript/check.mjs DOCUMENT [FOLDER]
//
// DOCUMENT is the OpenAPI document as JSON, and FOLDER that of the modules. Prints a line for each
// error; the exit code is 1 if there are any.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { apiTypes } from "./api_types.mjs";
import { faultsOf } from "./rules.mjs";
import { withCalls } from "./templates.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const [documentPath, folderPath = join(HERE, "../../src/bridgework/web")] = process.argv.slice(2);
const MOST_LINES = 3;
const MOST_CHARACTERS = 300;
const FOLDER = resolve(folderPath);
const LIBRARIES = join(HERE, "node_modules");

/** Files that are made when the pages are served, or only for this check. */
const made = new Map([
  [join(FOLDER, "api.d.ts"), apiTypes(JSON.parse(readFileSync(documentPath, "utf8")))],
  [join(FOLDER, "operations.d.ts"), `export const OPERATIONS:
    Record<keyof Operations, [method: string, path: string, isRepeatable: boolean]>;\n`],
]);
/** Files that are parsed, and the names of those that are checked: the pages share some. */
const parsed = new Map();
const checked = new Set();

function optionsOf(page) {
  const { config, error } = ts.readConfigFile(join(HERE, "tsconfig.json"), ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  const { options, errors } = ts.convertCompilerOptionsFromJson(config.compilerOptions, HERE);
  if (errors.length > 0) throw new Error(ts.flattenDiagnosticMessageText(errors[0].messageText, ""));
  const own = (name) => [`page/${name}`, [join(FOLDER, page, `${name}.js`)]];
  const library = (name, path = name) => [name, [join(LIBRARIES, path)]];
  const paths = Object.fromEntries([
    own("router"), own("session"), library("preact/hooks"), library("preact"),
    library("@preact/signals"), library("@preact/signals-core"), library("htm"), library("lean-qr"),
  ]);
  return { ...options, paths, baseUrl: FOLDER };
}

function hostOf(options) {
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => made.has(name) || fileExists(name);
  host.readFile = (name) => {
    if (made.has(name)) return made.get(name);
    const isOwn = name.startsWith(FOLDER) && name.endsWith(".js");
    if (!isOwn) return readFile(name);
    return withCalls(name, readFile(name));
  };
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest));
    return parsed.get(name);
  };
  return host;
}

function errorsOf(page) {
  const options = optionsOf(page);
  const host = hostOf(options);
  const roots = ts.sys.readDirectory(join(FOLDER, page), [".js"])
    .concat(ts.sys.readDirectory(join(FOLDER, "ui"), [".js"]))
    .concat([...made.keys()], join(HERE, "pages.d.ts"));
  const program = ts.createProgram(roots, options, host);
  const files = program.getSourceFiles().filter(({ fileName }) =>
    fileName.startsWith(FOLDER) && !checked.has(fileName));
  const found = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  for (const file of files) {
    checked.add(file.fileName);
    found.push(...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file));
  }
  return found.map(textOf);
}

/** An error with its place. The first lines say what is wrong, the others how the types differ. */
function textOf({ file, start, messageText, code }) {
  const lines = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n");
  const message = lines.slice(0, MOST_LINES).map((line) => line.slice(0, MOST_CHARACTERS)).join("\n");
  if (!file) return `TS${code}: ${message}`;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${relative(FOLDER, file.fileName)}:${line + 1}: TS${code}: ${message}`;
}

/** What the rules say about the modules. */
function brokenRules() {
  const names = ts.sys.readDirectory(FOLDER, [".js"]);
  return names.flatMap((name) => faultsOf(name, readFileSync(name, "utf8"))
    .map(([line, message]) => `${relative(FOLDER, name)}:${line}: ${message}`));
}

const errors = new Set([...brokenRules(), ...["site", "console"].flatMap(errorsOf)]);
for (const error of errors) console.log(error);
process.exitCode = errors.size > 0 ? 1 : 0;
