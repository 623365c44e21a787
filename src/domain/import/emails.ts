import { isEmailAddress } from '../contact-shapes.ts';
import { certain, doubted, isBlankWord, type ReadValue } from './doubts.ts';

const LONGEST = 254;
const SEPARATORS = /\s*(?::::|[;,|\s])\s*|\s+or\s+|\s+and\s+/i;
const JOINERS = /[\u200C\u200D]/g;

/** Reads an e-mail address as a server takes it. Several in one cell become a doubt. */
export function readEmail(text: string): ReadValue {
  const typed = text.replace(JOINERS, '').replaceAll('’', "'");
  if (typed === '' || isBlankWord(typed)) return certain('');
  const whole = tidy(typed);
  if (isEmail(whole)) return certain(whole);
  const parts = (typed.match(/<[^<>]*@[^<>]*>/g) ?? typed.split(SEPARATORS))
    // A slash may be a part of an address.
    .flatMap((part) => (isEmail(tidy(part)) ? [part] : part.split('/')))
    .map(tidy)
    .filter(isEmail);
  const [first, ...others] = parts.filter((part, at) => at === parts.findIndex((one) => isSame(one, part)));
  if (first === undefined) return doubted(text, 'notEmail', repaired(whole));
  if (others.length > 0) return doubted(text, 'twoEmails', first, others.join(', '));
  const left = parts
    .reduce((rest, part) => rest.replaceAll(part, ' '), typed)
    .replace(/[<>;,|:\s]+|mailto:/gi, ' ')
    .trim();
  // 'Ann Lee <ann@example.com>' names the person, as other columns do.
  return left === '' || /<[^<>]*>\s*$/.test(typed) ? certain(first) : doubted(text, 'notEmail', first, left);
}

function isEmail(text: string): boolean {
  return text.length <= LONGEST && isEmailAddress(text);
}

function tidy(text: string): string {
  return text
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/^(?:mailto|e-?mail):\s*|\?subject=.*$/gi, '')
    .replace(/^["'(<]+(?=[^"'(<>]*@)|[.,;:>)"'?]+$/g, '')
    .trim();
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The address that was probably meant: these slips are common. */
function repaired(text: string): string | null {
  const close = text.replace(/\s+/g, '');
  const tries = [
    close,
    close.replaceAll(',', '.'),
    close.replace(/\.{2,}/g, '.').replace(/@+/g, '@'),
    close.replace(/[([{]at[)\]}]/i, '@'),
  ];
  return tries.find((one) => one !== text && isEmail(one)) ?? null;
}
