// Calls of the API as several screens make them.
import { call } from "../api.js";

/** The account with an e-mail address, or undefined. */
export async function accountOf(email) {
  const wanted = email.trim().toLowerCase();
  if (!wanted) return undefined;
  const { items } = await call("adminListUsers", { search: wanted, limit: 100 });
  return items.find((one) => one.email.toLowerCase() === wanted);
}

/** An error that a form shows at its field `name`. */
export function faultAt(name, message, fault) {
  return Object.assign(new Error(message), { faults: { [name]: fault } });
}
