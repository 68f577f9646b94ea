// The members of jobs and roles: as fields of a form, and as text.
import { EMPTY, PROCEDURES, PROFESSIONS, SPECIALTIES, field, list, place, required, select, several,
  text } from "../../ui/fields.js";
import { Card, Facts, dollars as money, html, lines, number, words } from "../ui.js";

const YEARS = [["0-2", "0 to 2"], ["3-5", "3 to 5"], ["5-plus", "5 or more"]];

const dollars = (name, more) => field(name, { type: "number", hint: "US dollars.", ...more });
const EMAIL = required("contactEmail", { type: "email", label: "Contact e-mail address" });
const CHALLENGE = text("challenge", { required: true, rows: 8 });

export const JOB_FIELDS = [
  required("roleNeeded", { group: "Position" }),
  required("companyName"), required("contactPerson"), EMAIL,
  select("profession", PROFESSIONS, { label: "Who is wanted" }),
  select("roleType", ["general", "specialist"]), select("specialty", SPECIALTIES),
  field("headcount", { type: "number" }), CHALLENGE, place("location", { group: "Place and time" }),
  select("employmentType", ["full-time", "part-time", "per-diem"]),
  select("workerClassification", ["1099", "w2"]), field("startDate"), list("additionalLocations"),
  text("requiredDaysHours", { label: "Required days and hours" }),
  dollars("annualCompMin", { label: "Annual compensation from", group: "Compensation" }),
  dollars("annualCompMax", { label: "Annual compensation to" }), dollars("guaranteedDailyRate"),
  select("guaranteeType", ["base", "draw"]),
  select("labFeeResponsibility", ["practice", "associate", "split"]),
  dollars("dailyProductionGoal"), field("tieredCommission", { type: "checkbox" }), list("benefits"),
  select("yearsOfExperience", YEARS, { group: "Requirements" }),
  select("experienceLevel", ["required", "preferred"]),
  select("microscopeUse", ["required", "available", "not-needed"]),
  field("openToMentoring", { type: "checkbox" }),
  field("requiredProcedures", { type: "choices", options: PROCEDURES }),
  several("requiredLicenses", ["states"]), text("nonNegotiableAvailability"),
  text("officeDescription", { group: "Office" }),
  text("whyAttractive"), text("neighborhoodDescription"),
  several("majorEquipment", ["equipment"]), text("specialistCaseVolume"),
];

export const ROLE_FIELDS = [
  required("roleNeeded", { group: "Position" }),
  required("companyName"), required("healthcareVertical"), required("contactPerson"),
  EMAIL, CHALLENGE,
  required("workingPreference", { group: "Terms", hint: "For example: Advisory, remote" }),
  required("timeline", { hint: "For example: Within 3 months" }),
  required("budgetRange"), field("hoursPerWeek"), place("location"), several("tags", ["topics", "procedures"]),
];

/** The members of a posting as values of a form. */
export function toInput(fields, posting) {
  const values = fields.map(({ name, type }) => [name, posting[name] ?? EMPTY[type] ?? ""]);
  return Object.fromEntries(values);
}

/** The values of a form that differ from `before`, as members of a request. */
export function changesOf(fields, before, input) {
  const former = toInput(fields, before);
  const members = fields
    .map(({ name, type }) => [name, toMember(type, input[name])])
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(former[name]));
  return Object.fromEntries(members);
}

function toMember(type, value) {
  if (type === "list") return lines(value);
  return type === "number" && value !== "" ? Number(value) : value;
}

/** A posting as text: what it states, by group. */
export function PostingText({ type: { fields }, posting }) {
  const groups = [];
  for (const each of fields) {
    if (each.group) groups.push({ title: each.group, facts: [], texts: [] });
    const value = posting[each.name];
    if (value != null && value !== "" && value.length !== 0) {
      const kind = each.type === "textarea" ? "texts" : "facts";
      groups.at(-1)[kind].push([each.label, valueText(each, value)]);
    }
  }
  return groups
    .filter(({ facts, texts }) => facts.length + texts.length > 0)
    .map(
      ({ title, facts, texts }) => html`<${Card} key=${title} title=${title}>
        ${facts.length > 0 && html`<${Facts} items=${facts} />`}
        ${texts.map(([label, value]) => html`<h3>${label}</h3><p class="prose">${value}</p>`)}
      <//>`,
    );
}

/** A value of a member, as text. */
export function valueText({ type, hint, options = [] }, value) {
  if (type === "checkbox") return value ? "Yes" : "No";
  if (type === "number") return hint ? money(value) : number(value);
  const textOf = (one) => options.find(([key]) => key === one)?.[1] ?? words(one);
  return [value].flat().map(options.length > 0 ? textOf : String).join(", ");
}
