// The console: navigation, the screen of the present address, and what lies over it.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { NAVIGATION, SCREENS, hrefOfResult } from "./screens.js";
import { Confirmation, ExpiredSignIn, SignIn } from "./screens/sign_in.js";
import { focusHeading } from "../ui/focus.js";
import { toTop } from "../ui/place.js";
import { Boundary, BrokenScreen, Dialogs, Empty, Page, Palette, Table, Toasts, areKeysOn, call,
  confirmation, counted, go, html, isCommand, isExpired, isOpen, nameOf, number, report, route, sendHeld,
  session, setKeys, setSession, show, useCall, useRefreshOnFocus, writes } from "./ui.js";

const FIRST = "today";
/** Milliseconds at a screen after which the numbers of the navigation are loaded again. */
const COUNTING = 2000;
const KEYS = [
  ["?", "Shows these keys"],
  ["Ctrl K", "Finds people, postings, events, articles, e-mails and screens"],
  ["Ctrl Enter", "Sends the form"], ["Esc", "Closes what lies over the screen"],
  ["j, k", "Today: go to the next and the former row"],
  ["x", "Today: selects the row"],
  ["a, r", "Today: approves or rejects what is selected, or the row"],
  ["Enter, o", "Today: go to the record of the row"],
  ["u", "Takes back the newest decision, as long as its message is shown"],
];
/** What the counts of the navigation are, by the name of the queue: one, and several. */
const WAITING = {
  experts: ["expert to verify", "experts to verify"],
  candidates: ["candidate to verify", "candidates to verify"],
  vendors: ["vendor to verify", "vendors to verify"],
  roles: ["role to approve", "roles to approve"], jobs: ["job to approve", "jobs to approve"],
  consultations: ["consultation to schedule", "consultations to schedule"],
  eventRequests: ["event request"], reports: ["open report"], deadEmails: ["failed e-mail"],
};
const NAME = document.getElementById("console").dataset.name;
const ICON = new URL("../icon.svg", import.meta.url).href;

function Console() {
  if (!session.value) return html`<${SignIn} /><${Toasts} />`;
  return html`<${Shell} />
    <${Boundary} of=${route.value} fallback=${broken}><${Dialogs} /><//>
    <${Toasts} hint=${areKeysOn.value && html`<kbd>u</kbd>`} />
    <${Palette} screens=${NAVIGATION.flatMap(({ screens }) => screens)}
      hrefOf=${hrefOfResult} />
    ${confirmation.value && html`<${Confirmation} ...${confirmation.value} />`}
    ${isExpired.value && html`<${ExpiredSignIn} />`}`;
}

function Shell() {
  const { path } = route.value;
  const [name = FIRST] = path;
  const screen = SCREENS[name];
  useEffect(() => {
    document.title = `${screen ? screen.label : "Not found"} · ${NAME} console`;
    focusHeading();
    toTop();
  }, [path.join("/")]);
  const overview = useOverview(name);
  return html`<a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    <${Navigation} active=${name} queues=${overview.data?.queues} />
    <main id="content" tabindex="-1">
      ${screen
        ? html`<${Boundary} key=${name} of=${route.value} fallback=${broken}>
            <${screen.component} path=${path.slice(1)} overview=${overview} />
          <//>`
        : html`<${Page} title="Not found">
            <${Empty}>There is no screen at this address. <a href="#/today">Open Today</a>.<//>
          <//>`}
    </main>`;
}

/**
 * What waits, as `adminOverview` says it. It is loaded again after something was changed here, and
 * some time after `active` changes.
 */
function useOverview(active) {
  const state = useCall("adminOverview");
  const known = useRef(writes.value);
  useRefreshOnFocus(state.reload);
  useEffect(() => {
    if (known.current !== writes.value) state.reload();
    known.current = writes.value;
  }, [writes.value]);
  useEffect(() => {
    if (!state.data) return undefined;
    const timer = setTimeout(state.reload, COUNTING);
    return () => clearTimeout(timer);
  }, [active]);
  return state;
}

/** The screens by group, with how much waits there. On a phone it is folded. */
function Navigation({ active, queues: counts = [] }) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  useEffect(() => void setIsUnfolded(false), [active]);
  const waiting = Object.fromEntries(counts.map((one) => [one.name, one.waiting]));
  const link = ({ key, label, href, icon, queues = [] }) => {
    const found = queues.filter((queue) => waiting[queue] > 0);
    const count = found.reduce((sum, queue) => sum + waiting[queue], 0);
    const text = found.map((queue) => counted(waiting[queue], ...WAITING[queue])).join(", ");
    return html`<li key=${key}>
      <a href=${href} aria-current=${key === active ? "page" : undefined}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${icon} /></svg>
        <span>${label}</span>
        ${count > 0 && html`<span class="count" title=${text}>
          <span aria-hidden="true">${number(count)}</span>
          <span class="visually-hidden">${text}</span></span>`}
      </a>
    </li>`;
  };
  const group = ({ title, screens }) => html`<div key=${title}>
    ${title && html`<h2>${title}</h2>`}<ul class="plain-list">${screens.map(link)}</ul>
  </div>`;
  return html`<nav class="side" aria-label="Screens">
    <a class="brand" href="#/today"><img src=${ICON} alt="" /><bdi>${NAME}</bdi></a>
    <button type="button" class="find" onClick=${() => (isOpen.value = true)}>
      Find <kbd>Ctrl K</kbd>
    </button>
    <button type="button" class="fold" aria-expanded=${isUnfolded}
      onClick=${() => setIsUnfolded(!isUnfolded)}>Menu</button>
    <div class="groups">${NAVIGATION.map(group)}</div>
    <div class="account">
      <span>${nameOf(session.value.user)}</span>
      <button type="button" onClick=${signOut}>Sign out</button>
      <button type="button" aria-label="Keys" title="Keys" onClick=${showKeys}>?</button>
    </div>
  </nav>`;
}

const broken = (error, retry) => html`<${BrokenScreen} error=${error} retry=${retry} />`;

function showKeys() {
  const rows = KEYS.map(([keys, text]) => [html`<kbd>${keys}</kbd>`, text]);
  const content = html`<${Table} label="Keys" head=${["Key", "What it does"]} rows=${rows} />
    <${KeySetting} />`;
  return show({ title: "Keys", content });
}

function KeySetting() {
  return html`<label class="key-setting">
    <input type="checkbox" checked=${areKeysOn.value}
      onChange=${({ currentTarget }) => setKeys(currentTarget.checked)} />
    Single characters are keys in this browser
  </label>`;
}

addEventListener("keydown", (event) => {
  if (event.key === "?" && isCommand(event) && session.value) showKeys();
});

function skip(event) {
  event.preventDefault();
  document.getElementById("content").focus();
}

async function signOut() {
  await sendHeld();
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
document.getElementById("late").remove();
