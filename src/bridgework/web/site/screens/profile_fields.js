// The fields of the own profiles, by step.
import { PROFESSIONS, SPECIALTIES } from "../../ui/fields.js";
import { NAMES, PHONE } from "../parts/account_fields.js";
import { area, choose, count, entries, list, place, several, text, url, yesOrNo } from "../parts/fields.js";
import { Numbers, sendNumbers } from "../parts/numbers.js";
import { date, dollars, words } from "../ui.js";
import { span } from "./experts.js";

const numbers = (name, table, more) =>
  ({ name, part: Numbers, send: sendNumbers(table), ...table, ...more });

const step = (key, label, fields, more) => ({ key, label, fields, ...more });

/** Options, and what is stored though it is none of them. */
const withStored = (options = [], stored) =>
  [...new Set([...options, stored].filter(Boolean))].map((one) => [one, words(one)]);

const skills = (name, noun, more) => entries(name, noun, [
  text("category", { required: true }), several("items", ["procedures", "topics"], { label: "Skills", required: true }),
], {
  ...more, title: ({ category, items }) => [category, items.join(", ")].filter(Boolean).join(": "),
});
const month = (name) => count(name, { hint: "1 to 12" });
const joined = (...parts) => parts.filter(Boolean).join(", ");

const KNOWN_SYSTEMS = "Software and equipment that you know";
const ABOUT = [
  text("company"), place("location", { hint: "City and state." }),
  area("bio", 6, { label: "About you", hint: "Up to 2,000 characters." }),
];
const LICENSES = entries("licenses", "license", [
  text("licensedState", { label: "State", required: true }),
  text("licenseNumber", { label: "Number", required: true }),
], {
  title: ({ licensedState, licenseNumber }) => joined(licensedState, licenseNumber),
  hint: "Others see the states, and never the numbers.",
});
const EDUCATION = entries("education", "education", [
  text("school", { required: true }), text("degree", { required: true }),
  text("fieldOfStudy", { required: true }), text("grade"),
  count("startYear"), month("startMonth"), count("endYear"), month("endMonth"),
  choose("programType", [["general_dentistry", "General dentistry"],
    ["assoc_specialty", "Specialty"], "other"]),
  choose("affiliation", ["student", "class_president", "faculty", "dean", "alumni"]),
  choose("studentYear", ["D1", "D2", "D3", "D4"]),
], { title: (one) => joined(one.school, one.degree, span(one)) });
const INTENT = choose("jobSeekerIntent", ["actively_looking", "open_to_opportunities",
  "not_looking"], { label: "Are you looking for a position?" });
const CONTACT = [
  ...PHONE,
  url("professionalNetworkUrl", { label: "Profile at a professional network" }),
  url("personalWebsite", { autocomplete: "url" }),
];

/** The steps of an expert. `options` are those of `getOptions`. */
export function expertSteps(options, profile, picture) {
  return [
    step("about", "About you", [...NAMES,
      text("title", { required: true, hint: "What you do, in one line." }),
      text("credential", { placeholder: "DDS" }), ...ABOUT], { content: picture }),
    step("specialties", "Specialties", [
      several("specialty", ["specialties"], { label: "Specialties", required: true,
        hint: "Five count in matches, with the second ones." }),
      several("secondarySpecialties", ["specialties"]), count("yearsExperience", { label: "Years of experience" }),
      several("systemsExperience", ["software", "equipment"], { label: KNOWN_SYSTEMS }),
      several("tags", ["topics", "procedures"], { label: "Keywords" })]),
    step("skills", "Skills", [skills("skills", "group of skills"),
      skills("interestedSkills", "group of skills to learn", {
        label: "Skills you want to learn", hint: "Only you see these.",
      })], { text: "Groups of skills, such as “Surgery” or “Management”." }),
    step("experience", "Experience", [
      entries("background", "position", [
        text("role"), text("company"),
        count("startYear", { label: "From (year)" }), count("endYear", { label: "Until (year)" }),
        { name: "currentlyWorking", label: "I work there now", type: "checkbox" },
        area("description", 3),
      ], { label: "Positions", title: (one) => joined(one.role, one.company, span(one)) }),
      entries("outcomes", "outcome", [text("title"), text("metric", { placeholder: "+40 %" }),
        area("description", 3)], { hint: "What changed because of your work." })]),
    step("education", "Education and licenses", [EDUCATION,
      entries("credentials", "credential", [text("name"), text("issuer"), text("year")],
        { title: (one) => joined(one.name, one.issuer, one.year) }),
      LICENSES,
      several("desiredLicensedStates", ["states"], { label: "States in which you want a license" })]),
    step("availability", "Availability", [...availabilityFields(options, profile), INTENT]),
    step("contact", "Contact", [...CONTACT,
      choose("accreditedInvestor", ["yes", "no", "unsure"],
        { label: "Are you an accredited investor?" }),
      choose("startupAdvisor", ["yes", "no", "unsure"], { label: "Do you advise startups?" })],
      { text: "Others never see your phone number and the last two answers." }),
  ];
}

export function availabilityFields(options, profile) {
  const given = (name) => withStored(options?.[name], profile[name]);
  return [
    choose("availability", given("availability")),
    { name: "availabilityDate", label: "Available from", type: "date", show: date },
    choose("engagementType", given("engagementType"), { label: "Kind of work" }),
  ];
}

/** The steps of a client, and of everybody who has only an account. */
export const clientSteps = (picture) => [
  step("about", "About you", [...NAMES, text("title", { hint: "What you do, in one line." }),
    ...ABOUT], { content: picture }),
  step("contact", "Contact", CONTACT,
    { text: "Experts who apply to your roles never see your phone number." }),
];

/** A field whose answer can be changed, but not taken back from the `account`. */
const kept = (account, { options, ...field }) =>
  ({ ...field, options: account[field.name] == null ? options : options.slice(1) });
const keptAnswer = (account, name, more) => kept(account, yesOrNo(name, more));

/** The steps of a candidate; the members of the last two are those of the profile. */
export const candidateSteps = (account, cv) => [
  step("about", "About you", [...NAMES,
    choose("credential", ["associate-dentist", "specialist", "student"],
      { label: "I am", required: true }),
    choose("profession", PROFESSIONS, {
      label: "Your profession", hint: "Without an answer, your title says it.",
    }),
    { name: "specialty", label: "Specialties", type: "choices", options: SPECIALTIES,
      hint: "Five at most." }]),
  step("cv", "CV", [], {
    ...cv, text: "It goes with your applications. Only clinics to which you apply can open it.",
  }),
  step("preferences", "What you look for", [INTENT, place("location", { hint: "City and state." }),
    keptAnswer(account, "lookingForMentor", { label: "Do you look for a mentor?" }),
    keptAnswer(account, "interestedInNonClinical",
      { label: "Are you interested in non-clinical work?" }),
    several("desiredLicensedStates", ["states"], { label: "States in which you want a license" })]),
  step("experience", "Experience", [count("yearsExperience", { label: "Years of experience" }),
    area("bio", 6, { label: "About you", hint: "Up to 2,000 characters." }),
    LICENSES, skills("skills", "group of skills"), EDUCATION,
    several("systemsExperience", ["software", "equipment"], { label: KNOWN_SYSTEMS })],
    { text: "Jobs are matched with what is here." }),
];

const FULL_OR_PART = ["fullTime", "partTime"];
const POSITIONS = ["associateDentists", "hygienists", "dentalAssistants", "inHouseSpecialists",
  "other"];

/** The steps of a clinic. */
export const CLINIC_STEPS = [
  step("practice", "Practice", [text("practiceName", { required: true }), area("description", 5),
    text("primaryLocation", { hint: "City and state." }), count("numberOfLocations"),
    list("practiceTypes", { label: "Kinds of practice" }), count("activeOperatories"),
    count("plumbedOperatories"), count("hygieneDaysPerWeek", { label: "Hygiene days a week" }),
    several("majorTechnology", ["equipment", "software"], { label: "Technology" })]),
  step("team", "Team", [numbers("teamCounts", { rows: POSITIONS, columns: FULL_OR_PART },
    { label: "People" }),
    count("officeManagerYears", { label: "Years with the office manager" }),
    yesOrNo("hasInHouseSpecialtyProgram", { label: "Do specialists work in house?" }),
    entries("inHouseSpecialistCoverage", "specialist", [
      text("specialty"), text("frequency", { placeholder: "2 days a week" })],
    { label: "Specialists in house", title: (one) => joined(one.specialty, one.frequency) }),
    several("previousInHouseSpecialties", ["specialties"],
      { label: "Specialties formerly in house" }),
    area("specialistSupportExperience", 3)]),
  step("care", "Care and payers", [
    several("ownerProcedures", ["procedures"], { label: "Procedures of the owner" }),
    several("associateProcedures", ["procedures"], { label: "Procedures of associates" }),
    several("referredOutProcedures", ["procedures"], { label: "Procedures referred to others" }),
    numbers("payerMix", { rows: ["ppo", "hmo", "feeForService", "medicaid", "other"] },
      { label: "Payers", hint: "Shares in percent." }),
    yesOrNo("usesInHousePlan", { label: "Do you have a plan of your own for patients?" })]),
  step("hiring", "Hiring", [list("rolesToHire", { label: "Positions to fill" }),
    text("hiresPerQuarter", { label: "Hires a quarter" }),
    area("associateRampUpPlan", 4, { label: "How an associate starts" }),
    yesOrNo("interestedInMentoring", { label: "Do you mentor?" })]),
  step("pay", "Pay and benefits", [
    count("dailyProductionGoal", { label: "Daily production goal (USD)" }),
    choose("guaranteeType", ["base", "draw"], { label: "Kind of guarantee" }),
    count("guaranteedDailyAmount", { label: "Guaranteed daily amount (USD)" }),
    text("compensationFrequency", { label: "How often you pay" }),
    count("commissionPercentage", { label: "Commission (percent)" }),
    yesOrNo("tieredCommission", { label: "Does the commission rise with production?" }),
    entries("commissionTiers", "tier", [count("threshold", { label: "From (USD)" }),
      count("percentage", { label: "Percent" })], {
      title: ({ threshold, percentage }) =>
        threshold !== "" && `From ${dollars(threshold)}: ${percentage} %`,
    }),
    yesOrNo("offersHealthInsurance", { label: "Do you offer health insurance?" }),
    list("otherBenefits")]),
  step("future", "Future", [
    yesOrNo("consideringSale", { label: "Do you consider a sale of the practice?" }),
    list("saleStakes", { label: "Stakes to sell" }),
    yesOrNo("stayAfterSale", { label: "Would you stay after a sale?" }),
    count("stayDurationMonths", { label: "For how many months?" })],
    { text: "Only you and the administrators see these answers." }),
];
