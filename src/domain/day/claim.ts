import { freeText, otherLines, readFact, readFacts, sameLabel, writeFact } from './text-blocks.ts';

export const CLAIM = 'Claim';

/** Blocks that screens show as facts. */
export const DESCRIPTION_BLOCKS = [CLAIM] as const;

/** Stored in texts, so never translated. Facts are written in this order. */
const LABELS = {
  carrier: 'Carrier',
  claimNumber: 'Claim number',
  policy: 'Policy',
  adjuster: 'Adjuster',
  deductible: 'Deductible',
  dateOfLoss: 'Date of loss',
  causeOfLoss: 'Cause of loss',
  category: 'Category',
  lossClass: 'Class',
  referral: 'Referral',
} as const;

export type ClaimFact = keyof typeof LABELS;
export type Claim = Readonly<Record<ClaimFact, string>>;

export const CLAIM_FACTS = Object.keys(LABELS) as readonly ClaimFact[];

export function readClaim(text: string): Claim {
  return Object.fromEntries(
    CLAIM_FACTS.map((fact) => [fact, readFact(text, CLAIM, LABELS[fact]) ?? '']),
  ) as Record<ClaimFact, string>;
}

export function writeClaim(text: string, claim: Partial<Claim>): string {
  return CLAIM_FACTS.reduce((written, fact) => {
    const value = claim[fact];
    return value === undefined ? written : writeFact(written, { block: CLAIM, label: LABELS[fact], value });
  }, text);
}

export function otherDescription(text: string): string {
  return freeText(text, DESCRIPTION_BLOCKS).trim();
}

export function linesBesideClaim(text: string): string[] {
  const facts = readFacts(text, CLAIM);
  const shown = CLAIM_FACTS.flatMap((fact) => {
    const first = facts.find(({ label }) => sameLabel(label, LABELS[fact]));
    return first && first.value !== '' ? [first.line] : [];
  });
  return otherLines(text, CLAIM, shown);
}

/** For paper, without the block's name. */
export function claimLines(text: string): string[] {
  const claim = readClaim(text);
  const known = CLAIM_FACTS.filter((fact) => claim[fact] !== '').map(
    (fact) => `${LABELS[fact]}: ${claim[fact]}`,
  );
  return [...known, ...linesBesideClaim(text)];
}

/** A line like 'Kim Ray, +1-555-201-8890, kim.ray@example.com', in any order. */
export interface Contact {
  readonly name: string;
  /** Empty unless the line surely has one. */
  readonly phone: string;
  /** Empty unless the line surely has one. */
  readonly email: string;
}

/** Allows the dashes that other programs use. */
const NUMBER = String.raw`\+?[\d(][\d ().\u2010-\u2015-]{5,22}\d`;
/** '1-800-FLOWERS'. Text with letters is surely a phone number only if it is toll-free. */
const LETTERED = String.raw`(?:\+?1[-. ]?)?\(?8(?:00|33|44|55|66|77|88)\)?[-. ]?[A-Z\d](?:[-.]?[A-Z\d]){6,12}`;
const EXTENSION = String.raw`(?:ext(?:ension)?|x|#)[.: ]*\d{1,7}`;
const LABEL = String.raw`(?:cell|direct|mobile|office|phone|work)[.: ]*`;
/** An extension or further numbers. Only the first number counts. */
const MORE = String.raw`(?: *${EXTENSION})?(?: *(?:/|&|or|and) *(?:${LABEL})?${NUMBER}(?: *${EXTENSION})?)*`;
const PHONE = new RegExp(`^(?:${LABEL})?(${NUMBER}|${LETTERED})${MORE}$`, 'i');
const MAIL = String.raw`[\w.%+-]{1,64}@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+`;
/** A US number, which needs no comma before it. */
const GROUPED = String.raw`(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.\u2010-\u2015])\d{3}[-.\u2010-\u2015]\d{4}`;
/**
 * A number or address at the end, without a comma: 'Kim Ray 555-555-0101', 'Kim Ray: cell 555-555-0101', 'Kim Ray
 * kim@example.com'.
 */
const END = new RegExp(
  String.raw`^(.*?[^\s:;\u2010-\u2015-])(?:\s+(?:[\u2010-\u2015-]\s+)?|\s*[:;]\s+)((?:${LABEL})?${GROUPED}${MORE}|${MAIL})$`,
  'i',
);
/** A number after these words is not a phone number. */
const OF_A_PAPER = /(?:claim|policy|file|number|\bno|#)[\s.:#]*$/i;
/** An extension after a comma: 'Kim Ray, 555-555-0101, ext. 4471'. */
const ONLY_EXTENSION = new RegExp(`^${EXTENSION}$`, 'i');
const DATE = /^(\d{4}([-./ ])\d{1,2}\2\d{1,2}|\d{1,2}([-./ ])\d{1,2}\3\d{2}(\d{2})?)$/;
const EMAIL = new RegExp(`^${MAIL}$`, 'i');

/** Finds a phone number and an e-mail address in a line, but only if they can be nothing else. */
export function readContact(line: string): Contact {
  const parts = line
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap(divided);
  const at = parts.findIndex(isPhone);
  const hasExtension = at >= 0 && ONLY_EXTENSION.test(parts[at + 1] ?? '');
  const phone = at < 0 ? [] : parts.slice(at, at + (hasExtension ? 2 : 1));
  const email = parts.find((part) => EMAIL.test(part)) ?? '';
  const name = parts.filter((part) => !phone.includes(part) && part !== email).join(', ');
  return { name, phone: phone.join(', '), email };
}

/** Splits numbers and addresses off the end. */
function divided(part: string): string[] {
  const [, before, end] = isPhone(part) ? [] : (END.exec(part) ?? []);
  if (before === undefined || end === undefined || OF_A_PAPER.test(before)) return [part];
  return [...divided(before), end];
}

function isPhone(part: string): boolean {
  const number = PHONE.exec(part)?.[1];
  if (number === undefined || DATE.test(part)) return false;
  const digits = number.replace(/[^\dA-Z]/gi, '').length;
  return digits >= 7 && digits <= 15;
}
