// The ways through the site: those of a visitor, and those of a member by the kinds of the account.
import { logout } from "../api/open.js";
import { SCREENS } from "../screens.js";
import { unread } from "../title.js";
import { Action, Portrait, go, href, html, nameOf, number, onLeave, report, route, session,
  setSession, settings, useEffect, useRef } from "../ui.js";

export const PUBLIC = ["experts", ...(settings.publicJobs ? ["jobs"] : []), "events", "articles"];
/** What each kind of account comes for, in order; what is in no list is in the menu. */
const OF_KIND = {
  expert: ["roles", "applications", "consultations"],
  client: ["roles", "experts", "consultations"],
  clinic: ["jobs", "experts", "vendors"],
  candidate: ["jobs", "applications"],
  vendor: ["vendors", "experts"],
  ambassador: ["vendors", "experts"],
};
const OF_ALL = ["feed", "events"];
const IN_MENU = ["profile", "introductions", "consultations", "searches", "submissions", "experts", "vendors",
  "articles"];
/** How many entries the head has at most. */
const IN_HEAD = 6;
/** How many entries the bar of a phone has, besides the home. */
const IN_BAR = 4;
const MANY = 99;
/** Shapes of 24 by 24, drawn as lines. */
const ICONS = {
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  roles: "M4 8h16v12H4zM9 8V4h6v4M4 13h16",
  jobs: "M4 8h16v12H4zM9 8V4h6v4M4 13h16",
  applications: "M4 13l3-9h10l3 9v7H4zM4 13h5l1 3h4l1-3h5",
  consultations: "M4 5h16v11h-9l-4 4v-4H4z",
  feed: "M4 5h16v14H4zM8 9h8M8 12h8M8 15h5",
  events: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
  vendors: "M5 10v10h14V10M3 10l2-6h14l2 6zM10 20v-6h4v6",
  experts: "M6 8a3 3 0 106 0 3 3 0 10-6 0M3 20c0-4 2-6 6-6s6 2 6 6M16 5a3 3 0 010 6M18 14q3 1 3 6",
  bell: "M6 17V11a6 6 0 0112 0v6l2 1H4zM10 21h4",
};

const PROFILES = {
  expert: "expert", client: "", clinic: "clinic", candidate: "jobs", vendor: "vendor",
  ambassador: "ambassador",
};

/** All kinds of an account, of which one person can have several. */
function allKinds({ role, jobsRole, vendorsRole }) {
  const ofJobs = { candidate: "candidate", clinic_owner: "clinic", recruiter: "clinic" }[jobsRole];
  return [role === "expert" ? "expert" : "client", ofJobs, vendorsRole].filter(Boolean);
}

/** The kinds that the account is used as: everybody has a role, often only for another kind. */
export function kindsOf(user) {
  const kinds = allKinds(user);
  const isUsed = kinds.length === 1 || user.verificationTier !== "not-verified";
  return isUsed ? kinds : kinds.slice(1);
}

/** The address of the profile of a kind. */
export const profilePath = (kind) => ["profile", PROFILES[kind]].filter(Boolean);

const entriesOf = (kinds) => [...new Set(kinds.flatMap((kind) => OF_KIND[kind]))];
const headOf = (user) =>
  [...new Set([...entriesOf(kindsOf(user)), ...OF_ALL])].slice(0, IN_HEAD);

function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${ICONS[name]} />
  </svg>`;
}

/** @param {any} properties */
function Entry({ name, label = SCREENS[name].label, icon }) {
  const [present = ""] = route.value.path;
  return html`<li>
    <a href=${href(name ? [name] : [])} aria-current=${name === present ? "page" : undefined}>
      ${icon && html`<${Icon} name=${icon} />`} ${label}
    </a>
  </li>`;
}

export function Head() {
  const user = session.value?.user;
  const element = useRef(null);
  useEffect(() => {
    // What has the focus is not scrolled below the head, which large text makes higher.
    new ResizeObserver(() => {
      document.documentElement.style.scrollPaddingTop = `${element.current.offsetHeight + 8}px`;
    }).observe(element.current);
  }, []);
  const names = user ? headOf(user) : PUBLIC;
  return html`<header class="site-head ${user ? "of-member" : ""}" ref=${element}>
    <a class="brand" href=${href([])}>
      <img src=${settings.logo} alt="" /><bdi>${settings.name}</bdi>
    </a>
    <nav aria-label="Site">
      <ul class="plain-list">${names.map((name) => html`<${Entry} key=${name} name=${name} />`)}</ul>
    </nav>
    ${user ? html`<${Account} user=${user} />` : html`<div class="site-account">
      <a href=${href(["sign-in"])}>Sign in</a>
      <a class="button primary" href=${href(["join"])}>Join</a>
    </div>`}
  </header>`;
}

function Account({ user }) {
  return html`<div class="site-account">
    <${Bell} />
    <button type="button" class="account" popovertarget="account-menu">
      <${Portrait} url=${user.avatarUrl} name=${nameOf(user)} />
      <span class="visually-hidden">Account of</span>${" "}
      <bdi class="who">${nameOf(user)}</bdi>
    </button>
    <${Menu} user=${user} />
  </div>`;
}

function Bell() {
  const count = unread.value;
  const isHere = route.value.path[0] === "notifications";
  return html`<a class="bell" href=${href(["notifications"])}
    aria-current=${isHere ? "page" : undefined}>
    <${Icon} name="bell" />
    <span class="visually-hidden">Notifications</span>
    <span role="status">${count > 0 && html`
      <span class="count" aria-hidden="true">${count > MANY ? `${MANY}+` : count}</span>
      <span class="visually-hidden">${number(count)} unread</span>`}</span>
  </a>`;
}

/** Everything else of a member. The browser closes it by Escape and by a click elsewhere. */
function Menu({ user }) {
  const element = useRef(null);
  useEffect(() => onLeave(() => element.current?.hidePopover()), []);
  const inHead = headOf(user);
  const all = new Set([...IN_MENU, ...entriesOf(allKinds(user)), ...OF_ALL]);
  const names = [...all].filter((name) => !inHead.includes(name));
  const folded = inHead.slice(IN_BAR);
  const entry = (name) => html`<${Entry} key=${name} name=${name} />`;
  return html`<nav popover="auto" id="account-menu" class="account-menu box" ref=${element}
    aria-label="Account">
    <p><b><bdi>${nameOf(user)}</bdi></b><br /><span class="quiet">${user.email}</span></p>
    ${folded.length > 0 && html`<ul class="plain-list folded">${folded.map(entry)}</ul>`}
    <ul class="plain-list">${names.map(entry)}</ul>
    <ul class="plain-list">${entry("settings")}<li><${Action} kind="link" run=${signOut}>Sign out<//></li></ul>
  </nav>`;
}

/** On a phone, the first ways are at the bottom of the window, where a thumb reaches them. */
export function Bar() {
  if (!session.value) return null;
  const names = headOf(session.value.user).slice(0, IN_BAR);
  return html`<nav class="site-bar" aria-label="Main pages"><ul class="plain-list">
    <${Entry} name="" label="Home" icon="home" />
    ${names.map((name) => html`<${Entry} key=${name} name=${name} icon=${name} />`)}
  </ul></nav>`;
}

async function signOut() {
  await logout().catch(report);
  setSession(null);
  go([]);
}
