// The console: navigation, the screen of the present address, and what lies over it.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { NAVIGATION, SCREENS, hrefOfResult } from "./screens.js";
import { ExpiredSignIn, SignIn } from "./screens/sign_in.js";
import { Boundary, BrokenScreen, Dialogs, Empty, Page, Palette, Table, Toasts, call, go, html,
  isExpired, isOpen, nameOf, report, route, session, setSession, show } from "./ui.js";

const FIRST = "today";
const KEYS = [
  ["?", "Shows these keys"], ["Ctrl K", "Finds people, postings, events, articles and screens"],
  ["Ctrl Enter", "Sends the form"], ["Esc", "Closes what lies over the screen"],
  ["j, k", "Today: the next and the former record"], ["a, r", "Today: approves, rejects"],
  ["Enter", "Today: opens the record"],
];
const ICON = new URL("../icon.svg", import.meta.url).href;

function Console() {
  if (!session.value) return html`<${SignIn} /><${Toasts} />`;
  return html`<${Shell} />
    <${Boundary} of=${route.value} fallback=${broken}><${Dialogs} /><//>
    <${Toasts} />
    <${Palette} screens=${NAVIGATION} hrefOf=${hrefOfResult} />
    ${isExpired.value && html`<${ExpiredSignIn} />`}`;
}

function Shell() {
  const { path } = route.value;
  const [name = FIRST] = path;
  const screen = SCREENS[name];
  useEffect(() => {
    document.title = `${screen ? screen.label : "Not found"} · Bridgework console`;
    document.querySelector("h1")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path.join("/")]);
  const link = ({ key, label, href }) => html`<li key=${key}>
    <a href=${href} aria-current=${key === name ? "page" : undefined}>${label}</a>
  </li>`;
  return html`<a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    <nav class="side" aria-label="Screens">
      <a class="brand" href="#/today"><img src=${ICON} alt="" />Bridgework</a>
      <button type="button" class="find" onClick=${() => (isOpen.value = true)}>
        Find <kbd>Ctrl K</kbd>
      </button>
      <ul>${NAVIGATION.map(link)}</ul>
      <div class="account">
        <span>${nameOf(session.value.user)}</span>
        <button type="button" aria-label="Keys" title="Keys" onClick=${showKeys}>?</button>
        <button type="button" onClick=${signOut}>Sign out</button>
      </div>
    </nav>
    <main id="content" tabindex="-1">
      ${screen
        ? html`<${Boundary} key=${name} of=${route.value} fallback=${broken}>
            <${screen.component} path=${path.slice(1)} />
          <//>`
        : html`<${Page} title="Not found">
            <${Empty}>There is no screen at this address. <a href="#/today">Open Today</a>.<//>
          <//>`}
    </main>`;
}

const broken = (error, retry) => html`<${BrokenScreen} error=${error} retry=${retry} />`;

function showKeys() {
  const rows = KEYS.map(([keys, text]) => [html`<kbd>${keys}</kbd>`, text]);
  const content = html`<${Table} label="Keys" head=${["Key", "What it does"]} rows=${rows} />`;
  return show({ title: "Keys", content });
}

addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, dialog");
  if (event.key === "?" && !isTyping && session.value) showKeys();
});

function skip(event) {
  event.preventDefault();
  document.getElementById("content").focus();
}

async function signOut() {
  await call("logout").catch(report);
  setSession(null);
  go([FIRST]);
}

function Root() {
  return html`<${Boundary} of=${route.value} fallback=${broken}><${Console} /><//>`;
}

const element = document.getElementById("console");
element.replaceChildren();
render(html`<${Root} />`, element);
