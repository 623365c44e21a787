import { describe, expect, test } from 'vitest';
import { agreementOf, agreementProblem, textUses } from '../../../src/domain/papers/agreements.ts';
import { authorizationPaper } from '../../../src/domain/papers/papers.ts';
import { documentTextExamples } from '../../../src/words/document-texts.ts';
import { order, SOURCE } from './source.ts';

const OWN = `--- Work authorization ---
Do the work.

Pay for it.
--- Right to cancel ---
Within three days.`;

describe('the agreement of a document', () => {
  test('is the company’s own text, with its notice for contracts', () => {
    const settings = { documentTexts: OWN };
    expect(agreementOf('authorization', settings)).toEqual({
      text: 'Do the work.\n\nPay for it.',
      cancellation: 'Within three days.',
    });
    expect(agreementOf('estimate', settings)).toEqual({ text: '', cancellation: 'Within three days.' });
    expect(agreementOf('completion', settings)).toEqual({ text: '', cancellation: '' });
    expect(agreementOf('report', settings)).toEqual({ text: '', cancellation: '' });
  });

  test.each(['estimate', 'authorization', 'completion', 'changeOrder'] as const)(
    'is a marked example until the company has its own texts: %s',
    (kind) => {
      const { text, cancellation } = agreementOf(kind, { documentTexts: ' ' });
      expect(text).toMatch(/^EXAMPLE TEXT\. /);
      expect(cancellation).toBe('');
      expect(agreementOf(kind, { documentTexts: documentTextExamples }).text).toBe(text);
    },
  );

  test('is not cut off by a divider, a heading within it, or a line that looks like one', () => {
    const text = 'Do it.\n-------\n--- Payment ---\nPay in 30 days.\n- - -';
    const documentTexts = `--- ESTIMATE ---\nYes.\n--- Work authorization ---\n${text}\n--- Change order (OFF) ---\nNo.`;
    expect(agreementOf('authorization', { documentTexts }).text).toBe(text);
    expect(agreementOf('estimate', { documentTexts }).text).toBe('Yes.');
    expect(agreementOf('changeOrder', { documentTexts }).text).toBe('');
  });

  test('includes the example of a notice once it is switched on', () => {
    const documentTexts = documentTextExamples.replace(' (off) ---', ' ---');
    expect(agreementOf('authorization', { documentTexts }).cancellation).toMatch(/16 CFR 429/);
  });
});

describe('the texts that a company wrote', () => {
  test('are each in a document, and what is in none is named', () => {
    const documentTexts = `Our terms.\n--- Estimate ---\nI accept.\n-------\nAll of it.\n--- Work authorisation ---\nBegin.`;
    expect(textUses({ documentTexts })).toEqual({
      texts: [
        ['Estimate', 'I accept.\n-------\nAll of it.\n--- Work authorisation ---\nBegin.'],
        ['Work authorization', ''],
        ['Certificate of completion', ''],
        ['Change order', ''],
        ['Right to cancel', ''],
      ],
      unused: 'Our terms.',
      unknown: ['--- Work authorisation ---'],
    });
    expect(textUses({ documentTexts: OWN })).toMatchObject({ unused: '', unknown: [] });
  });

  test.each([
    ['example', 'EXAMPLE TEXT. Replace it.\n\nI agree.'],
    ['none', ''],
    [null, 'I agree.'],
  ])('have a problem before they are signed, or none: %j', (problem, text) => {
    const agreement = { text };
    const paper = authorizationPaper(SOURCE, {
      order: order({ description: 'Dry it.' }),
      claim: '',
      agreement,
    });
    expect(agreementProblem(paper)).toBe(problem);
  });
});
