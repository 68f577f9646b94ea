// The people who match a posting, with the reasons.
import { Choose, CompareBar } from "../parts/compare.js";
import { Invite } from "../parts/introduce.js";
import { Match } from "../parts/match.js";
import { More, usePages } from "../parts/pages.js";
import { Applied, PersonSummary } from "../parts/person.js";
import { Empty, Loaded, Portrait, href, html, nameOf, words } from "../ui.js";

export function Matches({ kind, posting }) {
  const { id } = posting;
  const about = { [kind.noun]: id };
  const state = usePages(kind.operations.listMatches, { id });
  return html`<${Loaded} state=${state} one="match" all="matches">
    ${({ items, emptyReason }) => items.length === 0
      ? html`<${WithoutMatches} kind=${kind} posting=${posting} reason=${emptyReason} />`
      : html`<p class="quiet">The best ${kind.person}s first.</p>
          <ol class="plain-list record-list tight ranking">${items.map((match) => html`<${Row}
            key=${match.subject.id} kind=${kind} posting=${posting} match=${match}
            about=${about} />`)}</ol>`}
  <//>
  <${More} state=${state} />
  <${CompareBar} about=${about} />`;
}

function WithoutMatches({ kind: { noun, person, address }, posting: { id }, reason }) {
  const edit = html`<a href=${href([address, id, "edit"])}>Edit the ${noun}</a>`;
  const texts = {
    not_verified: `Matches appear when an administrator has approved the ${noun}.`,
    not_looking: `The ${noun} is not open, so it has no matches.`,
    profile_incomplete: html`The ${noun} states nothing to match by. ${edit}: name a specialty,
      a place or requirements.`,
    no_matches: html`No ${person} fits yet. Fewer must-haves find more people. ${edit}`,
  };
  return html`<${Empty}>${texts[reason] || texts.no_matches}<//>`;
}

function Row({ kind, posting, match, about }) {
  const { subject } = match;
  const { id, avatarUrl } = subject;
  const missing = match.mustHaves.filter(({ met }) => met === false);
  const name = nameOf(subject);
  return html`<li>
    <${Portrait} url=${avatarUrl} name=${name} />
    <div>
      <${PersonSummary} one=${subject} link=${kind.pageOf(id, about)} />
      <${Applied} kind=${kind.noun} match=${match} />
      <div class="actions">
        ${kind.isPublic && html`<a class="button" href=${href(["consultations", "ask", id],
          { ...about, score: match.matchScore })} aria-label="Ask ${name} for a consultation">Ask for a consultation</a>`}
        ${!match.applicationId && html`<${Invite} kind=${kind.noun} posting=${posting} id=${id}
          name=${name} />`}
        <${Choose} about=${about} id=${id} name=${name} avatarUrl=${avatarUrl} />
      </div>
    </div>
    <div>
      <${Match} match=${match} label="Match of ${name}" />
      ${missing.length > 0 && html`<p class="missing">Must-have not met:${" "}
        ${missing.map((one) => words(one.name).toLowerCase()).join(", ")}</p>`}
    </div>
  </li>`;
}
