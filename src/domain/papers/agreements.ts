import { documentTextExamples } from '../../words/document-texts.ts';
import { linesWithin } from '../day/text-blocks.ts';
import type { CompanySettings } from '../settings.ts';
import type { PaperKind } from './paper-content.ts';
import type { Agreement } from './paper-parts.ts';

/** The blocks of the company's texts. Stored, so never translated. */
const BLOCKS: Readonly<Partial<Record<PaperKind, string>>> = {
  estimate: 'Estimate',
  authorization: 'Work authorization',
  completion: 'Certificate of completion',
  changeOrder: 'Change order',
};
const CANCELLATION = 'Right to cancel';

/** A contract may be canceled. A certificate of completion is none. */
const CONTRACTS: readonly PaperKind[] = ['estimate', 'authorization', 'changeOrder'];

/** The company's own texts, or examples that say so until it has any. A document whose block is missing has no text. */
export function agreementOf(
  kind: PaperKind,
  { documentTexts }: Pick<CompanySettings, 'documentTexts'>,
): Agreement {
  const texts = documentTexts.trim() === '' ? documentTextExamples : documentTexts;
  const text = blockText(texts, BLOCKS[kind] ?? '');
  const cancellation = CONTRACTS.includes(kind) ? blockText(texts, CANCELLATION) : '';
  return { text, cancellation };
}

function blockText(texts: string, name: string): string {
  return linesWithin(texts, name)
    .map(({ line }) => line)
    .join('\n')
    .trim();
}
