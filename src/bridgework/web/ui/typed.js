// What people type, as the API takes it: numbers, addresses, telephone numbers and codes.

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const SPACES = /[\s\u00a0\u202f]+/g;
const CURRENCY = /^(?:US)?[$€£]|(?:USD|[$€£])$/i;
/** An address within other text, as in `"C, D" <c@x.example>`. */
const ADDRESS = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]+$/;
const RECIPIENT = /(?:"[^"]*"|[^",;<>\n])*<([^<>]*)>|[^\s,;<>"]+/g;
/** The digits of Arabic, Persian and full-width text; the last four bits are the value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
const EXTENSION = /(?:\s*[,;]?\s*(?:extension|ext\.?|durchwahl|x|#)\s*)([0-9]{1,8})$/i;
/** The country codes of one and of two digits; all others have three. */
const COUNTRY = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** @typedef {{ value?: any, fault?: string, more?: object }} Taken */

/** A text without characters that are not seen, and without blanks around it. */
export const visible = (text) => text.replace(INVISIBLE, "").trim();

const withDigits = (text) => text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15));

const fail = (fault) => ({ fault });

/** `1,200`, `443 650` and `$ 1.200,50` as a number. A single comma before three digits groups. */
function number(text) {
  let plain = withDigits(text).replace(SPACES, "").replace(/['’]/g, "").replace(CURRENCY, "").replace("−", "-");
  const [comma, dot] = [plain.lastIndexOf(","), plain.lastIndexOf(".")];
  const isGrouped = (mark) => new RegExp(`^-?\\d{1,3}(?:\\${mark}\\d{3})+$`).test(plain);
  if (comma >= 0 && dot >= 0) {
    const [group, decimal] = comma > dot ? [".", ","] : [",", "."];
    plain = plain.replaceAll(group, "").replace(decimal, ".");
  } else if (isGrouped(",") || plain.split(".").length > 2 && isGrouped(".")) {
    plain = plain.replace(/[.,]/g, "");
  } else plain = plain.replace(",", ".");
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return fail(`“${text}” is not a number.`);
  return { value: String(Number(plain)) };
}

function url(text) {
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text.replace(/^\/\//, "")}`;
  const parsed = URL.canParse(address) && new URL(address);
  const isWeb = parsed && /^https?:$/.test(parsed.protocol) && !/\s/.test(address);
  if (!isWeb || !/^(?:[^.]+\.)+[^.]{2,}$|^\[|^localhost$/.test(parsed.hostname)) {
    return fail(`“${text}” is not a web address, as in https://example.com/page.`);
  }
  return { value: address };
}

const bare = (text) => text.match(/<([^<>]*)>\s*$/)?.[1].trim() ?? text.replace(/^mailto:/i, "");

const email = (text) => ({ value: bare(text) });

/** `a@x.example; "C" <c@x.example>`, or one address a line. */
function emails(text) {
  const found = [...visible(text).matchAll(RECIPIENT)].map(([all, inner]) => (inner ?? all).trim());
  const addresses = [...new Set(found.map(bare).filter(Boolean))];
  const wrong = addresses.filter((one) => !ADDRESS.test(one));
  const names = wrong.map((one) => `“${one}”`).join(", ");
  if (wrong.length > 0) return { value: addresses, ...fail(`Not an e-mail address: ${names}.`) };
  return { value: addresses };
}

/** One address a line. */
function urls(text) {
  const all = text.split(/\s+/).filter(Boolean).map((one) => ({ value: one, ...url(one) }));
  const fault = all.map((one) => one.fault).filter(Boolean).join(" ");
  return { value: all.map(({ value }) => value), ...(fault && { fault }) };
}

function code(text) {
  const digits = withDigits(text).replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits)) return { value: digits };
  return { value: digits, ...fail("The code has six digits.") };
}

function country(text) {
  const digits = withDigits(text).replace(/[\s().-]/g, "").replace(/^(?:\+|00)/, "");
  if (/^[1-9]\d{0,3}$/.test(digits)) return { value: `+${digits}` };
  return fail(`“${text}” is not a country code, as in +1.`);
}

/** A number with its country code, as in `+1 512 555 0142`, sets that code, too. */
function phone(typed, { keepsExtension }) {
  const text = withDigits(typed);
  const [, extension] = text.match(EXTENSION) ?? [];
  const plain = text.replace(EXTENSION, "").replace("(0)", "").replace(/^tel:/i, "");
  if (!/^\+?[\d\s()./–-]+$/.test(plain)) return fail(`“${text}” is not a telephone number.`);
  let digits = plain.replace(/\D/g, "");
  let more;
  if (/^(?:\+|00)/.test(plain)) {
    digits = digits.replace(/^00/, "");
    const codeOf = digits.match(COUNTRY)?.[0] ?? digits.slice(0, 3);
    more = { countryCode: `+${codeOf}` };
    digits = digits.slice(codeOf.length);
  }
  if (digits.length < 6 || digits.length > 15) return fail("A telephone number has 6 to 15 digits.");
  if (!extension) return { value: digits, more };
  if (keepsExtension) return { value: `${digits} ext. ${extension}`, more };
  return fail(`No extension is kept here: leave out “ext. ${extension}”. An application takes it.`);
}

const LISTS = { emails, urls };
const KINDS = { ...LISTS, number, url, email, code, country, phone };

/**
 * A field's value as the API takes it: {value}, with `more` for the members that it sets as well, or
 * {fault} for what is not one. The kind is `field.as`, or else the type of the field.
 *
 * @param {{ as?: string, type?: string, keepsExtension?: boolean }} field
 * @param {any} value
 * @returns {Taken}
 */
export function taken(field, value) {
  const kind = KINDS[field.as ?? field.type];
  const isText = typeof value === "string";
  const text = isText ? visible(value) : value;
  if (Array.isArray(value) && field.as in LISTS) return { value, ...kind(value.join("\n")) };
  if (!isText || !kind || text === "") return { value: isText && kind ? text : value };
  return { value, ...kind(text, field) };
}

/** The values of a form as the API takes them, with the faults by the paths of their fields. */
export function takenAll(fields, values) {
  let result = { ...values };
  const faults = {};
  for (const field of fields) {
    const { name, entry } = field;
    if (entry && Array.isArray(values[name])) {
      result[name] = values[name].map((one, index) => {
        const inner = takenAll(entry, one);
        for (const [member, fault] of Object.entries(inner.faults)) {
          faults[`${name}[${index}].${member}`] = fault;
        }
        return inner.values;
      });
    } else if (name in values) {
      const { value, fault, more } = taken(field, result[name]);
      result = { ...result, ...more, [name]: value };
      if (fault) faults[name] = fault;
    }
  }
  return { values: result, faults };
}
