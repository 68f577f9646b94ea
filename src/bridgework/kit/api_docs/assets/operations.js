// A plugin of Swagger UI: headings for the groups of tags, and a filter that finds operations by
// method, path, operationId, summary and tag.
"use strict";

// The first part of the key under which Swagger UI stores whether a tag is open.
const TAG = "operations-tag";

function operationsPlugin(groups) {
  const groupOf = new Map(groups.flatMap((group) => group.tags.map((tag) => [tag, group.name])));

  return ({ React }) => ({
    fn: { opsFilter: filterOperations },
    components: {
      FilterContainer: ({ layoutActions, layoutSelectors, specSelectors }) => {
        const filter = currentFilter(layoutSelectors);
        return React.createElement(
          "div",
          { className: "wrapper operation-filter", id: "find", role: "search" },
          React.createElement(
            "label",
            null,
            "Find operations",
            React.createElement("input", {
              type: "search",
              value: filter,
              placeholder: "Path, name, summary or group",
              onChange: (event) => layoutActions.updateFilter(event.target.value || true),
            }),
          ),
          React.createElement(
            "p",
            { role: "status" },
            filter.trim() && countText(specSelectors.taggedOperations()),
          ),
        );
      },
    },
    wrapComponents: {
      OperationTag: (Original, system) => (props) =>
        React.createElement(
          React.Fragment,
          null,
          isFirstOfGroup(props.tag, system) &&
            React.createElement("h2", { className: "group" }, groupOf.get(props.tag)),
          React.createElement(Original, props),
        ),
    },
    statePlugins: {
      layout: {
        reducers: { layout_update_filter: updateFilter },
        wrapActions: {
          // Unlike the original, respects the height of the masthead.
          scrollToElement: () => (element) => element.scrollIntoView(),
        },
        wrapSelectors: {
          // While a filter is set, the tags with matching operations are open.
          isShown: (original, system) => (_state, thing, isShownByDefault) => {
            const isFiltered = currentFilter(system.layoutSelectors).trim() !== "";
            return original(thing, isShownByDefault || (isFiltered && thing[0] === TAG));
          },
        },
      },
    },
  });

  function isFirstOfGroup(tag, system) {
    const group = groupOf.get(tag);
    const shown = system.specSelectors.taggedOperations().keySeq();
    return group !== undefined && shown.find((each) => groupOf.get(each) === group) === tag;
  }
}

// Scrolls to the filter. Swagger UI's own scrolling ignores the height of the masthead.
function goToFilter(event) {
  event.preventDefault();
  event.stopPropagation();
  const filter = document.getElementById("find");
  filter.scrollIntoView();
  filter.querySelector("input").focus({ preventScroll: true });
}

// Sets the filter, and forgets which tags were closed.
function updateFilter(state, { payload }) {
  const filtered = state.set("filter", payload);
  if (!filtered.has("shown")) return filtered;
  return filtered.update("shown", (shown) =>
    shown.filter((isShown, thing) => isShown || thing.get(0) !== TAG),
  );
}

// Swagger UI stores `true` if there is a filter without text.
function currentFilter(layoutSelectors) {
  const filter = layoutSelectors.currentFilter();
  return typeof filter === "string" ? filter : "";
}

// The tags with the operations that contain every word of `phrase`.
function filterOperations(tags, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (tag, entry) => {
    const operation = entry.get("operation");
    const text = [
      entry.get("method"),
      entry.get("path"),
      operation.get("operationId"),
      operation.get("summary"),
      tag,
    ]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return tags
    .map((details, tag) =>
      details.update("operations", (entries) => entries.filter((entry) => matches(tag, entry))),
    )
    .filter((details) => details.get("operations").size > 0);
}

function countText(tags) {
  const count = tags.reduce((sum, details) => sum + details.get("operations").size, 0);
  return { 0: "No operation matches.", 1: "1 operation" }[count] ?? `${count} operations`;
}
