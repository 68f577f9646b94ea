// A registration until its address is verified. What was typed is in the memory of this tab alone.
import { route } from "../ui.js";

/** @typedef {Pick<Sent<"register">, "role" | "jobsRole" | "vendorsRole">} Roles */

/**
 * How people join, with the members of the registration that each has.
 *
 * @type {Array<[key: string, text: string, roles: Roles]>}
 */
const KINDS = [
  ["expert", "An expert: I offer my knowledge", { role: "expert" }],
  ["client", "A client: I look for experts", { role: "client" }],
  ["candidate", "A candidate: I look for a position", { role: "client", jobsRole: "candidate" }],
  ["clinic", "A clinic: I offer positions", { role: "client", jobsRole: "clinic_owner" }],
  ["vendor", "A vendor: I offer products", { role: "client", vendorsRole: "vendor" }],
  ["ambassador", "An ambassador for products", { role: "client", vendorsRole: "ambassador" }],
];
/** The key of the roles that the e-mail names, where no kind has exactly these. */
const REQUESTED = "requested";

export const KIND = {
  name: "kind", label: "I join as", type: "select", required: true,
  options: KINDS.map(([key, text]) => [key, text]),
};

/** The kind with a key, or else none. */
export const kindOf = (key) => KINDS.find(([each]) => each === key)?.[0];
export const rolesOf = (key) => KINDS.find(([each]) => each === key)?.[2];

/** {email, password, kind}; without a kind after a sign-in. */
let typed = null;

export function rememberTyped(registration) {
  typed = registration;
}

/** What was typed for an address, if anything. */
export const typedFor = (email) => (typed?.email === email ? typed : {});

/**
 * The values in the fragment of a link in an e-mail: no server sees them.
 *
 * @type {() => Record<string, string>}
 */
export const fromEmail = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** The field for the kind, its first value, and what finds the roles of a chosen value. */
export function kindToVerify() {
  const { role, jobsRole, vendorsRole } = fromEmail();
  const requested = role && { role, ...(jobsRole && { jobsRole }), ...(vendorsRole && { vendorsRole }) };
  const isSame = ([, , roles]) => JSON.stringify(roles) === JSON.stringify(requested);
  const kind = kindOf(route.value.query.as) || KINDS.find(isSame)?.[0] || (requested && REQUESTED);
  const options = [...KIND.options];
  if (kind === REQUESTED) {
    const named = Object.values(requested).join(", ").replaceAll("_", " ");
    options.unshift([REQUESTED, `As it was requested: ${named}`]);
  }
  if (!kind) options.unshift(["", "Choose"]);
  /** @type {(key: string) => any} */
  const rolesFor = (key) => (key === REQUESTED ? requested : rolesOf(key));
  return { field: { ...KIND, options }, kind: kind || "", rolesFor };
}
