// An entry of the directory, as all members see it.
import { Prose } from "../parts/prose.js";
import { ExternalLink, Labels, Portrait, dollars, href, html, isOwn, nameOf, number, words } from "../ui.js";

/** The texts of an entry, by member. */
const TEXTS = [
  ["bio", "About"], ["offering", "What they offer"], ["sellsDetail", "Products"],
  ["painPoint", "The problem that it solves"], ["usp", "What is different"],
  ["businessModel", "How it is sold"], ["supportModel", "Support"],
  ["ambassadorOfferDetails", "Offer to ambassadors"],
];
/** Lists of short texts. */
const LISTS = [
  ["repTypes", "Sold by"], ["ambassadorTypes", "Ambassadors they look for"],
  ["ambassadorAttributes", "What they bring"], ["ambassadorPreferences", "Preferred"],
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
const LINKS = [
  ["professionalNetworkUrl", "Professional network"], ["socialPageUrl", "Social page"],
];

export function Entry({ entry, children }) {
  const name = entry.companyName || nameOf(entry);
  const isGiven = ([member]) => entry[member] && entry[member].length !== 0;
  const about = [
    entry.kind === "vendor" ? "Vendor" : "Ambassador", entry.companyName && nameOf(entry),
    entry.location, entry.territory,
  ].filter(Boolean);
  const text = ([member, title]) => html`<section key=${member}><h2>${title}</h2>
    <${Prose} text=${entry[member]} /></section>`;
  const list = ([member, title]) => html`<section key=${member}><h2>${title}</h2>
    <${Labels} items=${entry[member]} /></section>`;
  const labels = LABELS.filter(isGiven).map(([, label]) => label);
  return html`<article class="profile vendor">
    <header>
      <${Portrait} name=${name} large />
      <div>
        <h1 tabindex="-1"><bdi>${name}</bdi></h1>
        <p class="lead">${about.map((each, at) => html`${at > 0 && " · "}<bdi>${each}</bdi>`)}</p>
        <${Linked} items=${entry.categories} name="categories" />
      </div>
    </header>
    <div class="aside end">
      <div>
        <${Video} url=${entry.videoUrl} name=${name} />
        ${TEXTS.filter(isGiven).map(text)}
        ${LISTS.filter(isGiven).map(list)}
        ${entry.subcategories?.length > 0 && html`<section><h2>Fields</h2>
          <${Linked} items=${entry.subcategories} name="subcategories" /></section>`}
      </div>
      <aside class="panel" aria-label="Facts and contact">
        <${Facts} entry=${entry} />
        <${Labels} items=${labels} />
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
  return items?.length > 0 && html`<ul class="labels">${items.map(label)}</ul>`;
}

/** An uploaded video, or a link to one elsewhere: no other host may learn who looks at an entry. */
function Video({ url, name }) {
  if (!url) return null;
  if (!isOwn(url)) {
    return html`<p class="watch"><${ExternalLink} url=${url}>Watch the video on
      ${" "}<bdi>${new URL(url).host}</bdi><//></p>`;
  }
  return html`<video class="video" controls preload="metadata" src=${url}
    aria-label="Video of ${name}"></video>`;
}

function Facts({ entry }) {
  const { sellsType, availability, workArrangement, ambassadorClassification } = entry;
  const facts = [
    ["Sells", sellsType && words(sellsType)], ["Available", availability && words(availability)],
    ["Works as", workArrangement && ARRANGEMENTS[workArrangement]],
    ["Ambassadors work as", ambassadorClassification && ARRANGEMENTS[ambassadorClassification]],
    ["Commission", commission(entry)],
    ...(entry.commissionTiers || []).map(({ threshold, percentage }) => [
      `From ${dollars(threshold)}`, `${number(percentage)} %`]),
    ["Paid for", months(entry.commissionTailEndMonths)],
    ["Claim expires", entry.payoutExpiration || months(entry.payoutExpirationMonths)],
  ].filter(([, value]) => value);
  return html`<dl>${facts.map(([label, value]) => html`<div key=${label}>
    <dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

const ARRANGEMENTS = {
  1099: "Contractor (1099)", w2: "Employee (W-2)", based_on_discussion: "To be discussed",
  prefers_1099: "Contractor (1099) preferred", open_to_w2: "Open to employment (W-2)",
};

/** What an ambassador earns, as in `5 % of each sale`. */
function commission({ commissionOffer, commissionBasis, commissionRate, commissionRecurrence }) {
  if (commissionOffer === "no") return "None";
  if (commissionOffer === "based_on_discussion") return "To be discussed";
  if (commissionRate == null) return commissionOffer && "Yes";
  const rate = commissionBasis === "fixed_fee" ? dollars(commissionRate)
    : `${number(commissionRate)} %`;
  const often = { one_time: "once", ongoing: "ongoing" }[commissionRecurrence];
  return [rate, often].filter(Boolean).join(", ");
}

const months = (count) => count != null && `${number(count)} ${count === 1 ? "month" : "months"}`;

function Contact({ entry }) {
  const links = LINKS.map(([member, label]) => [entry[member], label]);
  const others = (entry.socialUrls || []).map((url) => [url, placeText(url)]);
  const given = [...links, ...others].filter(([url]) => url);
  return given.length > 0 && html`<h2>Contact</h2>
    <ul class="plain-list links">${given.map(([url, label]) => html`<li key=${url}>
      <${ExternalLink} url=${url}><bdi>${label}</bdi><//></li>`)}</ul>`;
}

const placeText = (url) => (URL.canParse(url) && new URL(url).host) || url;
