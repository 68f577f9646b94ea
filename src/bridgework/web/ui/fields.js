// How the members of a posting are typed, and the values that several screens name.
import { words } from "./format.js";
import { Picker } from "./picker.js";
import { PlacePicker } from "./place_picker.js";

export const EMPTY = { checkbox: false, choices: [], list: [] }; // by type; that of others is ""

/** A procedure such as `os-third-molars-pbi` as text. */
export const procedureOf = (key) =>
  words(key).replace(/\b(os|pbi|fbi|iv)\b/gi, (short) => short.toUpperCase());

/** The procedures that a job can require, as options. */
export const PROCEDURES = `restorative-basic restorative-full-arch restorative-veneers endo-anterior
  endo-bicuspid endo-molar endo-retreatment perio-implants-straightforward
  perio-implants-full-arch perio-surgical-extractions perio-sinus-lift perio-osseous-surgery
  os-third-molars-erupted os-third-molars-pbi os-third-molars-fbi sedation-iv`
  .split(/\s+/).map((key) => [key, procedureOf(key)]);

export const SPECIALTIES = `dental-anesthesiology dental-public-health endodontics
  oral-maxillofacial-pathology oral-maxillofacial-radiology oral-maxillofacial-surgery oral-medicine
  orofacial-pain orthodontics pediatric-dentistry periodontics prosthodontics`.split(/\s+/);

/** The professions that a job can ask for, and a candidate can state, as options. */
export const PROFESSIONS = [...`dentist specialist resident student hygienist
  assistant expanded_function_assistant front_desk office_manager treatment_coordinator billing
  laboratory_technician denturist`.split(/\s+/).map((key) => [key, words(key)]),
  ["other", "Another profession"]];

export const field = (name, more = {}) => ({ name, label: words(name), ...more });
export const required = (name, more = {}) => field(name, { required: true, ...more });
export const text = (name, more = {}) => field(name, { type: "textarea", ...more });
export const list = (name, more) => field(name, { type: "list", hint: "One a line.", ...more });
/** Several short texts, with suggestions from these lists of `getOptions`. */
export const several = (name, suggest, more) => field(name, {
  type: "list", control: Picker, suggest, hint: "Enter or a comma adds one. You can paste a list.", ...more });
/** A place, as a text with suggestions of the API. */
export const place = (name, more) => field(name, { control: PlacePicker, ...more });
export const select = (name, options, more = {}) =>
  field(name, { type: "select", options: [["", "Not stated"], ...options], ...more });
