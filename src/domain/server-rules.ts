import type { Fields, FieldValue, RecordKind } from './resource-spec.ts';

export interface FieldRules {
  /** In code points, without white space at the ends. */
  readonly maxLength?: number;
  readonly mayBeBlank?: boolean;
  /** May be blank if this other field is not. */
  readonly blankWith?: string;
  readonly isUnique?: boolean;
  readonly shape?: 'email' | 'phone' | 'any';
  /** Like '(000) 000-0000 a. 0'. Unused if the server announces its rules. */
  readonly refusedShapes?: readonly string[];
  readonly taken?: readonly string[];
}

export type ServerRules = Readonly<Record<string, FieldRules>>;

export type AnnouncedRules = Readonly<Partial<Record<RecordKind, ServerRules>>>;

export interface BrokenRule {
  readonly field: string;
  readonly rule: 'blank' | 'maxLength' | 'shape' | 'isUnique';
  readonly limit?: number;
}

/** Used until a server announces or shows its own rules. */
export const USUAL_RULES: Readonly<Record<RecordKind, ServerRules>> = {
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
  attachments: {},
};

/** Servers that refuse one value of these fields refuse similar ones. Names and streets are different. */
const SHAPED = ['phone', 'postal_code'];
/** Only the newest values are kept. */
const MOST_KEPT = 20;

/** These rules show only in the server's messages. */
const LIMIT = /\b(?:no more than|at most) (\d+) characters/i;
const TAKEN = /already (?:exists|in use|taken)|must be unique/i;

/**
 * Returns hints, which never prevent saving.
 * @param fields the whole record, or the fields to check
 * @param isTaken returns true if another record has the value
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
 * Adds the rules that a refusal shows; returns the same object if they are known.
 * @param messages the server's texts, by field
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

/** Removes rules that accepted values break; returns the same object if there are none. */
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
  // The other record may have changed. If not, the next refusal shows the rule again.
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

/** Returns '(000) 000-0000 a. 0' for '(312) 555-0101 ext. 5'. */
function shapeOf(text: string): string {
  return text
    .replace(/\p{L}+/gu, 'a')
    .replace(/\p{N}/gu, '0')
    .replace(/\s+/g, ' ');
}

const DOT_ATOM = /^[-!#$%&'*+/=?^_`{}|~0-9A-Z]+(\.[-!#$%&'*+/=?^_`{}|~0-9A-Z]+)*$/i;
const LABEL = /^[A-Z0-9]([A-Z0-9-]{0,61}[A-Z0-9])?$/i;
const TOP_LEVEL = /^[A-Z0-9-]{1,62}[A-Z0-9]$/i;
const LONGEST = 320;
/** Letters of any script. `URL` would read other characters as parts of a URL. */
const INTERNATIONAL = /^[-.A-Z0-9\u0080-\u{10FFFF}]+$/iu;

/** Follows Django's e-mail check. */
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

/** Returns xn--bcher-kva.example for bücher.example. */
function asciiDomain(domain: string): string {
  if (!INTERNATIONAL.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

const PHONE = /^\+?[\d\s().-]+$/;

/** Local numbers have 7 digits, the longest 15. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return PHONE.test(text) && digits >= 7 && digits <= 15;
}
