import { isEmailAddress, isPhoneNumber } from './contact-shapes.ts';
import type { Fields, FieldValue, ResourceName } from './resource-spec.ts';

/** The known rules of one field on a server. */
export interface FieldRules {
  /** Characters (code points) without blanks at the ends. */
  readonly maxLength?: number;
  /** False where the field has to be filled in. */
  readonly mayBeBlank?: boolean;
  /** The field that has to be filled in where this one is blank. */
  readonly blankWith?: string;
  /** Two records may not have the same value. */
  readonly isUnique?: boolean;
  readonly shape?: 'email' | 'phone' | 'any';
  /** Shapes of refused values: '(000) 000-0000 a. 0'. Only where the server did not tell its rules. */
  readonly refusedShapes?: readonly string[];
  /** Values that were refused because another record has them. */
  readonly taken?: readonly string[];
}

/** The rules of one kind of record, by field. */
export type ServerRules = Readonly<Record<string, FieldRules>>;

/** The rules that a server tells, by kind of record. */
export type AnnouncedRules = Readonly<Partial<Record<ResourceName, ServerRules>>>;

export interface BrokenRule {
  readonly field: string;
  readonly rule: 'blank' | 'maxLength' | 'shape' | 'isUnique';
  /** Only for `maxLength`: the most characters that the server takes. */
  readonly limit?: number;
}

/** The rules of stock servers, used until a server has told or shown its own. */
export const USUAL_RULES: Readonly<Record<ResourceName, ServerRules>> = {
  customers: {
    first_name: { mayBeBlank: false },
    last_name: { mayBeBlank: false },
    email: { mayBeBlank: false, shape: 'email' },
  },
  projects: { title: { mayBeBlank: false }, customer: { mayBeBlank: false } },
  estimates: { title: { mayBeBlank: false } },
  workOrders: {
    title: { mayBeBlank: false },
    work_order_number: { mayBeBlank: false },
    customer: { mayBeBlank: false },
  },
};

/** Values of these fields that look alike are refused alike; names and streets that look alike have nothing in common. */
const SHAPED = ['phone', 'postal_code'];
/** The newest are kept. */
const MOST_KEPT = 20;

/** Rules that the refused value alone does not show. Other wordings teach less, and do no harm. */
const LIMIT = /\b(?:no more than|at most) (\d+) characters/i;
const TAKEN = /already (?:exists|in use|taken)|must be unique/i;

/**
 * Returns the rules that a record would break. Nothing is kept from being saved by it.
 * @param fields the whole record, or those of its fields that are of interest
 * @param isTaken tells if another record has the value
 */
export function brokenRules(
  fields: Fields,
  rules: ServerRules,
  isTaken: (field: string, value: string) => boolean = () => false,
): readonly BrokenRule[] {
  return Object.entries(rules).flatMap(([field, own]): BrokenRule[] => {
    if (!Object.hasOwn(fields, field)) return [];
    const text = textOf(fields[field]);
    if (text === '') return isNeeded(fields, own) ? [{ field, rule: 'blank' }] : [];
    const broken: BrokenRule[] = [];
    if (isTooLong(text, own)) broken.push({ field, rule: 'maxLength', limit: own.maxLength });
    if (!hasShape(text, own)) broken.push({ field, rule: 'shape' });
    if (own.isUnique && isTaken(field, text)) broken.push({ field, rule: 'isUnique' });
    return broken;
  });
}

/**
 * Returns the rules with those that a refusal shows; the same object where it shows nothing new.
 * @param sent the values of the change that was refused
 * @param messages what the server said, by field
 */
export function rulesAfterRefusal(
  rules: ServerRules,
  sent: Fields,
  messages: Readonly<Record<string, readonly string[]>>,
): ServerRules {
  let now = rules;
  for (const [field, texts] of Object.entries(messages)) {
    if (!Object.hasOwn(sent, field)) continue;
    const known = now[field] ?? {};
    const shown = shownBy(known, { field, text: textOf(sent[field]), words: texts.join(' ') });
    if (shown !== null) now = { ...now, [field]: { ...known, ...shown } };
  }
  return now;
}

/** Returns the rules without those that the server does not keep; the same object where it kept them. */
export function rulesAfterAcceptance(rules: ServerRules, taken: Fields): ServerRules {
  let now = rules;
  for (const [field, known] of Object.entries(rules)) {
    if (!Object.hasOwn(taken, field)) continue;
    const left = withoutBroken(known, textOf(taken[field]));
    if (left !== known) now = { ...now, [field]: left };
  }
  return now;
}

interface Refused {
  readonly field: string;
  readonly text: string;
  readonly words: string;
}

function shownBy(known: FieldRules, { field, text, words }: Refused): FieldRules | null {
  if (text === '') return known.mayBeBlank === false ? null : { mayBeBlank: false };
  const limit = Number(LIMIT.exec(words)?.[1] ?? 0);
  if (limit > 0 && isTooLong(text, { maxLength: limit })) {
    return known.maxLength === limit ? null : { maxLength: limit };
  }
  if (TAKEN.test(words)) {
    if (known.isUnique && known.taken?.includes(text)) return null;
    return { isUnique: true, taken: withNewest(known.taken, text) };
  }
  if (field === 'email' && !isEmailAddress(text)) return known.shape === 'email' ? null : { shape: 'email' };
  const shape = shapeOf(text);
  if (!SHAPED.includes(field) || known.refusedShapes?.includes(shape)) return null;
  return { refusedShapes: withNewest(known.refusedShapes, shape) };
}

function withoutBroken(known: FieldRules, text: string): FieldRules {
  if (text === '') return known.mayBeBlank === false ? { ...known, mayBeBlank: true } : known;
  let left = known;
  if (isTooLong(text, left)) {
    const { maxLength: _, ...others } = left;
    left = others;
  }
  // The other record may have been changed meanwhile; then the next refusal shows the rule again.
  if (left.taken?.includes(text)) {
    const { isUnique: _, taken: __, ...others } = left;
    left = others;
  }
  if (left.shape === 'email' && !isEmailAddress(text)) left = { ...left, shape: 'any' };
  const shape = shapeOf(text);
  if (left.refusedShapes?.includes(shape)) {
    left = { ...left, refusedShapes: left.refusedShapes.filter((refused) => refused !== shape) };
  }
  return left;
}

function withNewest(kept: readonly string[] = [], value: string): readonly string[] {
  return [...kept, value].slice(-MOST_KEPT);
}

function textOf(value: FieldValue | undefined): string {
  return String(value ?? '').trim();
}

function isNeeded(fields: Fields, { mayBeBlank, blankWith }: FieldRules): boolean {
  return mayBeBlank === false && (blankWith === undefined || textOf(fields[blankWith]) === '');
}

function isTooLong(text: string, rules: FieldRules): rules is FieldRules & { readonly maxLength: number } {
  const { maxLength = Number.POSITIVE_INFINITY } = rules;
  return text.length > maxLength && Array.from(text).length > maxLength;
}

function hasShape(text: string, { shape, refusedShapes }: FieldRules): boolean {
  if (refusedShapes?.includes(shapeOf(text))) return false;
  if (shape === 'email') return isEmailAddress(text);
  return shape !== 'phone' || isPhoneNumber(text);
}

/** Letters and digits made equal: '(312) 555-0101 ext. 5' is '(000) 000-0000 a. 0'. */
function shapeOf(text: string): string {
  return text
    .replace(/\p{L}+/gu, 'a')
    .replace(/\p{N}/gu, '0')
    .replace(/\s+/g, ' ');
}
