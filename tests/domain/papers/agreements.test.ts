import { describe, expect, test } from 'vitest';
import { agreementOf } from '../../../src/domain/papers/agreements.ts';
import { documentTextExamples } from '../../../src/words/document-texts.ts';

const OWN = `--- Work authorization ---
Do the work.

Pay for it.
--- Right to cancel ---
Within three days.`;

describe('what a document is agreed to with', () => {
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
    'is an example that says so until there is one: %s',
    (kind) => {
      const { text, cancellation } = agreementOf(kind, { documentTexts: ' ' });
      expect(text).toMatch(/^EXAMPLE TEXT\. /);
      expect(cancellation).toBe('');
      expect(agreementOf(kind, { documentTexts: documentTextExamples }).text).toBe(text);
    },
  );

  test('has the example of a notice once it is switched on', () => {
    const documentTexts = documentTextExamples.replace(' (off) ---', ' ---');
    expect(agreementOf('authorization', { documentTexts }).cancellation).toMatch(/16 CFR 429/);
  });
});
