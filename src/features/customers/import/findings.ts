import { type Customer, customerSpec } from '../../../domain/customer.ts';
import type { CellDoubt } from '../../../domain/import/read-cell.ts';
import { isChoiceField, type RowRead, readTyped } from '../../../domain/import/rows.ts';
import { fieldLabel } from '../../../domain/resource-specs.ts';
import { type BrokenRule, brokenRules, type ServerRules, USUAL_RULES } from '../../../domain/server-rules.ts';
import { importCauses as words } from '../../../words/import.ts';
import type { Said } from './import-state.ts';
import type { KnownCustomers, Match } from './known-customers.ts';

/** As read from the file, before any decision or correction. */
export interface ReadRow extends RowRead {
  readonly row: number;
  readonly cells: readonly string[];
}

type Title = (values: { readonly count: number }) => string;

/** Rows with the same `group` share a decision. */
export interface Finding {
  readonly group: string;
  /** 'blocks' until corrected, 'asks' for a decision, 'warns' of a possible refusal, 'tells' a fact. */
  readonly weight: 'blocks' | 'asks' | 'warns' | 'tells';
  readonly field: keyof Customer | null;
  readonly title: Title;
  readonly words: string;
  readonly example: string;
  readonly isSettled?: boolean;
  readonly canCorrect?: boolean;
  readonly canKeep?: boolean;
  /** Inferred from an earlier refusal, because the server announced no rules. */
  readonly isLearned?: boolean;
  /** Asks whether a name is a person's ('correct') or a company's ('keep'). */
  readonly isName?: boolean;
  readonly word?: { readonly text: string; readonly fix: string | null };
}

export interface Context {
  readonly said: Pick<Said, 'decisions' | 'words'>;
  readonly known: KnownCustomers;
  readonly rules: ServerRules;
  /** False if the server announced no rules. The rules are then assumed, and only warn. */
  readonly isTold: boolean;
  readonly columns: number;
}

interface Found {
  readonly customer: Customer;
  readonly findings: readonly Finding[];
}

const UNREAD: Readonly<Partial<Record<keyof Customer, 'phone' | 'email' | 'address'>>> = {
  phone: 'phone',
  email: 'email',
  address_line_1: 'address',
};

export const DUPLICATE = 'duplicate';

/** Shortening these would give a different address or number. */
const UNCUT: readonly string[] = ['email', 'phone', 'postal_code'];

export function findIn(read: ReadRow, corrections: Partial<Customer>, context: Context): Found {
  const customer = { ...read.customer };
  const doubts = read.doubts.filter(({ field }) => corrections[field] === undefined);
  for (const [field, typed] of Object.entries(corrections) as [keyof Customer, string][]) {
    const { value, doubt } = readTyped(field, typed);
    customer[field] = value;
    if (doubt) doubts.push({ field, value, ...doubt });
  }
  const findings: Finding[] = doubts.map((doubt) => {
    const settled = settle(doubt, customer[doubt.field], context.said);
    Object.assign(customer, settled);
    return ofDoubt(doubt, settled !== null, context);
  });
  const unsettled = new Set(findings.flatMap(({ isSettled, field }) => (isSettled ? [] : [field])));
  const refused = brokenRules(customer, context.rules, hasSame(customer, context)).flatMap((broken) =>
    unsettled.has(broken.field as keyof Customer) ? [] : [ofRule(broken, customer, context)],
  );
  return {
    customer,
    findings: [
      ...findings,
      ...refused,
      ...nameless(customer, refused),
      ...unreadIn(read),
      ...tooManyValues(read, context),
      ...duplicatesOf(customer, context),
    ],
  };
}

function settle(
  { field, cause, fix, value, parts }: CellDoubt,
  now: string,
  said: Context['said'],
): Partial<Customer> | null {
  // A word in the file may be 'constructor', which every object has.
  const word = isChoiceField(field) && Object.hasOwn(said.words[field], value) && said.words[field][value];
  if (word) return { [field]: word };
  const decision = said.decisions[groupOf(field, cause)];
  if (decision === 'keep') return { [field]: now };
  return decision === 'correct' && fix !== null ? (parts ?? { [field]: fix }) : null;
}

function ofDoubt(doubt: CellDoubt, isSettled: boolean, { rules, isTold }: Context): Finding {
  const { field, cause, value, fix, lost } = doubt;
  const label = fieldLabel(field);
  const isChoice = isChoiceField(field);
  const isRefused = isTold && brokenRules({ [field]: value }, rules).length > 0;
  return {
    group: groupOf(field, cause),
    weight: isChoice || isRefused ? 'blocks' : 'asks',
    field,
    ...inWords(({ count }) => words[cause]({ count, field: label })),
    example: exampleOf(value, fix, lost),
    isSettled,
    canCorrect: fix !== null,
    canKeep: !isChoice && !isRefused,
    isName: cause === 'personOrCompany',
    ...(isChoice && { word: { text: value, fix } }),
  };
}

function exampleOf(value: string, fix: string | null, lost: string): string {
  if (fix === null || fix === value) return value;
  return lost === '' ? words.becomes({ value, fix }) : words.becomesWithout({ value, fix, lost });
}

function hasSame({ email }: Customer, { known }: Context): (field: string) => boolean {
  return (field) => field === 'email' && known.hasEmail(email);
}

/** Shortens the text in `customer` if the user chose that. */
function ofRule(broken: BrokenRule, customer: Customer, { said, isTold }: Context): Finding {
  const { rule, limit = 0 } = broken;
  const field = broken.field as keyof Customer;
  const label = fieldLabel(field);
  const value = customer[field];
  const group = groupOf(field, rule);
  const fix = rule === 'maxLength' && !UNCUT.includes(field) ? cutTo(value, limit) : null;
  const isSettled = fix !== null && said.decisions[group] === 'correct';
  if (isSettled) customer[field] = fix.text;
  return {
    group,
    weight: isTold ? 'blocks' : 'warns',
    field,
    ...inWords(({ count }) => words[rule]({ count, field: label, limit })),
    example: fix ? exampleOf(value, fix.text, fix.lost) : value || customerSpec.title(customer),
    isSettled,
    canCorrect: fix !== null,
    isLearned: !isTold && !isUsual(broken),
  };
}

function cutTo(value: string, limit: number): { readonly text: string; readonly lost: string } {
  const letters = Array.from(value);
  return { text: letters.slice(0, limit).join('').trim(), lost: letters.slice(limit).join('') };
}

/** Returns true for a rule that many servers have. Any other rule was inferred from a refusal. */
function isUsual({ field, rule }: BrokenRule): boolean {
  const usual = USUAL_RULES.customers[field];
  return rule === 'blank' ? usual?.mayBeBlank === false : rule === 'shape' && usual?.shape !== undefined;
}

function nameless({ first_name, last_name, company_name, email }: Customer, refused: readonly Finding[]) {
  const isAsked = refused.some(({ field, weight }) => weight === 'blocks' && field === 'first_name');
  if (isAsked || [first_name, last_name, company_name].some((name) => name.trim() !== '')) return [];
  return [
    {
      group: 'noName',
      weight: 'asks' as const,
      field: 'first_name' as const,
      ...inWords(words.noName),
      example: email,
      canKeep: true,
    },
  ];
}

function unreadIn({ unread }: ReadRow): Finding[] {
  return unread.map(({ field, text }) => {
    const values = { about: UNREAD[field] ?? 'other', field: fieldLabel(field) };
    const said = inWords(({ count }) => words.unread({ count, ...values }));
    return { group: groupOf(field, 'unread'), weight: 'tells', field: null, ...said, example: text };
  });
}

/** An unquoted comma shifts the rest of the row into the wrong columns. */
function tooManyValues({ cells }: ReadRow, { columns }: Context): Finding[] {
  const moved = cells.slice(columns).filter((cell) => cell.trim() !== '');
  if (moved.length === 0) return [];
  const facts = { ...inWords(words.moved), example: moved.join(', ') };
  return [{ group: 'moved', weight: 'asks', field: null, canKeep: true, ...facts }];
}

function duplicatesOf(customer: Customer, { known, isTold }: Context): Finding[] {
  const { duplicate, shared } = known.find(customer);
  if (duplicate) {
    const said = sameWords(duplicate);
    const facts = { title: words.duplicates, words: said, example: said };
    return [{ group: DUPLICATE, weight: 'asks', field: null, canKeep: true, ...facts }];
  }
  return shared.map((match) => {
    const said = words.alsoHas({ common: match.common, name: match.known.title });
    const isEmail = match.common === 'email';
    return {
      group: groupOf('shared', match.common),
      weight: isEmail && !isTold ? 'warns' : 'tells',
      field: null,
      title: isEmail ? words.sharedEmail : words.sharedPhone,
      words: said,
      example: said,
    };
  });
}

function sameWords({ common, known: { title: name, row } }: Match): string {
  return row === undefined ? words.sameAs({ common, name }) : words.sameAsRow({ common, name, row });
}

function inWords(title: Title): Pick<Finding, 'title' | 'words'> {
  return { title, words: title({ count: 0 }) };
}

function groupOf(field: string, cause: string): string {
  return `${field} ${cause}`;
}
