import { documentTextExamples, EXAMPLE_MARK } from '../../words/document-texts.ts';
import { documentWords } from '../../words/papers.ts';
import { bareLines, headingName, sameLabel } from '../day/text-blocks.ts';
import type { CompanySettings } from '../settings.ts';
import type { PaperContent, PaperKind } from './paper-content.ts';
import type { Agreement } from './paper-parts.ts';

/** The blocks of the company's texts. Stored, so never translated. */
const BLOCKS: Readonly<Partial<Record<PaperKind, string>>> = {
  estimate: 'Estimate',
  authorization: 'Work authorization',
  completion: 'Certificate of completion',
  changeOrder: 'Change order',
};
const CANCELLATION = 'Right to cancel';
const NAMES = [...Object.values(BLOCKS), CANCELLATION];

/** Ends the name of a block that is not used. */
const OFF = /\s*\(off\)$/i;

/** A contract may be canceled. A certificate of completion is not a contract. */
const CONTRACTS: readonly PaperKind[] = ['estimate', 'authorization', 'changeOrder'];

type DocumentTexts = Pick<CompanySettings, 'documentTexts'>;

/** Returns the company's texts, or marked examples until it has any. A document whose block is missing has no text. */
export function agreementOf(kind: PaperKind, settings: DocumentTexts): Agreement {
  const blocks = blocksOf(settings);
  const name = BLOCKS[kind];
  const text = name === undefined ? '' : (blocks.get(name) ?? '');
  const cancellation = CONTRACTS.includes(kind) ? (blocks.get(CANCELLATION) ?? '') : '';
  return { text, cancellation };
}

/** By name; '' is the text before the first block. Other lines between hyphens, such as dividers, belong to a text. */
function blocksOf({ documentTexts }: DocumentTexts): Map<string, string> {
  const texts = documentTexts.trim() === '' ? documentTextExamples : documentTexts;
  const blocks = new Map<string, string[]>();
  let name = '';
  for (const line of bareLines(texts)) {
    const next = blockName(line);
    name = next ?? name;
    const lines = next === null ? [line] : [];
    blocks.set(name, [...(blocks.get(name) ?? []), ...lines]);
  }
  return new Map([...blocks].map(([key, lines]) => [key, lines.join('\n').trim()]));
}

function blockName(line: string): string | null {
  const heading = headingName(line);
  const name = NAMES.find((known) => sameLabel(known, heading?.replace(OFF, '') ?? ''));
  if (heading === null || name === undefined) return null;
  return OFF.test(heading) ? `${name} (off)` : name;
}

export interface TextUses {
  /** The text of each document; '' if it has none. */
  readonly texts: readonly (readonly [name: string, text: string])[];
  /** In no document. */
  readonly unused: string;
  /** Lines that look like a document's name and are none. */
  readonly unknown: readonly string[];
}

/** Nothing of a contract is cut off without a word. */
export function textUses(settings: DocumentTexts): TextUses {
  const blocks = blocksOf(settings);
  const unknown = bareLines(settings.documentTexts).filter(
    (line) => /\p{L}/u.test(headingName(line) ?? '') && blockName(line) === null,
  );
  return {
    texts: NAMES.map((name) => [name, blocks.get(name) ?? '']),
    unused: blocks.get('') ?? '',
    unknown: [...new Set(unknown)],
  };
}

export function isExampleText(text: string): boolean {
  return text.includes(EXAMPLE_MARK);
}

/** Said before a customer signs. */
export function agreementProblem({ parts }: Pick<PaperContent, 'parts'>): 'example' | 'none' | null {
  const texts = parts.flatMap((part) => (part.part === 'text' ? [part] : []));
  if (texts.some(({ paragraphs }) => paragraphs.some(isExampleText))) return 'example';
  return texts.some(({ heading }) => heading === documentWords.agreement) ? null : 'none';
}
