// The screens by the first part of their address. The file of a screen is loaded when it is opened.
import { settings } from "./page.js";
import { route } from "./router.js";
import { session } from "./session.js";

const user = () => session.value?.user ?? {};
const firstPage = () => import("./screens/first_page.js");
const home = () => import("./screens/home.js");
const jobs = () => import("./screens/jobs.js");
const postedJobs = () => import("./screens/posted_jobs.js");
const roles = () => import("./screens/roles.js");
const postedRoles = () => import("./screens/posted_roles.js");
/** What stands in the place of a job's id in addresses that visitors do not read. */
const JOBS_OF_MEMBERS = ["matching", "new"];
const POST_ROLES = ["client", "rpo"];
const POST_JOBS = ["clinic_owner", "recruiter"];
const OF_POSTING = /\/(apply|edit|matches|applications)$/;

const ownDocument = () => import("./screens/document.js");
const ofDocument = ([path, label]) =>
  [path, { label, isOpen: true, all: "Document", load: ownDocument }];

/**
 * A screen is {label, load, all, one, isOpen}: `load` imports its file, `all` and `one` are the
 * names of the components without and with an id in the address; `one` gets `id` and `part`, the
 * parts of `jobs/0194…/matches`, of which `deeper` are those after the name of the screen: at all
 * other addresses there is no page. A visitor who has not signed in sees the screens that are open.
 * Who posts and who applies have different files for the same address.
 */
export const SCREENS = {
  "": {
    label: settings.firstPage.title, isOpen: true, all: "Home",
    get load() { return session.value ? home : firstPage; },
  },
  experts: {
    label: "Experts", isOpen: true, all: "Experts", one: "Expert",
    load: () => import("./screens/experts.js"),
  },
  events: {
    label: "Events", isOpen: true, all: "Events", one: "Event",
    load: () => import("./screens/events.js"),
  },
  articles: {
    label: "Articles", isOpen: true, all: "Articles", one: "Article",
    load: () => import("./screens/articles.js"),
  },
  "sign-in": {
    label: "Sign in", isOpen: true, all: "SignIn", load: () => import("./screens/sign_in.js"),
  },
  join: { label: "Join", isOpen: true, all: "Join", load: () => import("./screens/join.js") },
  verify: {
    label: "Verify your e-mail address", isOpen: true, all: "Verify",
    load: () => import("./screens/join.js"),
  },
  password: {
    label: "New password", isOpen: true, all: "Password", load: () => import("./screens/join.js"),
  },
  notifications: {
    label: "Notifications", all: "Notifications", load: () => import("./screens/notifications.js"),
  },
  feed: { label: "Feed", all: "Feed", one: "Post", load: () => import("./screens/feed.js") },
  submissions: {
    label: "My events", all: "Submissions", one: "Submission",
    load: () => import("./screens/submissions.js"),
  },
  searches: {
    label: "Saved searches", all: "Searches", one: "Search",
    load: () => import("./screens/searches.js"),
  },
  settings: {
    label: "Settings", all: "Settings", one: "Settings",
    load: () => import("./screens/settings.js"),
  },
  profile: {
    label: "Profile", all: "Profile", one: "Profile", load: () => import("./screens/profile.js"),
  },
  roles: {
    label: "Roles", all: "Roles", one: "Role", deeper: OF_POSTING,
    get load() { return POST_ROLES.includes(user().role) ? postedRoles : roles; },
  },
  jobs: {
    label: "Jobs", all: "Jobs", one: "Job", deeper: OF_POSTING,
    get isOpen() {
      const [, id, part] = route.value.path;
      return settings.publicJobs && !part && !JOBS_OF_MEMBERS.includes(id);
    },
    get load() { return POST_JOBS.includes(user().jobsRole) ? postedJobs : jobs; },
  },
  applications: {
    label: "Applications", all: "Applications", one: "Application",
    load: () => import("./screens/applications.js"),
  },
  compare: {
    label: "Side by side", isOpen: true, all: "Compare", load: () => import("./screens/compare.js"),
  },
  candidates: {
    label: "Candidates", one: "Candidate", load: () => import("./screens/candidates.js"),
  },
  consultations: {
    label: "Consultations", all: "Consultations", one: "Consultation", deeper: /^ask\/./,
    load: () => import("./screens/consultations.js"),
  },
  introductions: {
    label: "Introductions", all: "Introductions",
    load: () => import("./screens/introductions.js"),
  },
  vendors: {
    label: "Vendors", all: "Vendors", one: "Vendor", load: () => import("./screens/vendors.js"),
  },
  ...Object.fromEntries(settings.documents.map(ofDocument)),
};
