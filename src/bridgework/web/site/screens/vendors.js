// The directory of vendors and ambassadors with its filters, and an entry.
import { getVendorDirectoryEntry, listVendorDirectory } from "../api/vendors.js";
import { Directory, Filters, OneOf, Several } from "../parts/filters.js";
import { AskVendor } from "../parts/introduce.js";
import { Turn } from "../parts/pages.js";
import { Report } from "../parts/report.js";
import { Portrait, Single, Verified, href, html, nameOf, route, session, useApi }
  from "../ui.js";
import { Entry, Linked, titleOf } from "./vendors_entry.js";

const LIMIT = 20;
const KINDS = [["", "All"], ["vendor", "Vendors"], ["ambassador", "Ambassadors"]];

export function Vendors() {
  const { search, kind, categories, subcategories, page } = route.value.query;
  const params = { search, kind, categories, subcategories, page };
  const state = useApi(listVendorDirectory, params);
  return html`<h1 tabindex="-1">Vendors and ambassadors</h1>
    <${Directory} label="Company, product or place" noun="entry" all="entries" state=${state}
      filters=${html`<${EntryFilters} query=${route.value.query} />`}
      head=${() => html`<p class="quiet">By name</p><${OwnProfile} />`}
      show=${(items) => html`<ul class="people plain-list record-list tight">${items.map(card)}</ul>`}>
      <${Turn} total=${state.data?.total ?? 0} limit=${LIMIT} />
    <//>`;
}

/** The way to the reader's own profile, for vendors and ambassadors. */
function OwnProfile() {
  const { vendorsRole } = session.value.user;
  return vendorsRole && html`<a class="button" href=${href(["profile", vendorsRole])}>
    Edit your profile</a>`;
}

function EntryFilters({ query }) {
  const several = (name) => [query[name] || []].flat();
  const hint = "Enter adds one. Any of them matches.";
  return html`<${Filters} names=${["kind", "categories", "subcategories"]}>
    <${OneOf} name="kind" label="Kind" options=${KINDS} value=${query.kind} />
    <${Several} name="categories" value=${several("categories")} hint=${hint} />
    <${Several} name="subcategories" value=${several("subcategories")} hint=${hint} />
  <//>`;
}

function card(one) {
  const name = titleOf(one);
  const facts = [one.companyName && nameOf(one), one.location, one.territory].filter(Boolean);
  return html`<li key=${one.userId}>
    <${Portrait} name=${name} />
    <div>
      <h2><a href=${href(["vendors", one.userId])}><bdi>${name}</bdi></a>
        <${Verified} of=${one} /></h2>
      <p class="quiet">${one.kind === "vendor" ? "Vendor" : "Ambassador"}
        ${facts.map((fact) => html` · <bdi>${fact}</bdi>`)}</p>
      <p class="excerpt" dir="auto">${one.offering || one.bio}</p>
      <${Linked} items=${one.categories} name="categories" />
    </div>
  </li>`;
}

export function Vendor({ id }) {
  const state = useApi(getVendorDirectoryEntry, { userId: id });
  return html`<${Single} state=${state} titleOf=${titleOf} heading="Not in the directory"
      missing="Vendors and ambassadors are listed when they are verified.">
    ${(entry) => html`<p><a href=${href(["vendors"])}>Vendors and ambassadors</a></p>
      <${Entry} entry=${entry}>
        ${session.value.user.id === id
          ? html`<p><a class="button" href=${href(["profile", entry.kind])}>
              Edit your profile</a></p>`
          : html`<${AskVendor} id=${id} name=${titleOf(entry)} />
            <${Report} kind="profile" id=${id} />`}
      <//>`}
  <//>`;
}
