// E-mail addresses whose domain looks misspelled.

/** Domains of which a misspelling is likely, and some that look like a misspelling of these. */
const DOMAINS = `gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com me.com
  comcast.net verizon.net proton.me protonmail.com example.com googlemail.com mail.com gmx.com
  gmx.net gmx.de ymail.com email.com mac.com web.de yahoo.ca`.split(/\s+/);
const ENDINGS = [[/\.(?:con|cmo|ocm|comm|vom|xom|cim|cpm|coom)$/, ".com"], [/\.(?:nte|ner|met)$/, ".net"],
  [/\.(?:ogr|orgg)$/, ".org"]];

/** The address with the domain that was probably meant, or nothing if its own looks right. */
export function withoutTypo(address) {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || DOMAINS.includes(domain)) return undefined;
  const ended = ENDINGS.reduce((text, [wrong, right]) => text.replace(wrong, right), domain);
  const meant = DOMAINS.find((one) => one === ended || isOneEdit(one, ended)) ?? ended;
  return meant === domain ? undefined : `${address.slice(0, at)}@${meant}`;
}

/** Whether one letter more, less or other, or two that changed places, make one text of another. */
function isOneEdit(one, other) {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const rest = (text, skipped) => text.slice(start + skipped);
  const swapped = other[start + 1] + other[start] + rest(other, 2);
  return rest(one, 1) === rest(other, 1) || rest(one, 0) === rest(other, 1)
    || rest(one, 1) === rest(other, 0) || rest(one, 0) === swapped;
}

/** The remark of a field about an address whose domain looks misspelled. */
export function remarkOn(address) {
  const better = withoutTypo(address);
  return better && `Is it ${better}? Check the part after the @.`;
}
