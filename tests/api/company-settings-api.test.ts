import { describe, expect, it } from 'vitest';
import { refusalsIn, settingsIn, settingsVersionIn } from '../../src/api/company-settings-api.ts';
import type { Answer } from '../../src/domain/answer.ts';

const answer = (value: unknown, status = 200): Answer => ({
  kind: 'response',
  status,
  body: { kind: 'json', value },
  retryAfter: null,
});
const TEXTS = {
  name: 'Lakeside',
  address: '',
  phone: '',
  logo: '',
  checklists: '',
  document_texts: '',
  price_list: '',
};

describe('settings in an answer', () => {
  it('are read with their history, if the server sends one', () => {
    const at = '2026-11-27T20:48:00Z';
    const history = [
      { setting: 'name', before: '', after: 'Lakeside', at, by: 'Bo Diaz' },
      { setting: 'logo', at, by: 'Bo Diaz' },
      { setting: 'motto', before: '', after: 'Dry', at, by: 'Bo Diaz' },
      { setting: 'phone', before: '', after: '1', at: 'yesterday', by: 'Bo Diaz' },
      'nonsense',
    ];
    const by = { at: Date.parse(at), by: 'Bo Diaz' };
    expect(settingsIn(answer({ ...TEXTS, version: 3, history }))).toEqual({
      version: 3,
      values: {
        companyName: 'Lakeside',
        companyAddress: '',
        companyPhone: '',
        companyLogo: '',
        checklists: '',
        documentTexts: '',
        priceList: '',
      },
      history: [
        { setting: 'companyName', before: '', after: 'Lakeside', ...by },
        { setting: 'companyLogo', before: null, after: null, ...by },
      ],
    });
    expect(settingsIn(answer({ ...TEXTS, version: 3 }, 412))?.history).toEqual([]);
  });

  it.each(['data:image/svg+xml;base64,PHN2Zy8+', 'https://example.com/logo.png', 'javascript:alert(1)'])(
    'have no logo where that is %s',
    (logo) => {
      expect(settingsIn(answer({ ...TEXTS, logo, version: 1 }))?.values.companyLogo).toBe('');
    },
  );

  it.each([
    ['without a version', answer(TEXTS)],
    ['without a text', answer({ version: 1, name: 'Lakeside' })],
    ['of a page', { ...answer(null), body: { kind: 'html' } } as Answer],
    ['that never came', { kind: 'noAnswer', cause: 'network' } as Answer],
  ])('are none %s', (_, given) => {
    expect(settingsIn(given)).toBeNull();
  });

  it('have no prices if the server is from before the price list', () => {
    const { price_list: _, ...before } = TEXTS;
    for (const status of [200, 412])
      expect(settingsIn(answer({ ...before, version: 3 }, status))).toMatchObject({
        version: 3,
        values: { companyName: 'Lakeside', priceList: '' },
      });
  });

  it('may be their version alone', () => {
    expect(settingsVersionIn(answer({ version: 7 }))).toBe(7);
    expect(settingsVersionIn(answer({ version: '7' }))).toBeNull();
    expect(settingsIn(answer({ version: 7 }))).toBeNull();
  });
});

it('a refusal is read for each setting that it names', () => {
  const body = { phone: ['Too long.', 'No letters.'], logo: 'No picture.', motto: ['?'] };
  expect(refusalsIn(answer(body, 400))).toEqual({
    companyPhone: 'Too long., No letters.',
    companyLogo: 'No picture.',
  });
  expect(refusalsIn({ kind: 'noAnswer', cause: 'network' })).toEqual({});
});
