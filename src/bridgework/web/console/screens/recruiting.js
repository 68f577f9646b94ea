// Recruiting: candidates and openings of the recruiting system.
import { Action, Badge, Card, Form, History, Line, Listing, Loaded, Members, Page, Rows, SEARCH,
  Tabbed, WideForm, ask, call, filled, href, html, route, time, toast, useCall, useRef }
  from "../ui.js";
import { SeveralCandidates } from "./recruiting_several.js";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** @type {Part[]} */
const PARTS = [
  ["list", "Candidates", Candidates], ["openings", "Openings", Openings],
  ["new", "Add one", NewCandidate], ["several", "Add several", Several],
];

export function Recruiting({ path: [part, id] }) {
  if (part === "candidates" && id) return html`<${Candidate} key=${id} id=${id} />`;
  return html`<${Tabbed} address="recruiting" parts=${PARTS} part=${part} title="Recruiting"
    subtitle="Records of the recruiting system, not accounts" label="Parts of recruiting" />`;
}

const candidateName = ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" ");
const place = ({ city, state }) => [city, state].filter(Boolean).join(", ") || "–";
const openToWork = (record) => (record.openToWork ? "Yes" : "No");

/** A candidate is found by a search, as no operation returns one by its ID. */
function candidateHref({ id, email, lastName }) {
  return href(["recruiting", "candidates", id], { search: email || lastName });
}

/** In the built-in system an opening is an approved job. */
function openingHref({ jobOpeningId }) {
  return UUID.test(jobOpeningId || "") ? href(["jobs", jobOpeningId]) : undefined;
}

const OMITTED = ["id", "firstName", "lastName", "currentJobTitle"];
const PLACE = { key: "place", label: "Place", show: place, text: place };
/** @type {Columns<"adminListCandidates">} */
const CANDIDATE_COLUMNS = [
  { key: "name", label: "Name", show: candidateName, text: candidateName },
  { key: "email", label: "E-mail address" }, { key: "currentJobTitle", label: "Title" }, PLACE,
  { key: "experienceInYears", label: "Years" },
  { key: "openToWork", label: "Open to work", show: openToWork, text: openToWork },
  { key: "phone", label: "Telephone", hidden: true },
  { key: "source", label: "Added by", hidden: true }, time("createdAt", "Added"),
];
/** @type {Columns<"adminListJobOpenings">} */
const OPENING_COLUMNS = [
  { key: "title", label: "Opening" }, { key: "clientName", label: "Company" }, PLACE,
  { key: "id", label: "ID" },
];

function Candidates() {
  return html`<${Listing} operation="adminListCandidates" name="candidates" nouns=${["candidate"]}
    filters=${[SEARCH]}
    columns=${CANDIDATE_COLUMNS} rowHref=${candidateHref}
    empty="No candidates are found. Those that you or a partner adds appear here." />`;
}

function Openings() {
  return html`<${Listing} operation="adminListJobOpenings" name="openings" nouns=${["opening"]}
    columns=${OPENING_COLUMNS} rowHref=${openingHref}
    empty="There are no openings. Approved jobs appear here, or those of the connected system." />`;
}

/** The openings as a field of a form. */
function openingsField(openings) {
  const text = ({ title, clientName }) => [title, clientName].filter(Boolean).join(", ");
  return {
    name: "jobIds", label: "Openings to associate", type: "choices",
    options: openings.map((opening) => [opening.id, text(opening)]),
    hint: openings.length === 0 ? "There are no other openings." : undefined,
  };
}

function Several() {
  return html`<${Loaded} state=${useCall("adminListJobOpenings")}>
    ${(openings) =>
      html`<${SeveralCandidates} openings=${openingsField(openings)} hrefOf=${candidateHref} />`}
  <//>`;
}

const CANDIDATE_FIELDS = [
  { name: "firstName", label: "First name", required: true },
  { name: "lastName", label: "Last name", required: true },
  { name: "email", label: "E-mail address", type: "email" },
  { name: "secondaryEmail", label: "Second e-mail address", type: "email" },
  { name: "phone", label: "Telephone", inputmode: "tel" }, { name: "city" }, { name: "state" },
  { name: "currentJobTitle", label: "Title" },
  { name: "experienceInYears", label: "Years of experience", type: "number" },
  { name: "professionalNetworkUrl", label: "Profile on the professional network", type: "url" },
  { name: "openToWork", label: "Open to work", type: "checkbox" },
  { name: "skillSet", label: "Skills", type: "textarea" },
];

function NewCandidate() {
  const keys = useRef(new Map());
  async function submit({ experienceInYears: years, jobIds, ...input }) {
    const body = {
      ...filled(input), ...(years === "" ? {} : { experienceInYears: Number(years) }),
      ...(jobIds.length > 0 ? { jobIds } : {}),
    };
    const headers = { "idempotency-key": keyOf(keys.current, body) };
    const candidate = await call("adminCreateCandidate", {}, body, { headers });
    toast(`${candidateName(candidate)} was added.`);
    location.hash = candidateHref(candidate);
  }
  return html`<${Loaded} state=${useCall("adminListJobOpenings")}>
    ${(openings) => html`<${WideForm}>
      <${Form} draft="candidate" label="Add" submit=${submit}
        fields=${[...CANDIDATE_FIELDS, openingsField(openings)]} />
    <//>`}
  <//>`;
}

/** A repetition has the key of the first request, so that nothing is added twice. */
function keyOf(keys, body) {
  const text = JSON.stringify(body);
  if (!keys.has(text)) keys.set(text, crypto.getRandomValues(new Uint32Array(4)).join("-"));
  return keys.get(text);
}

function Candidate({ id }) {
  const records = useCall("adminListCandidates", { search: route.value.query.search, limit: 100 });
  const jobs = useCall("adminListCandidateJobs", { id });
  const openings = useCall("adminListJobOpenings");
  const record = records.data?.items.find((one) => one.id === id);
  const name = record ? candidateName(record) : `Candidate ${id}`;
  async function associate() {
    const present = (jobs.data || []).map((job) => job.id);
    const associated = await ask({
      title: `Associate ${name} with openings`, label: "Associate",
      fields: [openingsField(openings.data.filter((one) => !present.includes(one.id)))],
      submit: ({ jobIds }) => call("adminAssociateJobs", { id }, { jobIds }),
    });
    // A request that fails may have associated some of the openings.
    jobs.reload();
    if (associated) toast(`${name} was associated.`);
  }
  const action = openings.data && html`<${Action} run=${associate}>Associate with openings<//>`;
  return html`<${Page} title=${name} subtitle=${record?.currentJobTitle}
    back=${{ href: href(["recruiting"]), label: "Candidates" }}>
    ${record && html`<${Card}><${Members} record=${record} omit=${OMITTED} /><//>`}
    <${Card} title="Openings" actions=${action}>
      ${openings.error && html`<p class="fault" role="alert">${openings.error.message}</p>`}
      <${Loaded} state=${jobs}>
        ${(associated) => html`<${Rows} items=${associated} show=${opening}
          empty="Openings that the candidate is associated with appear here." />`}
      <//>
    <//>
    <${Card} title="History"><${History} target=${id} turn=${jobs.data?.length} /><//>
  <//>`;
}

/** An opening with which a candidate is associated. */
function opening(job) {
  const address = openingHref(job);
  const title = address ? html`<a href=${address}>${job.title}</a>` : job.title;
  return html`<${Line} title=${title}
    quiet=${[job.clientName, place(job)].filter(Boolean).join(" · ")}>
    <${Badge} value=${job.applicationStatus} />
  <//>`;
}
