// Times that are typed into forms.
import { faultAt } from "./form.js";
import { isSkippedIn, toIsoIn, toLocalIn, zone } from "./zones.js";

/** `2026-11-25T09:30` in the reader's zone as a time of the API. */
export function toIso(local) {
  return toIsoIn(local, zone) || null;
}

/** Check that clocks show the time in the field `name`. Throws an error for the form otherwise. */
export function mustExist(name, local, timeZone = zone) {
  if (!isSkippedIn(local, timeZone)) return;
  const text = `The clocks of ${timeZone.replaceAll("_", " ")} skip ${local.slice(11)} on this day.`;
  throw faultAt(name, text, `${text} Type a time before or after the change.`);
}

/** A time of the API for a field of the type `datetime-local`, in the reader's zone. */
export function toLocal(iso) {
  return toLocalIn(iso, zone);
}
