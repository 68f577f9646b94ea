// What the screens of roles and jobs share: the list, the matches, a posting, and applying.
import { useLive } from "../live.js";
import { Directory, Filters, Order, Several, Typed } from "../parts/filters.js";
import { AskOwner } from "../parts/introduce.js";
import { Match } from "../parts/match.js";
import { FittingFirst, WithoutMatches } from "../parts/matching.js";
import { More, usePages } from "../parts/pages.js";
import { SaveSearch } from "../parts/save_search.js";
import { Badge, Facts, Field, Labels, Loaded, Portrait, Single, Tabs, When, goFromHere, href, html,
  optionsOf, route, session, setQuery, toast, useApi, useTitle, Verified } from "../ui.js";

export const MATCHING = "matching";
const APPLY = "apply";

/**
 * All open postings of a kind, which is {path, title, one, profile, searchLabel, filters, orders,
 * list, get, match, matches, apply, Apply, isMatched, summary, facts, texts, isOpen, whoApplies}.
 * A filter is {name, label, type, options}, whose type is "text", "number", "select" or "several".
 */
export function Openings({ kind }) {
  const { query } = route.value;
  const names = ["search", "sortBy", ...kind.filters.map(({ name }) => name)];
  const state = usePages(kind.list, Object.fromEntries(names.map((name) => [name, query[name]])));
  const filters = html`<${Filters} names=${kind.filters.map(({ name }) => name)}>
    ${kind.filters.map((filter) => html`<${Filter} key=${filter.name} ...${filter}
      value=${query[filter.name]} />`)}
  <//>`;
  const card = (one) => html`<li key=${one.id}><${Summary} kind=${kind} posting=${one} /></li>`;
  return html`<${Head} kind=${kind} />
    <${Directory} label=${kind.searchLabel} noun="open ${kind.one}" all="open ${kind.path}"
      state=${state} filters=${filters}
      head=${() => kind.orders && html`<${SaveSearch} kind=${kind.path} query=${query} />
        <${Order} orders=${kind.orders} />`}
      show=${(items) => html`<ul class="openings plain-list record-list tight">${items.map(card)}</ul>`}>
      <${More} state=${state} />
    <//>`;
}

/** @param {{ kind: any, isMatching?: boolean }} properties */
function Head({ kind, isMatching }) {
  const tabs = [
    ["all", `All open ${kind.path}`, href([kind.path])],
    [MATCHING, "Matching me", href([kind.path, MATCHING])],
  ];
  return html`<h1 tabindex="-1">${kind.title}</h1>
    ${kind.isMatched() && html`<${Tabs} label=${kind.title} items=${tabs}
      active=${isMatching ? MATCHING : "all"} />`}`;
}

/** @param {FormField & { value?: any }} properties */
function Filter({ value = "", ...field }) {
  const { name, type } = field;
  if (type === "several") {
    return html`<${Several} name=${name} label=${field.label} value=${[value || []].flat()} />`;
  }
  if (type !== "select") return html`<${Typed} ...${field} value=${value} />`;
  const options = [["", "Any"], ...optionsOf(field.options)];
  return html`<${Field} field=${{ ...field, options }} value=${value}
    onInput=${(chosen) => setQuery({ [name]: chosen })} />`;
}

/** A posting in a list; `posting` is also the card of a match. */
function Summary({ kind, posting, application = posting.myApplication }) {
  const { id, roleNeeded, companyName, createdAt } = posting;
  const place = [companyName, posting.location].filter(Boolean).join(" · ");
  return html`<h2><a href=${href([kind.path, id])}><bdi>${roleNeeded}</bdi></a></h2>
    <p dir="auto">${place}<${OfOwner} kind=${kind} posting=${posting} /></p>
    <p class="quiet" dir="auto">${kind.summary(posting).filter(Boolean).join(" · ")}</p>
    <${Labels} items=${posting.tags} />
    <p class="quiet meta">
      <span>Posted <${When} at=${createdAt} /></span>
      ${application && html`<span><a
        href=${href(["applications", application.id], { kind: kind.one })}>Your application</a>:${" "}
        <${Badge} value=${application.status} /></span>`}
    </p>`;
}

/**
 * The mark of a posting whose owner is verified.
 *
 * @param {{ kind: any, posting: any, explained?: boolean }} properties
 */
const OfOwner = ({ kind, posting, explained }) => html`<${Verified}
  of=${{ isVerified: posting.isOwnerVerified }} what=${kind.owner} explained=${explained} />`;

/** The postings that fit the reader's profile, best first. */
export function Matching({ kind }) {
  const state = usePages(kind.matches, {});
  useTitle(`${kind.title} matching me`);
  return html`<${Head} kind=${kind} isMatching />
    <${Loaded} state=${state} one=${kind.one}>
      ${({ items, emptyReason }) =>
        items.length === 0
          ? html`<${WithoutMatches} kind=${kind} reason=${emptyReason} />`
          : html`<${FittingFirst} kind=${kind} items=${items} list=${(matches) => html`
              <ol class="openings plain-list record-list tight">
                ${matches.map((match) => html`<li key=${match.subject.id} class="matched">
                  <div><${Summary} kind=${kind} posting=${match.subject}
                    application=${ownOf(match)} /></div>
                  <${Match} match=${match} label="Your match with ${match.subject.roleNeeded}" />
                </li>`)}
              </ol>`} />`}
    <//>
    <${More} state=${state} />`;
}

const ownOf = ({ applicationId, applicationStatus }) =>
  applicationId && { id: applicationId, status: applicationStatus };

/** A posting, or with the part "apply" the form to apply to it. */
export function Opening({ kind, id, part }) {
  const state = useApi(kind.get, { id });
  useLive([`${kind.one}_application`, kind.one], state.reload);
  const component = part === APPLY ? kind.Apply : Posting;
  const missing = html`This ${kind.one} is not open now, or the link is incomplete. If you have
    applied, your application is among <a href=${href(["applications"])}>your applications</a>.
    ${" "}<a href=${href([kind.path])}>Show open ${kind.path}</a>`;
  return html`<${Single} state=${state} titleOf=${({ roleNeeded }) => roleNeeded}
      heading="No longer open" missing=${missing}>
    ${(posting) => html`<${component} kind=${kind} posting=${posting} reload=${state.reload} />`}
  <//>`;
}

function Posting({ kind, posting }) {
  const { id, roleNeeded, companyName, location, status } = posting;
  return html`<article class="opening">
    <header>
      <h1 tabindex="-1"><bdi>${roleNeeded}</bdi></h1>
      <p class="lead" dir="auto">${[companyName, location].filter(Boolean).join(" · ")}</p>
      <${OfOwner} kind=${kind} posting=${posting} explained />
    </header>
    <${PostingText} kind=${kind} posting=${posting}
      step=${html`<${NextStep} kind=${kind} posting=${posting} />
        <${AskOwner} kind=${kind.one} posting=${posting} />`}
      match=${kind.isMatched() && kind.isOpen(status) &&
        html`<${OwnMatch} kind=${kind} id=${id} />`}
      footer=${kind.footer?.(posting)} />
  </article>`;
}

/**
 * What a posting states, as everybody reads it who may see it. What only one reader has is passed:
 * `step` is above the facts, `match` below the first text, and `note` below the contact.
 *
 * @param {{ kind: any, posting: any, step?: Shown, match?: Shown, note?: Shown, footer?: Shown }} properties
 */
export function PostingText({ kind, posting, step, match, note, footer }) {
  const section = ([title, content]) => html`<section key=${title}>
    <h2>${title}</h2>${content}</section>`;
  const [first, ...others] = kind.texts(posting).map(section);
  return html`<div class="aside">
    <aside class="panel box">
      ${step}<${Facts} items=${kind.facts(posting)} omitEmpty />
      <${Owner} posting=${posting} />${note && html`<p class="quiet">${note}</p>`}
    </aside>
    <div>${first}${match}${others}${footer}</div>
  </div>`;
}

/** Apply, look at the own application, or why neither is possible. */
function NextStep({ kind, posting }) {
  const { id, allowedActions, myApplication, status } = posting;
  if (!session.value) {
    const next = [kind.path, id, APPLY].join("/");
    return html`<p><a class="button primary" href=${href(["join"], { as: "candidate", next })}>
        Join to apply</a></p>
      <p><a class="button" href=${href(["sign-in"], { next })}>Sign in to apply</a></p>
      <p class="quiet">You come back to this ${kind.one} with the form open.</p>`;
  }
  if (myApplication) {
    return html`<p><${Badge} value=${myApplication.status} /></p>
      <p><a class="button" href=${href(["applications", myApplication.id], { kind: kind.one })}>
        Your application</a></p>`;
  }
  if (allowedActions.includes(kind.apply.operationId)) {
    return html`<p><a class="button primary" href=${href([kind.path, id, APPLY])}>Apply</a></p>`;
  }
  return html`<p class="quiet">${kind.isOpen(status)
    ? kind.whoApplies : `This ${kind.one} takes no applications now.`}</p>`;
}

function Owner({ posting: { owner, contactPerson, contactEmail } }) {
  return html`${owner && html`<div class="owner">
    <${Portrait} url=${owner.avatarUrl} name=${owner.name || "–"} />
    <p><span class="quiet">Posted by</span><br /><bdi>${owner.name || "A member"}</bdi></p>
  </div>`}
  ${contactEmail && html`<p class="contact"><span class="quiet">Contact</span><br />
    <bdi>${contactPerson}</bdi><br /><a href="mailto:${contactEmail}">${contactEmail}</a></p>`}`;
}

function OwnMatch({ kind, id }) {
  const state = useApi(kind.match, { id });
  return html`<section><h2>Your match</h2>
    <${Loaded} state=${state}>
      ${(match) => match.matchScore === null && match.emptyReason
        ? html`<${WithoutMatches} kind=${kind} reason=${match.emptyReason} />`
        : html`<p class="quiet" dir="auto">${match.matchInsights}</p>
            <${Match} match=${match} label="Your match" />`}
    <//></section>`;
}

export const MESSAGE = {
  name: "message", label: "Message", type: "textarea", rows: 8,
  hint: "Why you, in a few sentences. At most 2,000 characters. Your profile goes with it.",
};

/** The head of the screens on which a member applies; `children` is the form. */
export function ApplyPage({ kind, posting, children }) {
  const { id, roleNeeded, companyName, allowedActions, myApplication } = posting;
  const mayApply = allowedActions.includes(kind.apply.operationId);
  return html`<section class="middle apply">
    <p><a href=${href([kind.path, id])}>← Back to the ${kind.one}</a></p>
    <h1 tabindex="-1">Apply</h1>
    <p class="lead" dir="auto">${roleNeeded} · ${companyName}</p>
    ${mayApply && !myApplication
      ? children : html`<${NextStep} kind=${kind} posting=${posting} />`}
  </section>`;
}

/** Send an application, and open it. After a 409, `reload` shows what the posting is now. */
export async function send(kind, { posting: { id }, reload }, body) {
  const go = goFromHere();
  const application = await kind.apply({ id }, body).catch((error) => {
    if (error.status === 409) reload();
    throw error;
  });
  toast("Your application was sent.");
  go(["applications", application.id], { kind: kind.one }, true);
}
