// Today: everything that waits for a decision, oldest first; and what happened lately.
import { signal } from "@preact/signals";
import { Activity } from "../parts/activity.js";
import { KINDS } from "./today_kinds.js";
import { About, Action, Badge, Card, Empty, Guarded, IsBeside, Loaded, Page, When, ago, areKeysOn,
  ask, call, counted, decide, decideAll, filled, focusOn, get, href, html, isCommand, isHeld,
  mailOf, moment, nameOf, number, reasonTemplate, report, route, seenAs, session, setQuery, toast,
  useData, useEffect, useKept, useLayoutEffect, useRef, useRefreshOnChanges, useRefreshOnFocus,
  useState, whatBecameOf } from "../ui.js";

/**
 * An item of the queue as a row: its `key`, what its kind is, and the address of its record.
 *
 * @typedef {Item<"adminQueue"> & { key: string, queue: any, address: string, reporters?: number }} QueueItem
 */
/** @typedef {Decision & { items: QueueItem[], mails: any[] }} GroupDecision */

const MOST = 100;
const DAY = 86_400_000;
/** Days after which the age of an item is marked. */
const LATE = 7;
/** Milliseconds after which the record of an item is loaded that the reader goes to. */
const PAUSE = 200;
/** Milliseconds for which a record is beside the list until the reader counts as looking at it. */
const LOOK = 2000;
/** Whether there is room for a record beside the list. */
const room = matchMedia("(min-width: 900px)");
const isWide = signal(room.matches);
room.addEventListener("change", () => (isWide.value = room.matches));
/** The keys of items that were decided since the list was loaded. */
const gone = signal([]);
const isOpen = ({ key, id }) => !gone.value.includes(key) && !isHeld(id);

const MEMBER = "member";
/** How many items of a kind wait for administrators, or for their owners. */
const countOf = ({ count, waitingForMember }, waitsFor) => (waitsFor ? waitingForMember : count);

const isLate = (since) => Date.now() - Date.parse(since) > LATE * DAY;
/** Who else looks at an item, or null. */
const otherOf = ({ claimedBy }) =>
  claimedBy && claimedBy.id !== session.value?.user.id ? claimedBy : null;
const lookingAt = ({ name, until }) => `${name} looks at this item, until ${moment(until)}.`;

const addressOf = ({ kind, id }) => ({ queueKind: kind, id });

/** Show others that the reader looks at an item. Returns who else has claimed it, or null. */
async function claim(item) {
  try {
    await call("adminClaim", addressOf(item));
  } catch (error) {
    if (error.body?.claimedBy) return error.body.claimedBy;
    report(error);
  }
  return null;
}

/** Let the reader choose which administrator shall decide an item. */
async function assign(item, reload) {
  const found = await get("adminListUsers", { role: "admin", limit: MOST });
  const options = [["", "Nobody"], ...found.items.map((one) => [one.id, nameOf(one)])];
  const made = await ask({
    title: `Assign: ${item.title}`, label: "Assign", values: { userId: item.assignedTo?.id ?? "" },
    fields: [{ name: "userId", label: "Administrator", type: "select", options }],
    submit: ({ userId }) => call("adminAssign", addressOf(item), { userId: userId || null }),
  });
  if (made !== false) reload();
}

/** The first pages of what waits, of one kind or of all. An item that moved is there once. */
async function loadQueue(filter, pages, signal) {
  const items = new Map();
  /** @type {Partial<Answer<"adminQueue">>} */
  let page = {};
  for (let loaded = 0; loaded < pages && page.nextCursor !== null; loaded += 1) {
    page = await get("adminQueue", { ...filter, limit: MOST, cursor: page.nextCursor }, signal);
    for (const item of page.items) items.set(`${item.kind} ${item.id}`, item);
  }
  const found = [...items].map(([key, item]) => {
    const queue = KINDS[item.kind];
    return { ...item, key, queue, address: href([...queue.address, item.id]) };
  });
  return { .../** @type {Answer<"adminQueue">} */ (page), items: found };
}

export function Today() {
  const { mine = "", waitsFor = "", ...query } = route.value.query;
  const kind = query.kind in KINDS ? query.kind : "";
  const [pages, setPages] = useKept("pages", 1);
  const filter = { kind, assignedTo: mine && session.value?.user.id, waitsFor };
  const state = useData((signal) => loadQueue(filter, pages, signal), [kind, mine, waitsFor, pages]);
  const { reload } = state;
  useRefreshOnFocus(reload);
  useRefreshOnChanges(reload);
  return html`<${Page} title="Today" subtitle="What waits for a decision, oldest first"
    actions=${html`<${Action} run=${reload}>Refresh<//>`}>
    <div class=${isWide.value ? "wide" : "split"}>
      <${Loaded} state=${state}>
        ${(queue) => html`<div>
          <${Kinds} ...${queue} kind=${kind} mine=${mine} waitsFor=${waitsFor} />
          <${Queue} ...${queue} kind=${kind} mine=${mine} waitsFor=${waitsFor} reload=${reload}
            more=${() => setPages(pages + 1)} />
        </div>`}
      <//>
      <${Activity} />
    </div>
  <//>`;
}

/**
 * The kinds of which something waits, with their numbers and the age of the oldest item.
 *
 * @param {any} properties
 */
function Kinds({ counts, items, kind, mine, waitsFor }) {
  const decided = (name) => items.filter((one) => one.kind === name && !isOpen(one)).length;
  const waiting = Object.entries(counts)
    .map(([name, one]) => [name, { ...one, count: countOf(one, waitsFor) - decided(name) }])
    .filter(([name, { count }]) => count || name === kind);
  const others = Object.values(counts).reduce((sum, one) => sum + one.waitingForMember, 0);
  if (waiting.length === 0 && !others && !waitsFor) return null;
  const button = ([name, { count, oldest }]) => {
    const choose = () => setQuery({ kind: name === kind ? "" : name });
    return html`<${Action} key=${name} aria-pressed=${name === kind} run=${choose}
      title=${oldest && `Oldest: ${ago(oldest)}`} kind=${oldest && !waitsFor && isLate(oldest) ? "late" : ""}>
      ${KINDS[name].label} <b>${number(count)}</b>
    <//>`;
  };
  return html`<div class="actions kinds" role="group" aria-label="Kinds">
    ${waiting.map(button)}
    <${Action} aria-pressed=${mine === "yes"}
      run=${() => setQuery({ mine: mine ? "" : "yes" })}>Assigned to me<//>
    ${(others > 0 || waitsFor) && html`<${Action} aria-pressed=${waitsFor === MEMBER}
      run=${() => setQuery({ waitsFor: waitsFor ? "" : MEMBER })}>
      Waiting for the member <b>${number(others)}</b><//>`}
  </div>`;
}

/**
 * What waits, as rows of which one is the current one.
 *
 * @param {{ items: QueueItem[], counts: Answer<"adminQueue">["counts"], hasMore: boolean, kind: string,
 *   mine: string, waitsFor: string, reload: () => void, more: () => void }} properties
 */
function Queue({ items, counts, hasMore, kind, mine, waitsFor, reload, more }) {
  const open = items.filter(isOpen);
  const rows = useRows(items, open, more);
  const selection = useSelection(open);
  const decisions = useDecisions({ open, rows, selection, reload });
  useLayoutEffect(() => {
    gone.value = [];
  }, [items]);
  useKeys({ open, rows, selection, decisions });
  if (open.length === 0 && !hasMore) return html`<${NothingWaits} kind=${kind} mine=${mine} />`;
  const shown = Object.values(kind ? { [kind]: counts[kind] } : counts);
  const total = shown.reduce((sum, one) => sum + countOf(one, waitsFor), open.length - items.length);
  const list = html`<${Card} title=${mine ? "Assigned to you" : `${number(total)} waiting${waitsFor && " for the member"}`}>
    ${areKeysOn.value && html`<${KeyHints} />`}
    ${selection.picked.length > 0 && html`<${Several} items=${selection.picked}
      decide=${decisions.decideMany} clear=${selection.clear} />`}
    <ul class="rows plain-list queue">${open.map((item, place) => html`<${Item} key=${item.key} item=${item}
      decide=${decisions.decideOne} reload=${reload} choose=${() => rows.choose(item.key)}
      isCurrent=${place === rows.index} isSelected=${selection.has(item.key)}
      select=${selection.toggle} />`)}</ul>
    ${hasMore && html`<${Action} run=${rows.loadMore}>Show more<//>`}
  <//>`;
  if (!isWide.value || open.length === 0) return list;
  return html`<div class="split beside">${list}<${Record} item=${open[rows.index]} /></div>`;
}

/** @param {{ kind: string, mine: string }} properties */
function NothingWaits({ kind, mine }) {
  const which = (kind && "of this kind ") + (mine && "assigned to you ");
  return html`<${Empty}>Nothing ${which}waits. New requests appear here.<//>`;
}

const KeyHints = () => html`<p class="quiet key-hints">
  <kbd>j</kbd> <kbd>k</kbd> move, <kbd>a</kbd> approve, <kbd>r</kbd> reject,${" "}
  <kbd>x</kbd> select, <kbd>Enter</kbd> open
</p>`;

/**
 * Which of the `open` items is the current row: {index, choose(key), go(key), move(step),
 * loadMore()}. To go to a row gives it the focus.
 *
 * @param {QueueItem[]} items
 * @param {QueueItem[]} open
 * @param {() => void} more
 */
function useRows(items, open, more) {
  const [chosen, choose] = useState(/** @type {?string} */ (null));
  /** The key of the row that gets the focus, as soon as it is rendered. */
  const wanted = useRef(/** @type {?string} */ (null));
  /** The key of the row that was the last one when further ones were asked for. */
  const last = useRef(/** @type {?string} */ (null));
  const index = Math.max(0, open.findIndex(({ key }) => key === chosen));

  /** @param {?string} key */
  function go(key) {
    wanted.current = key;
    choose(key);
  }
  /**
   * Keys can come faster than the list is rendered.
   *
   * @param {number} step
   */
  function move(step) {
    const former = wanted.current ?? open[index].key;
    const at = Math.max(0, open.findIndex(({ key }) => key === former)) + step;
    go(open[Math.min(open.length - 1, Math.max(0, at))].key);
  }
  /** Load further rows, and go to the first of them. */
  function loadMore() {
    last.current = open.at(-1)?.key;
    more();
  }
  useLayoutEffect(() => {
    const next = last.current && open[open.findIndex(({ key }) => key === last.current) + 1];
    if (!next) return;
    last.current = null;
    go(next.key);
  }, [items]);
  useLayoutEffect(() => {
    const row = wanted.current && document.getElementById(`queue-${wanted.current}`);
    wanted.current = null;
    if (row) focusOn(row);
  });
  return { index, choose, go, move, loadMore };
}

/**
 * The items that are selected together: {picked, has(key), toggle(key), drop(keys), clear()}.
 *
 * @param {QueueItem[]} open
 */
function useSelection(open) {
  const [selected, setSelected] = useState(/** @type {string[]} */ ([]));
  const without = (/** @type {string[]} */ all, /** @type {string[]} */ keys) =>
    all.filter((one) => !keys.includes(one));
  return {
    picked: open.filter(({ key }) => selected.includes(key)),
    has: (/** @type {string} */ key) => selected.includes(key),
    toggle: (/** @type {string} */ key) =>
      setSelected((all) => (all.includes(key) ? without(all, [key]) : [...all, key])),
    drop: (/** @type {string[]} */ keys) => setSelected((all) => without(all, keys)),
    clear: () => setSelected([]),
  };
}

/** @param {QueueItem[]} decided */
function hide(decided) {
  gone.value = [...gone.value, ...decided.map(({ key }) => key)];
}

/** @param {QueueItem[]} items */
function showAgain(items) {
  gone.value = gone.value.filter((key) => !items.some((item) => item.key === key));
}

/**
 * The decisions on items: {decideOne(item, decision), decideMany(decision, items)}.
 *
 * @param {{ open: QueueItem[], rows: ReturnType<typeof useRows>,
 *   selection: ReturnType<typeof useSelection>, reload: () => void }} queue
 */
function useDecisions({ open, rows, selection, reload }) {
  /** The rows now: the list can have been loaded again while a dialog was open. */
  const latest = useRef(open);
  latest.current = open;

  /**
   * Take decided items off the list, until it is loaded again.
   *
   * @param {QueueItem[]} decided
   */
  function leave(decided) {
    const keys = decided.map(({ key }) => key);
    const at = latest.current.findIndex(({ key }) => key === keys.at(-1));
    const others = latest.current.filter(({ key }) => !keys.includes(key));
    const next = others.find((item) => latest.current.indexOf(item) > at) ?? others[0];
    hide(decided);
    selection.drop(keys);
    rows.go(next?.key ?? null);
  }
  /**
   * The response to a decision as {response}; nothing if it failed or was taken back.
   *
   * @param {QueueItem[]} decided
   * @param {Promise<any>} request
   */
  async function outcome(decided, request) {
    try {
      const response = await request;
      if (response !== false) {
        hide(decided);
        return { response };
      }
      rows.go(decided[0].key);
    } catch (error) {
      report(error); // the reader stays where they are by now
    }
    showAgain(decided);
    return undefined;
  }
  /**
   * Decide an item. A dialog asks for what is missing, or whether another one shall go on.
   *
   * @param {QueueItem} item
   * @param {Decision} decision
   */
  async function decideOne(item, decision) {
    const { title, queue: { owner } } = item;
    const other = otherOf(item) || (decision.fields ? await claim(item) : null);
    const asked = other ? { fields: [], ...decision, text: lookingAt(other) } : decision;
    const context = { title, owner, reload, leave: () => leave([item]) };
    const made = await outcome([item], decide(item, asked, context));
    if (!made && !other) await call("adminRelease", addressOf(item)).catch(report);
  }
  /**
   * Make one decision on several items, and tell the outcome of each that failed.
   *
   * @param {GroupDecision} group
   * @param {QueueItem[]} decided
   */
  async function decideMany(group, decided) {
    const looked = decided.map(seenAs);
    const request = decideAll(decided.map(({ id }) => id), {
      ...groupRequest(group, decided), reload, leave: () => leave(decided),
    });
    const made = await outcome(decided, request);
    if (!made) return;
    reload();
    tellOutcomes(group, decided, looked, made.response.results, reload);
  }
  return { decideOne, decideMany };
}

/**
 * The decision on several items as of `decideAll`.
 *
 * @param {GroupDecision} group
 * @param {QueueItem[]} decided
 */
function groupRequest({ label, kind, decision, fields, mails, hasTemplates }, decided) {
  const keys = decided.map(({ kind, id, version }) => ({ kind, id, ...filled({ version }) }));
  const template = hasTemplates ? [reasonTemplate()] : [];
  return {
    title: `${label}: ${counted(decided.length, "item")}`, label, danger: kind === "danger",
    mail: [...new Set(mails)].filter(Boolean).join(" and "), to: "each owner",
    fields: [...template, ...(fields ?? [])],
    /** @type {(input: any) => ApiRequest} */
    request: ({ reason, note = reason }) =>
      ["adminDecideMany", {}, { items: keys, decision, ...filled({ reason: note }) }],
  };
}

/**
 * Tell how many items were decided, and of each that was not, why; those are shown again.
 *
 * @param {GroupDecision} group
 * @param {QueueItem[]} decided
 * @param {any[]} looked
 * @param {Answer<"adminDecideMany">["results"]} results
 * @param {() => void} reload
 */
function tellOutcomes({ label, decision }, decided, looked, results, reload) {
  const failed = decided.filter((_, place) => results[place].outcome === "failed");
  const done = decided.filter((item) => !failed.includes(item));
  const undoable = done.filter((item) => decisionOf(item, decision).undo);
  showAgain(failed);
  const undo = async () => {
    for (const item of undoable) await decisionOf(item, decision).undo(item);
  };
  toast(`${label}: ${done.length} of ${decided.length} decided`,
    { reload, undo: undoable.length > 0 && undo });
  if (failed.length === 0) return;
  const why = (/** @type {QueueItem} */ item) => {
    const place = decided.indexOf(item);
    return whatBecameOf(item, looked[place], results[place]);
  };
  const fault = (/** @type {QueueItem} */ item) => html`<li>${item.title}: ${why(item)}</li>`;
  toast(html`<div><b>Not decided</b><ul>${failed.map(fault)}</ul></div>`,
    { bad: true, topic: null });
}

/**
 * Go to the record of an item: beside the list, or to its screen. Others see that.
 *
 * @param {QueueItem} item
 */
function look(item) {
  claim(item);
  const record = document.querySelector(".record");
  if (record) focusOn(record);
  else location.hash = item.address;
}

/**
 * The keys of the list, for the row with the focus, or else the current one.
 *
 * @param {{ open: QueueItem[], rows: ReturnType<typeof useRows>,
 *   selection: ReturnType<typeof useSelection>, decisions: ReturnType<typeof useDecisions> }} queue
 */
function useKeys({ open, rows, selection, decisions }) {
  /**
   * Decide what a key says on the selection, or on an item if there is none.
   *
   * @param {"approve" | "reject"} side
   * @param {QueueItem} item
   */
  function decideBy(side, item) {
    const { picked } = selection;
    const decision = item.queue[side];
    if (picked.length === 0) return decision && decisions.decideOne(item, decision);
    const [one, ...others] = groupsOf(picked, [side]);
    const isOfAll = one?.items.length === picked.length && others.length === 0;
    if (isOfAll) return decisions.decideMany(one, picked);
    return toast("These items do not have the same decision. Choose one above the list.");
  }
  useLayoutEffect(() => {
    /** @param {any} event */
    function press(event) {
      const row = event.target.closest?.(".queue > li");
      const item = open.find(({ key }) => row?.id === `queue-${key}`) ?? open[rows.index];
      if (!isCommand(event) || !item) return;
      const isFree = !event.target.closest("a, button, summary");
      const run = {
        j: () => rows.move(1), k: () => rows.move(-1), a: () => decideBy("approve", item),
        r: () => decideBy("reject", item), x: () => selection.toggle(item.key),
        o: () => look(item), Enter: isFree && (() => look(item)),
      }[event.key];
      if (!run) return;
      run();
      event.preventDefault();
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** Claim an item that stays beside the list, once, until the reader goes to another one. */
function useLook(item) {
  const other = otherOf(item);
  useEffect(() => {
    if (other) return undefined;
    let claimed = null;
    const timer = setTimeout(() => (claimed = document.hidden ? null : claim(item)), LOOK);
    return async () => {
      clearTimeout(timer);
      const isKept = location.hash === item.address || !isOpen(item); // opened, or decided
      if (claimed && !isKept && !(await claimed)) call("adminRelease", addressOf(item)).catch(report);
    };
  }, [item.key, other?.id]);
}

/** The record of an item, as its own screen shows it. */
function Record({ item }) {
  const [shown, setShown] = useState(item);
  useLook(item);
  useEffect(() => {
    const timer = setTimeout(setShown, PAUSE, item);
    return () => clearTimeout(timer);
  }, [item.key, item.version]);
  // An item that has another version is loaded again at once: a decision names the new version.
  const { key, id, version, queue: { screen, address, part = [] } } =
    item.key === shown.key ? item : shown;
  const show = () => html`<${screen} path=${[...address.slice(1), id, ...part]} />`;
  const element = useRef(null);
  useLayoutEffect(() => element.current.scrollTo(0, 0), [key]);
  return html`<section class="record" role="region" aria-label="Record" tabindex="0" ref=${element}>
    <${IsBeside.Provider} key=${`${key} ${version}`} value=${true}>
      <${Guarded} of=${key} show=${show} />
    <//>
  </section>`;
}

function Item({ item, decide, reload, choose, isCurrent, isSelected, select }) {
  const { queue, key, title, subtitle, since, address, assignedTo, reporters } = item;
  const { changesAskedAt: askedAt, changesAnsweredAt: answeredAt } = item;
  const other = otherOf(item);
  const button = (decision, kind) => decision && html`<${Action} kind=${kind}
    run=${() => decide(item, decision)}>${decision.label}<//>`;
  return html`<li id="queue-${key}" aria-current=${isCurrent ? "true" : undefined}
    tabindex=${isCurrent ? 0 : -1} onFocusIn=${choose}><${About.Provider} value=${title}>
    <input type="checkbox" aria-label="Select ${title}" checked=${isSelected}
      disabled=${Boolean(other)} onChange=${() => select(key)} />
    <div class="what">
      <span class="cut" title=${[title, subtitle].filter(Boolean).join(", ")}>
        <a href=${address} onClick=${() => claim(item)}>${title}</a>
        ${subtitle && html` <span class="quiet">${subtitle}</span>`}
      </span>
      <span class=${isLate(since) ? "late" : "quiet"}><${When} at=${since} /></span>
    </div>
    <div class="meta">
      <${Badge} value=${queue.label} />
      ${askedAt && html`<span>${answeredAt ? html`Changed <${When} at=${answeredAt} />, as asked`
        : html`Asked for changes <${When} at=${askedAt} />`}</span>`}
      ${reporters > 1 && html`<span>${counted(reporters, "person", "people")}</span>`}
      <${Action} kind="link" run=${() => assign(item, reload)}>
        ${assignedTo ? `Assigned to ${assignedTo.name}` : "Assign"}<//>
      ${other && html`<div class="claimed">${lookingAt(other)}</div>`}
    </div>
    <div class="actions">${button(queue.approve)} ${button(queue.reject, "danger")}</div>
  <//></li>`;
}

const decisionOf = ({ queue }, decision) =>
  [queue.approve, queue.reject].find((one) => one?.decision === decision);

/** The decisions that several items can have at once, each with its items. */
function groupsOf(items, sides = ["approve", "reject"]) {
  const decisions = new Map();
  for (const item of items) {
    for (const one of sides.map((side) => item.queue[side])) {
      if (!one?.decision) continue;
      const known = decisions.get(one.decision) || { ...one, items: [], mails: [] };
      const fields = known.fields?.[0].required ? known.fields : one.fields;
      const mails = [...known.mails, mailOf(one, item)];
      decisions.set(one.decision, { ...known, fields, mails, items: [...known.items, item] });
    }
  }
  return [...decisions.values()];
}

/** The decisions on a selection, each for the items that have it. */
function Several({ items, decide, clear }) {
  const button = (one) => html`<${Action} key=${one.decision} kind=${one.fields ? "danger" : ""}
    run=${() => decide(one, one.items)}>${one.label} ${one.items.length}<//>`;
  return html`<div class="actions selection" role="group" aria-label="Selected items">
    <span>${items.length} selected</span>
    ${groupsOf(items).map(button)}
    <${Action} run=${clear}>Clear<//>
  </div>`;
}
