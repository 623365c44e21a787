const DOT_ATOM = /^[-!#$%&'*+/=?^_`{}|~0-9A-Z]+(\.[-!#$%&'*+/=?^_`{}|~0-9A-Z]+)*$/i;
const LABEL = /^[A-Z0-9]([A-Z0-9-]{0,61}[A-Z0-9])?$/i;
const TOP_LEVEL = /^[A-Z0-9-]{1,62}[A-Z0-9]$/i;
const LONGEST = 320;
/** Letters of any script. Other marks would be read as parts of a web address. */
const INTERNATIONAL = /^[-.A-Z0-9\u0080-\u{10FFFF}]+$/iu;

/** Tells if Django's e-mail check accepts the text: a plain local part, and a domain name with at least two labels. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > LONGEST) return false;
  if (!DOT_ATOM.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  return isDomain(domain) || isDomain(asciiDomain(domain));
}

function isDomain(domain: string): boolean {
  const dot = domain.lastIndexOf('.');
  if (dot < 0 || !TOP_LEVEL.test(domain.slice(dot + 1))) return false;
  return domain
    .slice(0, dot)
    .split('.')
    .every((label) => LABEL.test(label));
}

/** Returns bücher.example as xn--bcher-kva.example; '' where the text is no domain. */
function asciiDomain(domain: string): string {
  if (!INTERNATIONAL.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

/** Digits with the usual separators. */
const PHONE = /^\+?[\d\s().-]+$/;

/** Tells if the text is a phone number: local ones have 7 digits, the longest 15. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return PHONE.test(text) && digits >= 7 && digits <= 15;
}
