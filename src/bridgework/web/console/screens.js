// The screens by the first part of their address, in the order of the navigation.
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
import { Roles } from "./screens/roles.js";
import { System } from "./screens/system.js";
import { Today } from "./screens/today.js";
import { Vendors } from "./screens/vendors.js";

export const SCREENS = {
  today: { label: "Today", component: Today },
  people: { label: "People", component: People },
  roles: { label: "Roles", component: Roles },
  jobs: { label: "Jobs", component: Jobs },
  consultations: { label: "Consultations", component: Consultations },
  events: { label: "Events", component: Events },
  blog: { label: "Blog", component: Blog },
  moderation: { label: "Moderation", component: Moderation },
  vendors: { label: "Vendors", component: Vendors },
  recruiting: { label: "Recruiting", component: Recruiting },
  emails: { label: "E-mails", component: Emails },
  access: { label: "Access", component: Access },
  audit: { label: "Audit", component: Audit },
  data: { label: "Data", component: Data },
  system: { label: "System", component: System },
  credentials: { label: "Your credentials", component: Credentials },
};

export const NAVIGATION = Object.entries(SCREENS).map(
  ([key, { label }]) => ({ key, label, href: href([key]) }),
);

const SCREEN_OF_KIND = { role: "roles", job: "jobs", event: "events", article: "blog" };

/** The address of a result of `adminSearch`. Accounts and vendors are people. */
export function hrefOfResult({ kind, id }) {
  return href([SCREEN_OF_KIND[kind] || "people", id]);
}
