// The filters of a list. What the reader has chosen is in the address.
import { several } from "../../ui/fields.js";
import { taken } from "../../ui/typed.js";
import { Field, Loaded, Status, found, href, html, number, optionsOf, route, setQuery,
  useFollowing, useSearch } from "../ui.js";

/** A search field whose text is in the address. It is sent when the reader has stopped typing. */
function Search({ label, name = "search" }) {
  const [typed, setTyped] = useSearch(route.value.query[name] || "",
    (text) => setQuery({ [name]: text, page: "" }, true));
  const type = ({ currentTarget }) => setTyped(currentTarget.value);
  return html`<input type="search" class="wide-search" aria-label=${label} placeholder=${label}
    maxlength="200" value=${typed} onInput=${type} />`;
}

/**
 * A text or a number that is applied by Enter, or when the reader leaves the field.
 *
 * @param {FormField & { value: any }} properties
 */
export function Typed({ value, ...field }) {
  const { name } = field;
  const [typed, setTyped] = useFollowing(value);
  function apply(event) {
    if (event.type === "submit") event.preventDefault();
    const { value: next, fault } = taken(field, typed);
    if (!fault && next !== value) setQuery({ [name]: next, page: "" });
  }
  return html`<form onSubmit=${apply} onFocusOut=${apply}>
    <${Field} field=${field} value=${typed} onInput=${setTyped} />
  </form>`;
}

const SUGGEST = {
  skills: ["procedures", "topics"], tags: ["topics", "procedures"], categories: ["topics"],
  subcategories: ["equipment", "software", "procedures"],
};

/**
 * Several texts: they are added one by one, and removed by a click.
 *
 * @param {{ name: string, label?: string, value: any, hint?: string }} properties
 */
export function Several({ name, label, value, hint = "Enter adds one. All must match." }) {
  const field = several(name, SUGGEST[name] ?? [], { hint, ...(label && { label }) });
  return html`<${Field} field=${field} value=${value}
    onInput=${(chosen) => setQuery({ [name]: chosen, page: "" })} />`;
}

/**
 * Several of a few values. Nothing is shown until the `options` are there.
 *
 * @param {{ name: string, label?: string, options: readonly Option[], value: any }} properties
 */
export function Chosen({ name, label, options, value }) {
  if (!options) return null;
  const field = { name, label, type: "choices", options: optionsOf(options) };
  return html`<${Field} field=${field} value=${value}
    onInput=${(chosen) => setQuery({ [name]: chosen, page: "" })} />`;
}

/**
 * One of a few values. `options` are [value, text].
 *
 * @param {{ name: string, label: string, options: readonly Option[], value?: string }} properties
 */
export function OneOf({ name, label, options, value = "" }) {
  const option = ([key, text]) => html`<label key=${key}>
    <input type="radio" name=${name} checked=${key === value}
      onChange=${() => setQuery({ [name]: key, page: "" })} /> ${text}
  </label>`;
  return html`<fieldset class="choices"><legend>${label}</legend>
    ${options.map(option)}</fieldset>`;
}

/** The filters beside a list, folded on a phone. `names` are those that count as chosen. */
export function Filters({ names, children }) {
  const { path, query } = route.value;
  const isWide = matchMedia("(min-width: 60rem)").matches;
  const { search, sortBy } = query;
  const count = names.filter((name) => [query[name] || []].flat().length > 0).length;
  return html`<details class="filters-panel" open=${isWide || undefined}>
    <summary>Filters${count > 0 && html` <span class="count">${number(count)}</span>`}</summary>
    ${children}
    ${count > 0 && html`<p><a href=${href(path, { search, sortBy })}>Remove all filters</a></p>`}
  </details>`;
}

/**
 * A list with a search and `filters`. `head(data)` is above the results, which are `show(items)`,
 * beside their number. `noun` is one of what it lists, and `all` several.
 */
export function Directory({ label, filters, state, head, show, noun, all, children }) {
  return html`<${Search} label=${label} />
    <div class="aside">
      ${filters}
      <section aria-label="Results">
        <div class="results-head">
          <${Status} text=${state.data ? found(state.data, noun, all) : ""} />
          ${state.data && head(state.data)}
        </div>
        <${Loaded} state=${state}>
          ${({ items }) => (items.length > 0
            ? show(items) : html`<${NothingFound} noun=${noun} all=${all} />`)}
        <//>
        ${children}
      </section>
    </div>`;
}

function NothingFound({ noun, all }) {
  const { path, query } = route.value;
  const { search, sortBy, page, ...filters } = query;
  const isFiltered = Object.keys(filters).length > 0;
  if (!search && !isFiltered) return html`<p class="empty">There are no ${all} here now.</p>`;
  const advice = [isFiltered && "remove a filter", search && "search for a broader word"];
  return html`<p class="empty">No ${noun} matches ${isFiltered ? "all of this" : "this"}. You can
    ${" "}${advice.filter(Boolean).join(", or ")}. <a href=${href(path)}>Show all ${all}</a>.</p>`;
}

/** The order of a list. `orders` are [value, text]. */
export function Order({ orders }) {
  const { sortBy = "" } = route.value.query;
  const choose = ({ currentTarget }) => setQuery({ sortBy: currentTarget.value, page: "" });
  const option = ([key, text]) =>
    html`<option value=${key} selected=${key === sortBy}>${text}</option>`;
  return html`<label class="order">Sort by
    <select value=${sortBy} onChange=${choose}>${orders.map(option)}</select>
  </label>`;
}
