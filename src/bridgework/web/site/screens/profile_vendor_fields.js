// The fields of the profiles of vendors and ambassadors, by step.
import { Attachments, Video } from "./profile_vendor_files.js";
import { NAMES } from "../parts/account_fields.js";
import { area, choose, count, entries, list, place, several, text, url, yesOrNo } from "../parts/fields.js";

const UNSEEN = { hint: "Others do not see this." };
const FIELDS = [
  several("categories", ["topics"], { label: "Categories", hint: "Such as imaging. At most 15." }),
  several("subcategories", ["equipment", "software", "procedures"],
    { hint: "Such as intraoral scanners. At most 40." }),
];
const LINKS = [
  url("professionalNetworkUrl", { label: "Profile at a professional network" }),
  url("schedulingUrl", { label: "Page for booking a time with you", ...UNSEEN }),
  list("socialUrls", { label: "Pages on social media", as: "urls",
    hint: "One address a line. At most 10." }),
];
const VIDEO = [
  { name: "videoObjectPath", label: "Video", part: Video, show: () => "uploaded" },
  url("videoUrl", {
    label: "Or the address of a video elsewhere",
    hint: "Others get a link to it. An uploaded video is shown instead.",
  }),
];
const DISCUSSION = ["based_on_discussion", "To be discussed"];
const TIERS = [
  count("threshold", { label: "From sales of (dollars)", required: true }),
  count("percentage", { label: "Percent", required: true }),
];

export const VENDOR_STEPS = [
  {
    key: "company", label: "Company",
    fields: [...NAMES, text("companyName", { required: true, autocomplete: "organization" }),
      ...FIELDS,
      text("categorySuggestion", { label: "A category that is missing", ...UNSEEN })],
  },
  {
    key: "offering", label: "What you offer",
    fields: [
      area("offering", 4, { label: "Your offering", required: true,
        hint: "What you sell, to whom, and what they get. Up to 2,000 characters." }),
      text("sellsType", { label: "Kind of offering", placeholder: "Product, software or service" }),
      area("sellsDetail", 3, { label: "Products" }),
      area("painPoint", 3, { label: "The problem that it solves" }),
      area("usp", 3, { label: "What is different about it" }),
      area("businessModel", 3, { label: "How it is sold" }),
      text("supportModel", { label: "Support" }),
      list("repTypes", { label: "Who sells it", hint: "One a line. At most 4." }),
      text("successMetricType", { label: "What you measure", group: "A result",
        placeholder: "Fewer remakes", hint: "Others do not see the result." }),
      count("successMetricValue", { label: "How much" }),
      text("successMetricPeriod", { label: "In what time", placeholder: "A year" }),
    ],
  },
  {
    key: "media", label: "Video, files and links",
    fields: [...VIDEO,
      { name: "attachmentPaths", label: "Files", part: Attachments, show: ({ length }) => length },
      url("socialPageUrl", { label: "Your main page on social media" }), ...LINKS],
  },
  {
    key: "ambassadors", label: "Ambassadors",
    fields: [
      yesOrNo("wantsAmbassadors", { label: "Do you look for ambassadors?", ...UNSEEN }),
      list("ambassadorTypes", { label: "Whom you look for", hint: "One a line. At most 8." }),
      list("ambassadorAttributes", { label: "What they bring", hint: "One a line. At most 8." }),
      list("ambassadorPreferences", { label: "Whom you prefer", hint: "One a line. At most 9." }),
      choose("ambassadorClassification",
        [["1099", "Contractor (1099)"], ["w2", "Employee (W-2)"], DISCUSSION],
        { label: "How they work for you" }),
      area("ambassadorOfferDetails", 4, { label: "What you offer them" }),
      yesOrNo("runsOwnEvents", { label: "Do you run events of your own?" }),
      yesOrNo("wantsSocialAmplification", { label: "Do you want posts on social media?" }),
      area("introEmailTemplate", 5, { label: "E-mail with which they introduce you", ...UNSEEN }),
    ],
  },
  {
    key: "commission", label: "Commission",
    fields: [
      choose("commissionOffer", ["yes", "no", DISCUSSION], { label: "Do you pay a commission?" }),
      choose("commissionBasis", ["percentage", "fixed_fee"], { label: "Basis" }),
      count("commissionRate", { label: "Rate", hint: "In percent, or dollars for a fixed fee." }),
      choose("commissionRecurrence", [["one_time", "Once"], "ongoing"], { label: "How often" }),
      entries("commissionTiers", "level", TIERS, { label: "Levels",
        hint: "Other rates from certain sales on.",
        title: ({ threshold, percentage }) => percentage && `From ${threshold}: ${percentage} %` }),
      count("commissionTailEndMonths", { label: "Months in which sales count" }),
      yesOrNo("commissionIncludesAmbassadorComp",
        { label: "Does the commission include the ambassador's pay?" }),
      choose("paymentCadence", ["monthly", "quarterly", "semi_annual", "annual",
        "upon_transaction"], { label: "When you pay", ...UNSEEN }),
      count("payoutExpirationMonths", { label: "Months after which a claim expires" }),
      text("payoutExpiration", { label: "Expiry in your own words" }),
    ],
  },
  {
    key: "agreement", label: "Agreement", text: "Other members do not see this.",
    fields: [
      area("legalAddress", 3, { label: "Legal address", autocomplete: "street-address" }),
      text("signatoryName", { label: "Who signs", autocomplete: "name" }),
      text("signatoryTitle", { label: "Position" }),
      text("signatoryEmail", { label: "E-mail address", type: "email" }),
    ],
  },
];

export const AMBASSADOR_STEPS = [
  {
    key: "about", label: "About you",
    fields: [...NAMES, place("location", { hint: "City and state." }),
      text("territory", { hint: "The area that you cover." }),
      area("bio", 6, { label: "About you", required: true, hint: "Up to 4,000 characters." }),
      ...FIELDS],
  },
  {
    key: "work", label: "How you work",
    fields: [
      choose("availability", ["full_time", "part_time", "fractional", "hourly"]),
      choose("workArrangement", [["prefers_1099", "Contractor (1099) preferred"],
        ["open_to_w2", "Open to employment (W-2)"]], { label: "Working as" }),
      yesOrNo("availableVirtual", { label: "Do you meet online?", group: "Where" }),
      yesOrNo("availableField", { label: "Do you visit practices?" }),
      yesOrNo("availableTradeShows", { label: "Do you go to trade shows?" }),
      yesOrNo("availableCoTravel", { label: "Do you travel with vendors?", group: "Travel",
        hint: "Others see this answer, and not when and how." }),
      { name: "coTravelDays", label: "On which days", type: "choices", options: ["Monday",
        "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] },
      text("coTravelHours", { label: "At what time", placeholder: "9 am to 3 pm" }),
      list("coTravelFormats", { label: "How", hint: "One a line, such as ride-along. At most 3." }),
      choose("paymentMethod", ["cheque", ["payments_app", "Payments app"]],
        { label: "How you want to be paid", group: "Pay", ...UNSEEN }),
    ],
  },
  {
    key: "reach", label: "Video and reach",
    fields: [...VIDEO,
      yesOrNo("isKolOrSpeaker", { label: "Do you speak at events?" }),
      yesOrNo("isSocialInfluencer", { label: "Are you active on social media?" }),
      yesOrNo("ownsSocialGroup", { label: "Do you run an online group?" }), ...LINKS],
  },
];
