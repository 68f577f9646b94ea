// The member site: navigation, the screen of the present address, and what lies over it.
import { effect } from "@preact/signals";
import { render } from "preact";
import { isLost, whenReached } from "./connection.js";
import { ExpiredSignIn } from "./parts/entering.js";
import { Bar, Head, PUBLIC } from "./parts/navigation.js";
import { focusHeading } from "../ui/focus.js";
import { toTop } from "../ui/place.js";
import { read, write } from "../ui/storage.js";
import { SCREENS } from "./screens.js";
import { Boundary, Dialogs, Loading, Missing, Toasts, go, here, href, html, isExpired, onLeave, route,
  session, settings, useEffect, useRef, useState, useTitle } from "./ui.js";

const TABS = ["matches", "applications"];
/** Where the address of the build that was loaded again is kept: its folder has another name then. */
const RELOADED = "bridgework-site-reloaded";
/** The notice of a page that has not loaded completely. */
const late = document.getElementById("late");
/** The loaded files of screens, by the function that loads each. */
const files = new Map();

function Site() {
  return html`<a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    <${Head} />
    <div role="status">${isLost.value && html`<p class="lost">
      The connection is lost. What you have typed stays, and this page goes on when it is back.
    </p>`}</div>
    <main id="content" tabindex="-1"><${Screen} /></main>
    <${Foot} />
    <${Bar} />
    <${Boundary} of=${route.value} fallback=${broken}><${Dialogs} /><//>
    <${Toasts} />
    ${isExpired.value && html`<${ExpiredSignIn} />`}`;
}

/** The component of the present address, whose file `useFile` has loaded; null if it has none. */
function componentOf(screen, file, path) {
  const [, ...rest] = path;
  const name = rest.length > 0 ? screen?.one : screen?.all;
  return name && (rest.length < 2 || screen.deeper?.test(rest.join("/"))) ? file[name] : null;
}

/** Load the file of a screen; returns {file, error, retry}. */
function useFile(load) {
  const [state, setState] = useState(/** @type {{ load?: unknown, error?: any }} */ ({}));
  useEffect(() => {
    if (!load || files.has(load)) return;
    const fail = async (error) => (await reloadOnce()) || setState({ load, error });
    importOf(load).then(() => setState({}), fail);
  }, [load]);
  const error = state.load === load ? state.error : null;
  return { file: load ? files.get(load) : {}, error, retry: () => location.reload() };
}

/**
 * Load the page again once the server can be reached. After an upgrade of the server, only another
 * page knows where the files are. Returns false if this page was loaded for that reason already.
 */
async function reloadOnce() {
  await whenReached();
  if (read("sessionStorage", RELOADED) === import.meta.url) return false;
  if (!write("sessionStorage", RELOADED, import.meta.url)) return false;
  location.reload();
  return true;
}

async function importOf(load) {
  files.set(load, await load());
}

function Screen() {
  const { path } = route.value;
  const [name = "", id, part] = path;
  const screen = SCREENS[name];
  const mustSignIn = Boolean(screen && !screen.isOpen && !session.value);
  const { file, error, retry } = useFile(mustSignIn ? undefined : screen?.load);
  const isFirst = useRef(true);
  const component = file && componentOf(screen, file, path);
  useTitle(!screen || (file && !component) ? "Page not found" : id ? null : screen.label);
  useEffect(() => {
    if (mustSignIn) go(["sign-in"], { next: here() }, true);
  }, [mustSignIn]);
  useEffect(() => {
    if (!component) return;
    if (!isFirst.current) {
      toTop();
      focusHeading();
    }
    isFirst.current = false;
  }, [path.join("/"), component]);
  if (error) return broken(error, retry);
  if (mustSignIn || !file) return html`<${Loading} />`;
  if (!component) {
    return html`<${Missing} title="Page not found"
      text="There is no page at this address. The link may be incomplete." />`;
  }
  const shown = TABS.includes(part) ? [name, id] : path;
  const key = [session.value?.user.id, ...shown].join("/"); // nothing of another member stays
  return html`<${Boundary} key=${key} of=${route.value} fallback=${broken}>
    <${component} id=${id} part=${part} />
  <//>`;
}

function Foot() {
  const { text, links } = settings.footer;
  const link = ({ label, url }) =>
    html`<li key=${url}><a href=${url} rel="noreferrer">${label}</a></li>`;
  return html`<footer class="site-foot">
    <p>${text || settings.name}</p>
    <ul class="plain-list">
      ${PUBLIC.map((key) => html`<li key=${key}>
        <a href=${href([key])}>${SCREENS[key].label}</a></li>`)}
      ${settings.documents.map(([path, title]) => html`<li key=${path}>
        <a href=${href([path])} target="_self"><bdi>${title}</bdi></a></li>`)}
      ${links.map(link)}
      ${settings.supportEmail &&
      html`<li><a href="mailto:${settings.supportEmail}">${settings.supportEmail}</a></li>`}
    </ul>
  </footer>`;
}

const broken = (error, retry) => html`<section class="narrow" role="alert">
  <h1 tabindex="-1">This page cannot be shown</h1>
  <p class="lead">Nothing was changed. Try again, or open another page.</p>
  <pre class="report">${error?.name}: ${error?.message}</pre>
  <button type="button" class="primary" onClick=${retry}>Try again</button>
</section>`;

function skip(event) {
  event.preventDefault();
  document.getElementById("content").focus();
}

/** Render the screen; what the server has rendered stays until the script can render the same. */
async function start() {
  const first = SCREENS[route.value.path[0] || ""];
  if (first && (first.isOpen || session.value)) {
    try {
      await importOf(first.load);
    } catch (error) {
      console.warn(error.message);
      if (!(await reloadOnce())) late.hidden = false;
      return;
    }
  }
  late.remove();
  const element = document.getElementById("site");
  element.replaceChildren();
  render(html`<${Site} />`, element);
}

const live = () => import("./live.js");

effect(() => {
  if (!session.value) return;
  // Without it, a screen shows what is new when it is opened.
  live().catch(() => whenReached().then(live)).catch(({ message }) => console.warn(message));
});

// Some pages are for visitors only: their screen is that of members.
const isForVisitors = "forVisitors" in document.getElementById("content").dataset;
if (session.value || !isForVisitors) await start();
else {
  late.remove();
  onLeave(() => location.reload());
}
