// Jobs for candidates and other members: the open ones, those that match, and applying.
import { filled } from "../../ui/address.js";
import { PROFESSIONS, SPECIALTIES, procedureOf } from "../../ui/fields.js";
import { applyToJob, getJob, getMyJobMatch, listJobs, listMyJobMatches }
  from "../api/openings.js";
import { getJobsMe } from "../api/postings.js";
import { EMAIL, NAMES, PHONE } from "../parts/account_fields.js";
import { Report } from "../parts/report.js";
import { PrivateFile, Upload, toCvs } from "../parts/upload.js";
import { Facts, Field, Form, Labels, Loaded, dollars, html, moment, number, session, useApi, words }
  from "../ui.js";
import { ApplyPage, MATCHING, MESSAGE, Matching, Opening, Openings, send } from "./openings.js";

const YEARS = [["0-2", "0 to 2 years"], ["3-5", "3 to 5 years"], ["5-plus", "5 or more years"]];
const CLASSES = [["w2", "Employee (W-2)"], ["1099", "Contractor (1099)"]];
const textOf = (options, value) => options.find(([key]) => key === value)?.[1];
const several = (texts) => texts?.join(", ");

/** Jobs as who looks for one sees them. */
export const JOBS = {
  path: "jobs", one: "job", title: "Jobs", profile: "jobs", owner: "clinic",
  searchLabel: "Position, practice or procedure",
  list: listJobs, matches: listMyJobMatches, get: getJob, match: getMyJobMatch,
  apply: applyToJob, Apply: ApplyToJob, whoApplies: "You cannot apply to this job.",
  filters: [
    { name: "location", label: "Location" },
    { name: "minComp", label: "Pay from ($ a year)", type: "number" },
    {
      name: "roleType", label: "Kind of dentist", type: "select",
      options: ["general", "specialist"],
    },
    { name: "specialty", label: "Specialty", type: "select", options: SPECIALTIES },
    {
      name: "employmentType", label: "Kind of work", type: "select",
      options: ["full-time", "part-time", "per-diem"],
    },
    { name: "workerClassification", label: "Contract", type: "select", options: CLASSES },
    { name: "yearsOfExperience", label: "Experience", type: "select", options: YEARS },
    {
      name: "openToMentoring", label: "Mentoring", type: "select",
      options: [["true", "With mentoring"], ["false", "Without mentoring"]],
    },
  ],
  orders: [["", "Recommended"], ["relevance", "Best match"], ["newest", "Newest"],
    ["compensation", "Highest pay"]],
  isMatched: () => session.value?.user.jobsRole === "candidate",
  isOpen: (status) => status === "approved",
  summary: (job) => [
    yearlyOf(job) || dailyOf(job), job.employmentType && words(job.employmentType),
    specialtyOf(job), textOf(CLASSES, job.workerClassification), job.openToMentoring && "Mentoring",
  ],
  facts: (job) => [
    ["Who is wanted", textOf(PROFESSIONS, job.profession)],
    ["Pay", yearlyOf(job)], ["Guaranteed", dailyOf(job)],
    ["Kind of work", job.employmentType && words(job.employmentType)],
    ["Contract", textOf(CLASSES, job.workerClassification)], ["Location", job.location],
    ["Also in", several(job.additionalLocations)], ["Days and hours", job.requiredDaysHours],
    ["Start", job.startDate], ["Positions", job.headcount > 1 && number(job.headcount)],
    ["Open until", job.expiresAt && moment(job.expiresAt)],
  ],
  texts: textsOf,
  footer: ({ id }) => html`<${Report} kind="job" id=${id} />`,
};

function yearlyOf({ annualCompMin: min, annualCompMax: max }) {
  if (min !== null && max !== null) return `${dollars(min)} to ${dollars(max)} a year`;
  if (min !== null) return `From ${dollars(min)} a year`;
  return max !== null && `Up to ${dollars(max)} a year`;
}

function dailyOf({ guaranteedDailyRate: rate, guaranteeType }) {
  if (rate === null) return null;
  const kind = { base: ", as a base", draw: ", as a draw" }[guaranteeType] || "";
  return `${dollars(rate)} a day${kind}`;
}

function specialtyOf({ roleType, specialty }) {
  if (specialty) return words(specialty);
  return roleType && { general: "General dentistry", specialist: "Specialist" }[roleType];
}

/** The sections of a job, as [title, content]. Those without content are left out. */
function textsOf(job) {
  const { dailyProductionGoal: goal } = job;
  const requirements = [
    ["Specialty", specialtyOf(job)], ["Experience", experienceOf(job)],
    ["Licenses", several(job.requiredLicenses)],
    ["Microscope", job.microscopeUse && words(job.microscopeUse)],
    ["Mentoring", job.openToMentoring && "The practice mentors"],
    ["Case volume", job.specialistCaseVolume],
    ["Availability", job.nonNegotiableAvailability],
  ];
  const terms = [
    ["Production goal", goal !== null && `${dollars(goal)} a day`],
    ["Laboratory fees", job.labFeeResponsibility && `Paid by ${PAYERS[job.labFeeResponsibility]}`],
    ["Commission", job.tieredCommission && "Tiered"],
  ];
  return [
    ["What is needed", prose(job.challenge)], ["Why here", prose(job.whyAttractive)],
    ["Requirements", facts(requirements)],
    ["Procedures", labels(job.requiredProcedures?.map(procedureOf))],
    ["Terms", facts(terms)], ["Benefits", labels(job.benefits)],
    ["The practice", prose(job.officeDescription)],
    ["Equipment", labels(job.majorEquipment)],
    ["The neighborhood", prose(job.neighborhoodDescription)],
  ].filter(([, content]) => content);
}

const PAYERS = { practice: "the practice", associate: "the associate", split: "both" };
const prose = (text) => text && html`<p class="prose" dir="auto">${text}</p>`;
const labels = (items) => items?.length > 0 && html`<${Labels} items=${items} />`;
const facts = (items) =>
  items.some(([, value]) => value) && html`<${Facts} items=${items} omitEmpty />`;

function experienceOf({ yearsOfExperience, experienceLevel }) {
  return [textOf(YEARS, yearsOfExperience), experienceLevel].filter(Boolean).join(", ");
}

export function Jobs() {
  return html`<${Openings} kind=${JOBS} />`;
}

export function Job({ id, part }) {
  if (id === MATCHING) return html`<${Matching} kind=${JOBS} />`;
  return html`<${Opening} kind=${JOBS} id=${id} part=${part} />`;
}

const FIELDS = [
  ...NAMES,
  { ...EMAIL, autocomplete: "email", hint: "Where the practice writes to you." },
  ...PHONE.map((one) => ({ ...one, keepsExtension: true })),
  {
    name: "professionalNetworkUrl", label: "Professional network", type: "url",
    hint: "The address of your profile, as in linkedin.com/in/your-name.",
  },
  { name: "referralCode", label: "Referral code", hint: "If a member has given you one." },
];

const upload = toCvs();
const OWN = "own";

/** The CV of an application: that of the account, or an uploaded {objectPath, fileName}. */
function CvField({ field: { own }, value, onInput }) {
  const { objectPath, fileName } = value || {};
  const keep = (asset, { name }) => onInput({ objectPath: asset.objectPath, fileName: name });
  return html`<div>
    ${objectPath && html`<p><${PrivateFile} path=${objectPath}>Open <bdi>${fileName}</bdi><//>${" "}
      <button type="button" class="link" onClick=${() => onInput(own ? OWN : "")}>
        Leave it out</button></p>`}
    ${own && !objectPath && html`<${Field} value=${value === OWN}
      onInput=${(isOwn) => onInput(isOwn ? OWN : "")}
      field=${{ name: "own", label: "Send the CV of my account", type: "checkbox" }} />`}
    <${Upload} label=${own || objectPath ? "Another CV" : "CV"} upload=${upload} onDone=${keep}
      hint="Only the practice can open it." />
  </div>`;
}

function ApplyToJob(opening) {
  const state = useApi(getJobsMe, {});
  return html`<${ApplyPage} kind=${JOBS} posting=${opening.posting}>
    <${Loaded} state=${state}>
      ${(account) => html`<${JobForm} opening=${opening} account=${account} />`}<//>
  <//>`;
}

function JobForm({ opening, account }) {
  const { firstName, lastName, email, cvObjectPath: own } = account;
  const submit = ({ cvObjectPath: cv, ...values }) =>
    send(JOBS, opening, filled({ ...values, cvObjectPath: cv === OWN ? own : cv.objectPath }));
  const cv = { name: "cvObjectPath", label: "CV", part: CvField, own };
  return html`<${Form} fields=${[...FIELDS, cv, MESSAGE]} label="Send the application" submit=${submit}
    draft="apply-${opening.posting.id}" values=${{ firstName: firstName || "",
      lastName: lastName || "", email, cvObjectPath: own ? OWN : "" }} />`;
}
