// Saved searches: the list, and the results of one with what is new.
import { deleteSavedSearch, getSavedSearch, listSavedSearchResults, listSavedSearches,
  updateSavedSearch } from "../api/searches.js";
import { More, usePages } from "../parts/pages.js";
import { FIELDS, FREQUENCIES, KINDS, textOf } from "../parts/save_search.js";
import { Action, Loaded, Page, Portrait, Single, When, ask, changed, go, href, html, session,
  useApi } from "../ui.js";

/** Links to the lists whose filters can be saved. Jobs are for members who use them. */
function Lists() {
  const kinds = Object.entries(KINDS).filter(([kind]) =>
    kind !== "jobs" || session.value.user.jobsRole);
  return kinds.map(([kind, label]) => html`<a key=${kind} class="button" href=${href([kind])}>
    Search ${label.toLowerCase()}</a>`);
}

export function Searches() {
  const state = usePages(listSavedSearches, {});
  return html`<${Page} title="Saved searches" actions=${Lists()}
      subtitle="The filters of a list under a name, with what is new since you saved them.">
    <${Loaded} state=${state} one="saved search" all="saved searches">
      ${({ items }) => items.length === 0
        ? html`<p class="empty">You have no saved searches yet. Set the filters of a list, and choose
            ${" "}<b>Save this search</b>.</p>`
        : html`<ul class="searches plain-list tight">${items.map((one) => html`<li key=${one.id}>
            <${Saved} search=${one} reload=${state.reload} /></li>`)}</ul>`}
    <//>
    <${More} state=${state} />
  <//>`;
}

function Saved({ search, reload }) {
  return html`<div>
      <h2><a href=${href(["searches", search.id])}><bdi>${search.name}</bdi></a></h2>
      <p dir="auto">${KINDS[search.kind]}: ${textOf(search.query) || "all"}</p>
      <p class="quiet">${emailsOf(search)} · Saved <${When} at=${search.createdAt} /></p>
    </div>
    <div class="actions">
      <${Action} run=${() => edit(search, reload)} aria-label="Edit ${search.name}">Edit<//>
      <${Action} run=${() => remove(search, reload)} aria-label="Delete ${search.name}">Delete<//>
    </div>`;
}

function emailsOf({ frequency }) {
  const [, text] = FREQUENCIES.find(([key]) => key === frequency);
  return frequency === "off" ? text : `E-mails ${text.toLowerCase()}`;
}

const edit = ({ id, name, frequency }, reload) => ask({
  title: "Edit the search", label: "Save", fields: FIELDS, values: { name, frequency },
  text: "What is found now then counts as seen.",
  submit: (values) => updateSavedSearch({ id }, values),
  done: "Saved.", reload,
});

const remove = ({ id, name }, reload) => ask({
  title: `Delete ${name}?`, label: "Delete", danger: true,
  text: "Its e-mails end. What you searched for can be saved again.",
  submit: () => deleteSavedSearch({ id }),
  done: "The search was deleted.", reload,
});

export function Search({ id }) {
  const state = useApi(getSavedSearch, { id });
  return html`<${Single} state=${state} titleOf=${({ name }) => name}
      missing="This search was deleted, or the link is incomplete.">
    ${(search) => html`<${Results} search=${search} reload=${state.reload} />`}
  <//>`;
}

function Results({ search, reload }) {
  const { id, kind, name, query } = search;
  const state = usePages(listSavedSearchResults, { id });
  const isAnyNew = state.data?.items.some(({ isNew }) => isNew);
  // An update starts anew: what is found then counts as seen.
  const see = async () => {
    await updateSavedSearch({ id }, { name });
    changed("All results are marked as seen.", state.reload);
  };
  const both = () => {
    reload();
    state.reload();
  };
  const leave = async () => await remove(search) && go(["searches"], {}, true);
  const actions = html`
    ${isAnyNew && html`<${Action} kind="primary" run=${see}>Mark all as seen<//>`}
    <${Action} run=${() => edit(search, both)}>Edit<//>
    <${Action} run=${leave}>Delete<//>`;
  const back = { href: href(["searches"]), label: "Saved searches" };
  return html`<${Page} title=${html`<bdi>${name}</bdi>`} back=${back} actions=${actions}
      subtitle=${html`${KINDS[kind]}: ${textOf(query) || "all"} · ${emailsOf(search)} ·${" "}
        <a href=${href([kind], query)}>Open with filters</a>`}>
    <${Loaded} state=${state} one="result">
      ${({ items }) => items.length === 0
        ? html`<p class="empty">Nothing is found now.
            ${search.frequency === "off" ? " Choose Edit to get an e-mail when something is."
              : " You get an e-mail when something is."}</p>`
        : html`<ul class="people plain-list record-list tight">${items.map((one) => html`<li key=${one.id}>
            <${Result} kind=${kind} one=${one} /></li>`)}</ul>`}
    <//>
    <${More} state=${state} />
  <//>`;
}

function Result({ kind, one }) {
  const isExpert = kind === "experts";
  const title = isExpert ? `${one.firstName} ${one.lastName}` : one.roleNeeded;
  const [line, ...facts] = isExpert
    ? [one.title, one.location, one.availability, one.engagementType]
    : [one.companyName, one.location, one.whyAttractive];
  return html`
    <${Portrait} url=${one.avatarUrl} name=${isExpert ? title : one.companyName} />
    <div>
      <h2><a href=${href([kind, one.id])}><bdi>${title}</bdi></a>
        ${one.isNew && html`${" "}<span class="badge good">New</span>`}</h2>
      <p dir="auto">${line}</p>
      <p class="quiet excerpt" dir="auto">${[...new Set(facts.filter(Boolean))].join(" · ")}</p>
    </div>`;
}
