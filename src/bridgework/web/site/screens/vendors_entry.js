// An entry of the directory, as all members see it.
import { Prose } from "../parts/prose.js";
import { ExternalLink, Facts, Labels, Portrait, Verified, dollars, href, html, isOwn, nameOf,
  number, placeOf, words } from "../ui.js";

/** The members of an entry that are texts or lists of texts. */
const MAIN = [
  ["bio", "About"], ["offering", "What they offer"], ["sellsDetail", "Products"],
  ["painPoint", "The problem that it solves"], ["usp", "What is different"],
  ["businessModel", "How it is sold"], ["repTypes", "Sold by"], ["supportModel", "Support"],
];
const FOR_AMBASSADORS = [
  ["ambassadorOfferDetails", "Offer"], ["ambassadorTypes", "Whom they look for"],
  ["ambassadorAttributes", "What to bring"], ["ambassadorPreferences", "Preferred"],
];
/** What is true of an entry, as a label. */
const LABELS = [
  ["runsOwnEvents", "Runs own events"], ["wantsSocialAmplification", "Wants posts on social media"],
  ["isKolOrSpeaker", "Speaker"], ["isSocialInfluencer", "Active on social media"],
  ["ownsSocialGroup", "Runs an online group"], ["availableVirtual", "Meets online"],
  ["availableField", "Visits practices"], ["availableTradeShows", "Goes to trade shows"],
  ["availableCoTravel", "Travels with vendors"],
  ["commissionIncludesAmbassadorComp", "Commission includes the ambassador's pay"],
];
const ARRANGEMENTS = {
  1099: "Contractor (1099)", w2: "Employee (W-2)", based_on_discussion: "To be discussed",
  prefers_1099: "Contractor (1099) preferred", open_to_w2: "Open to employment (W-2)",
};

/** The name of an entry. */
export const titleOf = (entry) => entry.companyName || nameOf(entry);

export function Entry({ entry, children }) {
  const name = titleOf(entry);
  const isGiven = ([member]) => entry[member] && entry[member].length !== 0;
  const about = [
    entry.kind === "vendor" ? "Vendor" : "Ambassador", entry.companyName && nameOf(entry),
    entry.location, entry.territory,
  ].filter(Boolean);
  const part = (heading) => ([member, title]) => html`<section key=${member}>
    <${heading}>${title}<//>
    ${Array.isArray(entry[member]) ? html`<${Labels} items=${entry[member]} />`
      : html`<${Prose} text=${entry[member]} />`}
  </section>`;
  const forAmbassadors = FOR_AMBASSADORS.filter(isGiven);
  return html`<article class="profile vendor">
    <header>
      <${Portrait} name=${name} large />
      <div>
        <h1 tabindex="-1"><bdi>${name}</bdi></h1>
        <${Verified} of=${entry} explained />
        <p class="lead">${about.map((each, at) => html`${at > 0 && " · "}<bdi>${each}</bdi>`)}</p>
        <${Linked} items=${entry.categories} name="categories" />
        <${Linked} items=${entry.subcategories} name="subcategories" />
      </div>
    </header>
    <div class="aside end">
      <div>
        <${Video} url=${entry.videoUrl} name=${name} />
        ${MAIN.filter(isGiven).map(part("h2"))}
        ${forAmbassadors.length > 0 && html`<h2>For ambassadors</h2>
          ${forAmbassadors.map(part("h3"))}`}
      </div>
      <aside class="panel box" aria-label="Facts and contact">
        <${Facts} items=${factsOf(entry)} omitEmpty />
        <${Labels} items=${LABELS.filter(isGiven).map(([, label]) => label)} />
        <${Contact} entry=${entry} />
        ${children}
      </aside>
    </div>
  </article>`;
}

/** Labels that lead to the other entries of the directory which have them. */
export function Linked({ items, name }) {
  const label = (item) => html`<li key=${item}>
    <a href=${href(["vendors"], { [name]: item })}><bdi>${item}</bdi></a></li>`;
  return items?.length > 0 && html`<ul class="labels plain-list">${items.map(label)}</ul>`;
}

/** An uploaded video, or a link to one elsewhere: no other host may learn who looks at an entry. */
function Video({ url, name }) {
  if (!url) return null;
  if (isOwn(url)) {
    return html`<video class="video" controls preload="metadata" src=${url}
      aria-label="Video of ${name}"></video>`;
  }
  return html`<p><${ExternalLink} url=${url} class="button">Watch the video on
    ${" "}<bdi>${placeOf(url)}</bdi><//></p>`;
}

function factsOf(entry) {
  const { sellsType, availability, workArrangement, ambassadorClassification } = entry;
  const tier = ({ threshold, percentage }) =>
    [`Commission from ${dollars(threshold)}`, `${number(percentage)} %`];
  return [
    ["Sells", sellsType && words(sellsType)], ["Available", availability && words(availability)],
    ["Works as", ARRANGEMENTS[workArrangement]],
    ["Ambassadors work as", ARRANGEMENTS[ambassadorClassification]],
    ["Commission", commissionOf(entry)], ...(entry.commissionTiers || []).map(tier),
    ["Paid for", months(entry.commissionTailEndMonths)],
    ["Claim expires", entry.payoutExpiration || months(entry.payoutExpirationMonths)],
  ];
}

/** What an ambassador earns, as in `5 %, ongoing`. */
function commissionOf({ commissionOffer, commissionBasis, commissionRate, commissionRecurrence }) {
  if (commissionOffer === "no") return "None";
  if (commissionOffer === "based_on_discussion") return "To be discussed";
  if (commissionRate == null) return commissionOffer && "Yes";
  const isFee = commissionBasis === "fixed_fee";
  const rate = isFee ? dollars(commissionRate) : `${number(commissionRate)} %`;
  const often = { one_time: "once", ongoing: "ongoing" }[commissionRecurrence];
  return [rate, often].filter(Boolean).join(", ");
}

const months = (count) => count != null && `${number(count)} ${count === 1 ? "month" : "months"}`;

function Contact({ entry }) {
  const { professionalNetworkUrl, socialPageUrl, socialUrls } = entry;
  const links = [
    [professionalNetworkUrl, "Professional network"], [socialPageUrl, "Social page"],
    ...(socialUrls || []).map((url) => [url, URL.canParse(url) ? placeOf(url) : url]),
  ].filter(([url]) => url);
  return links.length > 0 && html`<h2>Contact</h2>
    <ul class="plain-list links">${links.map(([url, label]) => html`<li key=${url}>
      <${ExternalLink} url=${url}><bdi>${label}</bdi><//></li>`)}</ul>`;
}
