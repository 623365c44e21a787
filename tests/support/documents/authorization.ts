import type { PaperContent } from '../../../src/domain/papers/paper-content.ts';
import { signingWords } from '../../../src/words/papers.ts';
import { paperWords } from '../../../src/words/record.ts';

/** A document that one person signs. */
export const AUTHORIZATION: PaperContent = {
  version: 1,
  kind: 'authorization',
  title: 'Work authorization',
  company: { name: 'Dry Walls Inc.', lines: [], logo: '' },
  facts: [[paperWords.number, 'WO-1']],
  parts: [{ part: 'text', heading: 'Agreement', paragraphs: ['The company may begin its work.'] }],
  consent: { sentence: signingWords.consent, signatures: [signingWords.customer] },
};
