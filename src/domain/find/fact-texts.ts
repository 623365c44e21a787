import { CLAIM } from '../day/claim.ts';
import { STAMP_PATTERN } from '../day/entries.ts';
import { JOB, JOB_LABELS } from '../day/job.ts';
import { labelKey, linesWithin, readFact } from '../day/text-blocks.ts';
import { readText } from '../field.ts';
import type { Fields } from '../resource-spec.ts';
import { plainText } from '../search-text.ts';
import { WORK_ORDERS_PER_STEP } from '../steps.ts';

// The second text of a work order: what its notes say, and the claims that its screen shows. The lists search only the
// fields that the specification names.

const STAMPS = new RegExp(STAMP_PATTERN, 'g');
const HEADINGS = /^[ \t]*---.*---[ \t]*$/gm;
/** No block begins in a text without it. */
const HEADING_SIGN = '---';

/** Folds the notes, without headings, and without stamps: their digits would match parts of phone numbers. */
export function notesText(notes: string): string {
  const said = notes.replace(HEADINGS, '').replace(STAMPS, '');
  return plainText(said) + phonesIn(said);
}

/** A North American number that is written with signs. */
const PHONE = /(?<!\d)(\d{3})\)?[ .\-/]{1,2}(\d{3})[ .-]?(\d{4})(?!\d)/g;

/** Returns a line of digits for each number, because a caller's number is typed or pasted in any form. */
function phonesIn(text: string): string {
  return Array.from(text.matchAll(PHONE), ([, area, exchange, line]) => `\n${area}${exchange}${line}`).join(
    '',
  );
}

/** By row, which is a new object after each change. */
const knownPhones = new WeakMap<FactRow, string>();

/** Returns the phone numbers in each description, '' if there are none. */
export function* phoneTexts(rows: readonly FactRow[]): Generator<void, readonly string[]> {
  const texts: string[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % WORK_ORDERS_PER_STEP === 0) yield;
    const phones = knownPhones.get(row) ?? phonesIn(readText(row.view['description']));
    knownPhones.set(row, phones);
    texts.push(phones);
  }
  return texts;
}

export interface Claim {
  readonly isProject: boolean;
  /** The `labelKey` of the project's or estimate's title. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** Keyed by the place of the customer. */
export type ClaimsByCustomer = ReadonlyMap<number, readonly Claim[]>;

interface FactRow {
  readonly view: Fields;
}

export interface ClaimedRows {
  readonly isProject: boolean;
  readonly rows: readonly FactRow[];
  /** For each row, the place of its customer, or -1. */
  readonly customers: Int32Array;
}

export function* claimsIn(kinds: readonly ClaimedRows[]): Generator<void, ClaimsByCustomer> {
  const claims = new Map<number, Claim[]>();
  for (const { isProject, rows, customers } of kinds) {
    for (const [n, row] of rows.entries()) {
      if (n % WORK_ORDERS_PER_STEP === 0) yield;
      const customer = Number(customers[n]);
      const claim = customer >= 0 && claimOf(row, isProject);
      if (!claim) continue;
      const theirs = claims.get(customer);
      if (theirs) theirs.push(claim);
      else claims.set(customer, [claim]);
    }
  }
  return claims;
}

/** By row, which is a new object after each change. */
const knownClaims = new WeakMap<FactRow, Claim | null>();

function claimOf(row: FactRow, isProject: boolean): Claim | null {
  const known = knownClaims.get(row);
  if (known !== undefined) return known;
  const description = readText(row.view['description']);
  const block = description.includes(HEADING_SIGN) ? linesWithin(description, CLAIM) : [];
  const lines = block.map(({ line }) => line.trim()).filter(Boolean);
  const claim =
    lines.length === 0 ? null : { isProject, title: labelKey(readText(row.view['title'])), lines };
  knownClaims.set(row, claim);
  return claim;
}

interface JobFacts {
  /** The folded notes. */
  readonly said: string;
  /** The `labelKey` of the project's title, '' if the notes name none. */
  readonly project: string;
}

/** By row, as above. */
const knownFacts = new WeakMap<FactRow, JobFacts>();

function factsOf(row: FactRow): JobFacts {
  const known = knownFacts.get(row);
  if (known) return known;
  const notes = readText(row.view['notes']);
  const project = notes.includes(HEADING_SIGN) ? readFact(notes, JOB, JOB_LABELS.project) : null;
  const facts = { said: notesText(notes), project: labelKey(project ?? '') };
  knownFacts.set(row, facts);
  return facts;
}

/** Returns the claims that the job's screen shows: those of its project or, if it names none, all of its customer. */
export function claimsOfJob(row: FactRow, customer: number, claims: ClaimsByCustomer): readonly Claim[] {
  const theirs = claims.get(customer) ?? [];
  const { project } = factsOf(row);
  if (project === '') return theirs;
  return theirs.filter(({ isProject, title }) => isProject && title === project);
}

interface JobRows {
  readonly rows: readonly FactRow[];
  readonly customers: Int32Array;
  readonly claims: ClaimsByCustomer;
}

/** Returns a text for each row, '' if there is nothing to find. */
export function* factTexts({ rows, customers, claims }: JobRows): Generator<void, readonly string[]> {
  const texts: string[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % WORK_ORDERS_PER_STEP === 0) yield;
    const { said } = factsOf(row);
    const claimed = claimsOfJob(row, Number(customers[n]), claims).flatMap(({ lines }) => lines);
    texts.push(claimed.length === 0 ? said : `${said}\n${notesText(claimed.join('\n'))}`);
  }
  return texts;
}

/** Returns the line that contains most of the terms, and of equals the first. Null if no line contains any. */
export function lineWith(lines: readonly string[], terms: readonly string[]): string | null {
  let [best, most]: [string | null, number] = [null, 0];
  for (const line of lines) {
    const plain = notesText(line);
    const count = terms.filter((term) => plain.includes(term)).length;
    if (count > most) [best, most] = [line.trim(), count];
  }
  return best;
}
