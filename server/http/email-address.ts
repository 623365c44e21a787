import { domainToASCII } from 'node:url';

const DOT_ATOM = /^[-!#$%&'*+/=?^_`{}|~0-9A-Z]+(\.[-!#$%&'*+/=?^_`{}|~0-9A-Z]+)*$/i;
const LABEL = /^[A-Z0-9]([A-Z0-9-]{0,61}[A-Z0-9])?$/i;
const TOP_LEVEL = /^[A-Z0-9-]{1,62}[A-Z0-9]$/i;
const LONGEST = 320;

/** Whether Django's e-mail check accepts the text: a plain local part, and a domain name with at least two labels. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > LONGEST) return false;
  if (!DOT_ATOM.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  return isDomain(domain) || isDomain(domainToASCII(domain));
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.pop() ?? '';
  return labels.length > 0 && TOP_LEVEL.test(top) && labels.every((label) => LABEL.test(label));
}
