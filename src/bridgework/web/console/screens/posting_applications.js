// The applications to a posting as a board, with the decisions that an administrator may take.
import { Action, Board, Decisions, Empty, ExternalLink, Loaded, REASON, When, filled, href, html,
  loadAll, nameOf, openFile, useData, words } from "../ui.js";

/** @typedef {import("./postings.js").PostingType} PostingType */

const FIELDS = [{ ...REASON, hint: "The applicant can read it." }];

/** @param {{ type: PostingType, posting: Answer<"getJob" | "getRole"> }} properties */
export function Applications({ type, posting: { id } }) {
  const { operations, noun, applicationStates } = type;
  const state = useData((signal) => loadAll(operations.applications, { id }, signal), [id]);
  const show = (application) =>
    html`<${Application} type=${type} application=${application} reload=${state.reload} />`;
  return html`<${Loaded} state=${state}>
    ${(items) =>
      items.length === 0
        ? html`<${Empty}>No applications yet. They appear here by state.<//>`
        : html`${!operations.decide &&
            html`<p class="quiet">The owner of the ${noun} decides on its applications.</p>`}
            <${Board} items=${items} states=${applicationStates}
              endStates=${["declined", "withdrawn"]} show=${show} />`}
  <//>`;
}

/** @param {{ type: PostingType, application: Either<Item<"listJobApplications">, Item<"listRoleApplications">>, reload: () => void }} properties */
function Application({ type: { operations, applicationStates: states }, application, reload }) {
  const { id, applicant, email, status, professionalNetworkUrl, message, reason, offerAnswer }
    = application;
  const person = application.lastName ? application : applicant;
  const name = nameOf(person);
  const phone = [application.countryCode, application.phoneNumber].filter(Boolean).join(" ");
  const next = operations.decide && states.includes(status) && states[states.indexOf(status) + 1];
  const hasCv = application.cvObjectPath && status !== "withdrawn";
  /** @type {(to: string, label: string, kind: string) => Decision} */
  const move = (to, label, kind) => ({
    label, kind, text: "The applicant is notified by e-mail.", fields: FIELDS,
    hasTemplates: kind === "danger", mail: `the news “${words(to)}”`,
    request: (_, input) => [operations.decide, { id }, { status: /** @type {any} */ (to), ...filled(input) }],
  });
  return html`<a href=${href(["people", applicant.id])}><b>${name}</b></a>
    <div>${[applicant.title, applicant.location].filter(Boolean).join(" · ")}</div>
    ${email && html`<a href="mailto:${email}">${email}</a>`} ${phone && html`<div>${phone}</div>`}
    ${professionalNetworkUrl &&
    html`<${ExternalLink} url=${professionalNetworkUrl}>Professional network<//>`}
    ${message && html`<p class="prose">${message}</p>`}
    ${reason && html`<p class="quiet">Reason: ${reason}</p>`}
    ${offerAnswer && html`<p class="quiet">Offer ${offerAnswer.answer} <${When}
      at=${offerAnswer.at} />${offerAnswer.note && `: ${offerAnswer.note}`}</p>`}
    <div class="quiet">Applied <${When} at=${application.createdAt} /></div>
    <div class="actions">
      ${hasCv && html`<${Action} aria-label="CV of ${name}"
        run=${() => openFile(operations.cv, { id })}>CV<//>`}
      ${next && html`<${Decisions} record=${application} title=${name} owner=${() => person}
        decisions=${[move(next, words(next), ""), move("declined", "Decline", "danger")]}
        about=${(application.job || application.role).title} reload=${reload} />`}
    </div>`;
}
