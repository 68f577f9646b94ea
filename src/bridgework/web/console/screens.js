// The screens by the first part of their address, and the navigation.
import { href } from "./router.js";
import { Access } from "./screens/access.js";
import { Audit } from "./screens/audit.js";
import { Blog } from "./screens/blog.js";
import { Consultations } from "./screens/consultations.js";
import { Credentials } from "./screens/credentials.js";
import { Data } from "./screens/data.js";
import { Emails } from "./screens/emails.js";
import { Events } from "./screens/events.js";
import { Jobs } from "./screens/jobs.js";
import { Moderation } from "./screens/moderation.js";
import { People } from "./screens/people.js";
import { Recruiting } from "./screens/recruiting.js";
import { ReviewedChanges } from "./screens/reviewed_changes.js";
import { Roles } from "./screens/roles.js";
import { System } from "./screens/system.js";
import { Today } from "./screens/today.js";
import { Vendors } from "./screens/vendors.js";

/** `icon` is the path of an icon, and `queues` are those of `adminOverview` that wait there. */
export const SCREENS = {
  today: { label: "Today", component: Today, icon: "M4 12l5 5L20 6" },
  people: {
    label: "People", component: People, queues: ["experts", "candidates"],
    icon: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 20c0-4 4-6 8-6s8 2 8 6",
  },
  vendors: {
    label: "Vendors", component: Vendors, queues: ["vendors"],
    icon: "M4 10V20H20V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0",
  },
  recruiting: {
    label: "Recruiting", component: Recruiting,
    icon: "M7 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2 19c0-6 10-6 10 0M14 12h8M18 8v8",
  },
  roles: {
    label: "Roles", component: Roles, queues: ["roles"], icon: "M5 3h14v18H5zM9 8h6M9 12h6M9 16h3",
  },
  jobs: {
    label: "Jobs", component: Jobs, queues: ["jobs"], icon: "M3 8h18v12H3zM8 8V4h8v4M3 13h18",
  },
  // Reached from Today alone.
  changes: { label: "Changes", component: ReviewedChanges, icon: "M4 6h16M4 12h16M4 18h16" },
  consultations: {
    label: "Consultations", component: Consultations, queues: ["consultations"],
    icon: "M4 4h16v12H10l-5 4v-4H4z",
  },
  events: {
    label: "Events", component: Events, queues: ["eventRequests"],
    icon: "M4 5h16v15H4zM4 10h16M8 3v4M16 3v4",
  },
  blog: { label: "Blog", component: Blog, icon: "M4 20l1-5L16 4l4 4L9 19z" },
  moderation: {
    label: "Moderation", component: Moderation, queues: ["reports"], icon: "M5 21V4h13l-3 4 3 4H5",
  },
  emails: {
    label: "E-mails", component: Emails, queues: ["deadEmails"], icon: "M3 5h18v14H3zM3 6l9 7 9-7",
  },
  access: {
    label: "Access", component: Access,
    icon: "M8 20a5 5 0 1 1 0-10 5 5 0 0 1 0 10M12 12l8-8M16 8l3 3",
  },
  audit: { label: "Audit", component: Audit, icon: "M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11" },
  data: { label: "Data", component: Data, icon: "M7 20V5M3 9l4-4 4 4M17 4v15M13 15l4 4 4-4" },
  system: { label: "System", component: System, icon: "M3 12h4l3-8 4 16 3-8h4" },
  credentials: {
    label: "Your credentials", component: Credentials,
    icon: "M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4",
  },
};

/** The screens in the order of the navigation, by group. */
/** @type {Array<[title: string, keys: string[]]>} */
const GROUPS = [
  ["", ["today"]], ["Members", ["people", "vendors", "recruiting"]],
  ["Work", ["roles", "jobs", "consultations"]], ["Community", ["events", "blog", "moderation"]],
  ["Platform", ["emails", "access", "audit", "data", "system", "credentials"]],
];

export const NAVIGATION = GROUPS.map(([title, keys]) => ({
  title, screens: keys.map((key) => ({ key, href: href([key]), ...SCREENS[key] })),
}));

const SCREEN_OF_KIND = { role: "roles", job: "jobs", event: "events", article: "blog" };

/** The address of a result of `adminSearch`. Accounts and vendors are people. */
export function hrefOfResult({ kind, id }) {
  return href([SCREEN_OF_KIND[kind] || "people", id]);
}
