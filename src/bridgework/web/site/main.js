// The member site: navigation, the screen of the present address, and what lies over it.
import { render } from "preact";
import { Article, Articles } from "./screens/articles.js";
import { Event, Events } from "./screens/events.js";
import { Expert, Experts } from "./screens/experts.js";
import { Home } from "./screens/home.js";
import { Join, Password, Verify } from "./screens/join.js";
import { ExpiredSignIn, SignIn } from "./screens/sign_in.js";
import { logout } from "./api.js";
import { Boundary, Dialogs, Missing, Toasts, go, href, html, isExpired, nameOf, report, route,
  session, setSession, settings, useEffect, useRef, useTitle } from "./ui.js";

/** The screens by the first part of their address; `one` is that of a record. */
const SCREENS = {
  "": { label: settings.firstPage.title, all: Home },
  experts: { label: "Experts", all: Experts, one: Expert },
  events: { label: "Events", all: Events, one: Event },
  articles: { label: "Articles", all: Articles, one: Article },
  "sign-in": { label: "Sign in", all: SignIn },
  join: { label: "Join", all: Join },
  verify: { label: "Verify your e-mail address", all: Verify },
  password: { label: "New password", all: Password },
};
const NAVIGATION = ["experts", "events", "articles"];

function Site() {
  return html`<a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    <${Head} />
    <main id="content" tabindex="-1"><${Screen} /></main>
    <${Foot} />
    <${Boundary} of=${route.value} fallback=${broken}><${Dialogs} /><//>
    <${Toasts} />
    ${isExpired.value && html`<${ExpiredSignIn} />`}`;
}

function Screen() {
  const { path } = route.value;
  const [name = "", id] = path;
  const screen = SCREENS[name];
  const isFirst = useRef(true);
  const component = path.length > 2 ? null : id ? screen?.one : screen?.all;
  useTitle(!component ? "Page not found" : id ? null : screen.label, settings.name);
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0);
      const main = document.getElementById("content");
      (main.querySelector("h1") || main).focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [path.join("/")]);
  if (!component) {
    return html`<${Missing} title="Page not found"
      text="There is no page at this address. The link may be incomplete." />`;
  }
  return html`<${Boundary} key=${path.join("/")} of=${route.value} fallback=${broken}>
    <${component} id=${id} />
  <//>`;
}

function Head() {
  const [name] = route.value.path;
  const link = (key) => html`<li key=${key}>
    <a href=${href([key])} aria-current=${key === name ? "page" : undefined}>
      ${SCREENS[key].label}
    </a>
  </li>`;
  return html`<header class="site-head">
    <a class="brand" href=${href([])}>
      <img src=${settings.logo} alt="" /><bdi>${settings.name}</bdi>
    </a>
    <nav aria-label="Site"><ul>${NAVIGATION.map(link)}</ul></nav>
    <${Account} />
  </header>`;
}

function Account() {
  if (!session.value) {
    return html`<div class="site-account">
      <a href=${href(["sign-in"])}>Sign in</a>
      <a class="button primary" href=${href(["join"])}>Join</a>
    </div>`;
  }
  return html`<div class="site-account">
    <bdi class="who">${nameOf(session.value.user)}</bdi>
    <button type="button" onClick=${signOut}>Sign out</button>
  </div>`;
}

function Foot() {
  const { text, links } = settings.footer;
  const link = ({ label, url }) =>
    html`<li key=${url}><a href=${url} rel="noreferrer">${label}</a></li>`;
  return html`<footer class="site-foot">
    <p>${text || settings.name}</p>
    <ul>
      ${NAVIGATION.map((key) => html`<li key=${key}>
        <a href=${href([key])}>${SCREENS[key].label}</a></li>`)}
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

async function signOut() {
  await logout().catch(report);
  setSession(null);
  go([]);
}

const element = document.getElementById("site");
element.replaceChildren();
render(html`<${Site} />`, element);
