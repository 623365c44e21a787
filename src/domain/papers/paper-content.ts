import { type CompanySettings, linesOf } from '../settings.ts';
import { sha256Hex } from '../sha256.ts';

export type PaperKind = 'estimate' | 'authorization' | 'completion' | 'changeOrder' | 'report';

/**
 * A document as plain data. Its texts are ready to be drawn: what is signed is what was read, and a later version of the
 * app or the browser cannot format it differently.
 */
export interface PaperContent {
  /** The version of this shape. */
  readonly version: 1;
  readonly kind: PaperKind;
  readonly title: string;
  readonly company: Letterhead;
  /** In the corner of the first page. */
  readonly facts: readonly PaperFact[];
  readonly parts: readonly PaperPart[];
  /** The sentence that the signatures agree to. Null if nobody signs the document. */
  readonly consent: Consent | null;
}

export interface Letterhead {
  readonly name: string;
  readonly lines: readonly string[];
  /** The SHA-256 of its data URL; blank without one. */
  readonly logo: string;
}

export type PaperFact = readonly [name: string, value: string];

export interface Consent {
  readonly sentence: string;
  /** The label of each signature. */
  readonly signatures: readonly string[];
}

export type PaperPart =
  | { readonly part: 'parties'; readonly parties: readonly Party[] }
  | { readonly part: 'facts'; readonly heading: string; readonly facts: readonly PaperFact[] }
  | PaperText
  | PaperTable
  | { readonly part: 'sums'; readonly sums: readonly PaperSum[] }
  | PaperPictures
  | PaperChart;

export interface PaperText {
  readonly part: 'text';
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export interface Party {
  readonly role: string;
  readonly lines: readonly string[];
}

export interface PaperTable {
  readonly part: 'table';
  readonly heading: string;
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
  /** Below the table. */
  readonly notes: readonly string[];
}

export interface PaperColumn {
  readonly head: string;
  readonly align: 'left' | 'right';
  /** Share of the width, compared with the other columns. */
  readonly width: number;
}

export type PaperRow =
  | { readonly row: 'cells'; readonly cells: readonly string[] }
  /** Across all columns, and kept with the next row. */
  | { readonly row: 'group'; readonly text: string };

export interface PaperSum {
  readonly name: string;
  readonly text: string;
  readonly cents: number;
  readonly isTotal: boolean;
}

export interface PaperPictures {
  readonly part: 'pictures';
  readonly heading: string;
  readonly perPage: 2 | 6;
  readonly pictures: readonly PaperPicture[];
}

export interface PaperPicture {
  readonly sha256: string;
  readonly lines: readonly string[];
}

export interface PaperChart {
  readonly part: 'chart';
  readonly heading: string;
  /** The names of the places on the axis. */
  readonly axis: readonly string[];
  readonly lines: readonly ChartLine[];
}

export interface ChartLine {
  readonly name: string;
  /** Null where nothing was read. */
  readonly values: readonly (number | null)[];
}

export function letterhead({
  companyName,
  companyAddress,
  companyPhone,
  companyLogo,
}: CompanySettings): Letterhead {
  return {
    name: companyName.trim(),
    lines: [...linesOf(companyAddress), companyPhone.trim()].filter(Boolean),
    logo: companyLogo === '' ? '' : textHash(companyLogo),
  };
}

/** The SHA-256 of a text's UTF-8. */
export function textHash(text: string): string {
  // The bytes may be a part of a larger buffer.
  return sha256Hex(new TextEncoder().encode(text).slice().buffer);
}

/** Facts without a value are left out. */
export function knownFacts(
  facts: readonly (readonly [name: string, value: string | null | undefined])[],
): PaperFact[] {
  return facts.flatMap(([name, value]): PaperFact[] => {
    const said = value?.trim() ?? '';
    return said === '' ? [] : [[name, said]];
  });
}

/** The hashes of all pictures, also of the logo, each once. */
export function picturesOf({ company, parts }: Pick<PaperContent, 'company' | 'parts'>): string[] {
  const all = parts.flatMap((part) => (part.part === 'pictures' ? part.pictures : []));
  return [...new Set([company.logo, ...all.map(({ sha256 }) => sha256)])].filter(Boolean);
}
