// The fields of the own profiles, by step.
import { optionsOf, words } from "../ui.js";
import { Entries } from "../parts/entries.js";

const text = (name, more) => ({ name, ...more });
const area = (name, rows, more) => ({ name, type: "textarea", rows, ...more });
const count = (name, more) => ({ name, type: "number", ...more });
const list = (name, more) => ({ name, type: "list", hint: "One a line.", ...more });
const entries = (name, noun, entry, more) => ({ name, noun, entry, part: Entries, ...more });
const choose = (name, options, more) =>
  ({ name, type: "select", options: [["", "–"], ...optionsOf(options)], ...more });

/** A question whose answer is true, false or not given. */
const yesOrNo = (name, more) => ({
  ...choose(name, [["true", "Yes"], ["false", "No"]]), ...more,
  read: (value) => (value == null ? "" : String(value)),
  send: (value) => (value === "" || value == null ? null : value === "true"),
});

/** Options, and what is stored though it is none of them. */
const with_ = (options, stored) => [...new Set([...(options || []), ...[stored || []].flat()])];

const SKILLS = [
  text("category", { required: true }), list("items", { label: "Skills", required: true }),
];
const years = (first, last) => [
  count(first, { label: "From (year)" }), count(last, { label: "Until (year)" }),
];
const month = (name) => count(name, { hint: "1 to 12" });
const span = ({ startYear, endYear }) => [startYear, endYear].filter(Boolean).join("–");
const joined = (...parts) => parts.filter(Boolean).join(", ");

const NAMES = [
  text("firstName", { required: true, autocomplete: "given-name" }),
  text("lastName", { required: true, autocomplete: "family-name" }),
];
const ABOUT = [
  text("company"), text("location", { hint: "City and state." }),
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
  text("countryCode", { label: "Country code", placeholder: "+1", autocomplete: "tel-country-code" }),
  text("phoneNumber", { hint: "Digits only.", autocomplete: "tel-national" }),
  text("professionalNetworkUrl", { label: "Profile at a professional network", placeholder: "https://" }),
  text("personalWebsite", { placeholder: "https://" }),
];

/** The steps of an expert. `options` are those of `getOptions`. */
export function expertSteps(options, profile, picture) {
  const specialties = with_(options?.specialties.map(({ label }) => label), profile.specialty);
  return [
    {
      key: "about", label: "About you", content: picture,
      fields: [...NAMES,
        text("title", { required: true, hint: "What you do, in one line." }),
        text("credential", { placeholder: "DDS" }), ...ABOUT],
    },
    {
      key: "specialties", label: "Specialties",
      fields: [
        { name: "specialty", label: "Specialties", type: "choices", required: true,
          options: specialties.map((one) => [one, one]) },
        list("secondarySpecialties"), count("yearsExperience", { label: "Years of experience" }),
        list("systemsExperience", { label: "Software and equipment that you know" }),
        list("tags", { label: "Keywords" }),
      ],
    },
    {
      key: "skills", label: "Skills", text: "Groups of skills, such as “Surgery” or “Management”.",
      fields: [
        entries("skills", "group of skills", SKILLS),
        entries("interestedSkills", "group of skills to learn", SKILLS, {
          label: "Skills you want to learn", hint: "Only you see these.",
        }),
      ],
    },
    {
      key: "experience", label: "Experience",
      fields: [
        entries("background", "position", [
          text("role"), text("company"), ...years("startYear", "endYear"),
          { name: "currentlyWorking", label: "I work there now", type: "checkbox" },
          area("description", 3),
        ], { label: "Positions", title: (one) => joined(one.role, one.company, span(one)) }),
        entries("outcomes", "outcome", [text("title"), text("metric", { placeholder: "+40 %" }),
          area("description", 3)], { hint: "What changed because of your work." }),
      ],
    },
    {
      key: "education", label: "Education and licenses",
      fields: [EDUCATION,
        entries("credentials", "credential", [text("name"), text("issuer"), text("year")],
          { title: (one) => joined(one.name, one.issuer, one.year) }),
        LICENSES,
        list("desiredLicensedStates", { label: "States in which you want a license" })],
    },
    {
      key: "availability", label: "Availability",
      fields: [...availabilityFields(options, profile), INTENT],
    },
    {
      key: "contact", label: "Contact",
      text: "Others never see your phone number and the last two answers.",
      fields: [...CONTACT,
        choose("accreditedInvestor", ["yes", "no", "unsure"],
          { label: "Are you an accredited investor?" }),
        choose("startupAdvisor", ["yes", "no", "unsure"], { label: "Do you advise startups?" })],
    },
  ];
}

export function availabilityFields(options, profile) {
  const given = (name) => with_(options?.[name], profile[name]).map((one) => [one, words(one)]);
  return [
    choose("availability", given("availability")),
    { name: "availabilityDate", label: "Available from", type: "date" },
    choose("engagementType", given("engagementType"), { label: "Kind of work" }),
  ];
}
