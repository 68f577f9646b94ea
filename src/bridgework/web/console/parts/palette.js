// The palette (Ctrl+K): find people, postings, events, articles and e-mails, and open any screen.
import { signal } from "@preact/signals";
import { Modal, date, get, html, moment, useData, useState, words } from "../../ui/library.js";
import { href } from "../router.js";

export const isOpen = signal(false);
const ADDRESS = /^\S+@\S+\.\S+$/;
const MOST_EMAILS = 5;
const LABEL = "Find people, postings, events, articles, e-mails by recipient, and screens";

addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    isOpen.value = !isOpen.value;
  }
});

/** `screens` are {label, href}; `hrefOf(result)` is the address of a search result. */
export function Palette({ screens, hrefOf }) {
  return isOpen.value && html`<${Open} screens=${screens} hrefOf=${hrefOf} />`;
}

function close() {
  isOpen.value = false;
}

function open({ href }) {
  close();
  location.hash = href;
}

function Open({ screens, hrefOf }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const q = text.trim();
  const { data, error } = useData(
    async (signal) => (q.length < 2 ? { items: [] } : get("adminSearch", { q }, signal)),
    [q],
  );
  const emails = useData(
    async (signal) => (ADDRESS.test(q)
      ? get("adminListEmails", { recipient: q, limit: MOST_EMAILS }, signal) : { items: [] }),
    [q],
  );
  const found = screens
    .filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
    .map(({ label, href }) => ({ title: label, subtitle: "Screen", href }));
  for (const one of data?.items || []) {
    const subtitle = [words(one.kind), one.subtitle, words(one.state), date(one.date)]
      .filter(Boolean).join(" · ");
    found.push({ title: one.title, subtitle, href: hrefOf(one) });
  }
  for (const { id, kind, state, createdAt } of emails.data?.items || []) {
    const subtitle = ["E-mail", q, words(state), moment(createdAt)].join(" · ");
    found.push({ title: words(kind.split("/").at(-1)), subtitle, href: href(["emails", id]) });
  }
  const current = Math.min(chosen, found.length - 1);
  function type(event) {
    setText(event.currentTarget.value);
    setChosen(0);
  }
  function press(event) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (found.length === 0 || !(move || event.key === "Enter")) return;
    event.preventDefault();
    if (move) setChosen((found.length + current + move) % found.length);
    else open(found[current]);
  }
  return html`<${Modal} class="palette" aria-label="Find" close=${close}>
    <input type="search" role="combobox" aria-expanded="true" aria-controls="palette-results"
      aria-activedescendant=${found.length ? `palette-${current}` : undefined}
      aria-label=${LABEL} placeholder=${LABEL} value=${text} onInput=${type} onKeyDown=${press}
      autofocus />
    <ul id="palette-results" class="plain-list" role="listbox" aria-label="Results">
      ${found.map((item, index) => {
        const attributes = { key: item.href, role: "option", "aria-selected": index === current };
        return html`<li ...${attributes} id="palette-${index}" onClick=${() => open(item)}>
          <b>${item.title}</b> <span class="quiet">${item.subtitle}</span>
        </li>`;
      })}
    </ul>
    ${error && html`<p class="fault" role="alert">${error.message}</p>`}
    ${q && found.length === 0 && !error && html`<p class="empty">Nothing was found.</p>`}
  <//>`;
}
