// The first page: what this is, three ways in, and in the demo its people.
import { login } from "../api/open.js";
import { Action, href, html, session, setSession, settings, toast } from "../ui.js";

const WAYS = [
  {
    path: ["experts"], title: "Find an expert",
    text: "Consultants and specialists with verified credentials.",
  },
  {
    ...(settings.publicJobs ? { path: ["jobs"] } : { path: ["join"], query: { as: "candidate" } }),
    title: "Find a position",
    text: "Jobs that fit what you can do and where you want to be.",
  },
  {
    path: ["join"], query: { as: "expert" }, title: "Offer yourself",
    text: "A profile that clients find, and roles that match it.",
  },
];

export function Home() {
  const { title, text } = settings.firstPage;
  return html`<section class="hero">
      <h1 tabindex="-1">${title}</h1>
      <p class="lead">${text}</p>
    </section>
    <ul class="ways plain-list">${WAYS.map(way)}</ul>
    ${settings.accounts.length > 0 && html`<${DemoPeople} />`}`;
}

const way = ({ path, query, title, text }) => html`<li key=${title}>
  <a class="box" href=${href(path, query)}><b>${title}</b> <span>${text}</span></a>
</li>`;

function DemoPeople() {
  async function enter({ name, body }) {
    setSession(await login({}, body));
    toast(`You are signed in as ${name}.`);
  }
  const person = (one) => html`<li key=${one.body.email}>
    <${Action} run=${() => enter(one)}
      aria-pressed=${session.value?.user.email === one.body.email}>
      <b><span class="visually-hidden">Sign in as </span>${one.name}</b> <span class="quiet">${one.about}</span>
    <//>
  </li>`;
  return html`<section class="demo" aria-labelledby="demo">
    <h2 id="demo">Look around as one of them</h2>
    <p class="quiet">This is a demonstration with invented people. One click signs you in.</p>
    <ul class="plain-list">${settings.accounts.map(person)}</ul>
  </section>`;
}
