// Jobs for clinics: their own ones, posting and editing, matches, applications and CVs.
import { PROCEDURES, PROFESSIONS, field, list, place, required, select, several, text } from "../../ui/fields.js";
import * as api from "../api/postings.js";
import { href, html, orNull, useApi } from "../ui.js";
import { Job as Other, JOBS as SEEN } from "./jobs.js";
import { Posting, Postings } from "./postings.js";

const CONTACT = "The contact is shown only to a candidate who has an offer.";
const NEEDS = [["required", "Must have"], ["preferred", "Nice to have"]];

const money = (name, more) => field(name, { type: "number", hint: "US dollars", ...more });

/** The steps of the form. `options` are those of getOptions. */
const steps = (options) => [
  {
    key: "position", label: "Position", text: "What a candidate reads first.",
    fields: [
      required("roleNeeded", { label: "Position", hint: "For example: Associate dentist" }),
      text("challenge", {
        label: "What is it about?", rows: 8, required: true,
        hint: "The column that is free, who is there, what a good year looks like.",
      }),
      select("profession", PROFESSIONS, {
        label: "Who is wanted", hint: "Without an answer, the position says it.", isRemovable: true,
      }),
      select("roleType", ["general", "specialist"], { label: "Kind of dentist" }),
      select("specialty", options.specialties.map(({ name, label }) => [name, label]), {
        hint: "For a specialist. A candidate without it is not a match.",
      }),
      field("headcount", { type: "number", label: "Positions" }),
    ],
  },
  {
    key: "place", label: "Place and time",
    fields: [
      place("location", { label: "Place", hint: "City and state. For example: Austin, Texas" }),
      list("additionalLocations", { label: "Other places" }),
      select("employmentType", ["full-time", "part-time", "per-diem"], {
        label: "Kind of work", hint: "The place is a must-have of part-time and per-diem work.",
      }),
      select("workerClassification", [["w2", "W-2"], ["1099", "1099"]]),
      field("startDate", { label: "Start", hint: "For example: Within three months" }),
      text("requiredDaysHours", { label: "Days and hours" }),
      text("nonNegotiableAvailability", { label: "Availability that cannot be negotiated" }),
    ],
  },
  {
    key: "pay", label: "Pay", text: "Postings with pay are found by candidates who search by it.",
    fields: [
      money("annualCompMin", { label: "Pay a year, from" }),
      money("annualCompMax", { label: "Pay a year, to" }),
      money("guaranteedDailyRate"), select("guaranteeType", ["base", "draw"]),
      money("dailyProductionGoal"),
      field("tieredCommission", { type: "checkbox" }),
      select("labFeeResponsibility", ["practice", "associate", "split"], { label: "Lab fees" }),
      list("benefits", { label: "Benefits" }),
    ],
  },
  {
    key: "requirements", label: "Requirements",
    text: "A match says for each of them whether it is met.",
    fields: [
      select("yearsOfExperience", [["0-2", "0 to 2"], ["3-5", "3 to 5"], ["5-plus", "5 or more"]]),
      select("experienceLevel", NEEDS, { label: "This experience is a" }),
      several("requiredLicenses", ["states"], {
        label: "Licenses (must have)", hint: "States. For example: Texas",
      }),
      field("requiredProcedures", {
        type: "choices", options: PROCEDURES, label: "Procedures (nice to have)",
      }),
      select("microscopeUse", ["required", "available", "not-needed"], { label: "Microscope" }),
      field("openToMentoring", { type: "checkbox", label: "A mentor is there" }),
      text("specialistCaseVolume", { label: "Cases for a specialist" }),
    ],
  },
  {
    key: "office", label: "The office",
    fields: [
      text("officeDescription", { label: "The office" }),
      text("whyAttractive", { label: "Why is it attractive?" }),
      text("neighborhoodDescription", { label: "The neighborhood" }),
      several("majorEquipment", ["equipment"], { label: "Equipment" }),
    ],
  },
  {
    key: "contact", label: "Company and contact", text: CONTACT,
    fields: [
      required("companyName", { label: "Company" }), required("contactPerson"),
      required("contactEmail", { type: "email", label: "Contact e-mail address" }),
    ],
  },
];

const JOBS = {
  noun: "job", title: "Jobs", address: "jobs", person: "candidate", openState: "approved", steps,
  seen: SEEN, Other, contact: CONTACT,
  /** The address of a person who matches. */
  pageOf: (id, about) => href(["candidates", id], about),
  operations: {
    listMine: api.listMyJobs, get: api.getJob, create: api.createJob, update: api.updateJob,
    close: api.closeJob, listMatches: api.listJobMatches, listApplications: api.listJobApplications,
  },
  /** The states of an application in their order, with the button that leads to each. */
  states: {
    pending: "An administrator reviews this job. You get an e-mail with the decision.",
    approved: "Candidates see this job and can apply.",
    rejected: "An administrator did not approve this job.",
    closed: "This job is closed. Candidates no longer see it.",
    expired: "This job was open for 90 days. Candidates no longer see it.",
  },
  review: `An administrator reads the job before anyone else. You get an e-mail with the decision;
    then candidates see it for 90 days and can apply.`,
  editing: `This job is open. After an edit it is offline until an administrator has approved it
    again. The applications stay.`,
  /** The states from which an edit posts the job again. */
  again: ["rejected", "closed", "expired"],
  closing: `Candidates no longer see it, and applicants who wait for your answer are told. Those with
    an offer keep your contact. You can edit it later to post it again.`,
  intro: `Describe the position. When an administrator has approved the job, you see the candidates
    who match it, with the reasons, and decide on those who apply.`,
  Notice: ClinicNotice,
};

const loadClinic = (params, signal) =>
  Promise.all([orNull(api.getClinicProfile(params, signal)), api.getJobsMe(params, signal)]);

/** What a clinic does before it posts, if its profile is missing or its account is not verified. */
function ClinicNotice() {
  const { data } = useApi(loadClinic, {});
  if (!data) return null;
  const [profile, { jobsVerificationTier }] = data;
  const isDescribed = profile?.practiceName && profile.primaryLocation;
  if (isDescribed && jobsVerificationTier === "verified") return null;
  return html`<aside class="notice clinic-notice">
    ${isDescribed
      ? html`<p><b>Your clinic is being verified.</b> You can post now: an administrator reads each
          job before candidates see it.</p>`
      : html`<p><b>Describe your clinic first.</b> Administrators look at it before they look at
          a job. Its name and place are enough to begin with.</p>
        <a class="button" href=${href(["profile", "clinic"])}>Describe the clinic</a>`}
  </aside>`;
}

export const Jobs = () => html`<${Postings} kind=${JOBS} />`;
export const Job = ({ id, part }) => html`<${Posting} kind=${JOBS} id=${id} part=${part} />`;
