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
  const parts = (typed.match(/<[^<>]*@[^<>]*>/g) ?? typed.split(SEPARATORS)).map(tidy).filter(isEmail);
  const [first, ...others] = [...new Set(parts)];
  if (first === undefined) return doubted(text, 'notEmail', withoutSpaces(whole));
  if (others.length > 0) return doubted(text, 'twoEmails', first, others.join(', '));
  const left = typed
    .replaceAll(first, ' ')
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
    .replace(/^(?:mailto|e-?mail):\s*/i, '')
    .replace(/^["'(<]+(?=[^"'(<>]*@)|[.,;:>)"']+$/g, '')
    .trim();
}

function withoutSpaces(text: string): string | null {
  const close = text.replace(/\s+/g, '');
  return close !== text && isEmail(close) ? close : null;
}
