import { describe, expect, test } from 'vitest';
import { authorizationPaper } from '../../../src/domain/papers/papers.ts';
import {
  captionDigits,
  captionTitle,
  isOfSigning,
  isVoid,
  readSignedCaption,
} from '../../../src/domain/papers/signed-texts.ts';
import { type Signing, signedNotes, voidedNotes } from '../../../src/domain/papers/signing.ts';
import { signedFileWords, voidWords } from '../../../src/words/documents.ts';
import { order, SOURCE } from './source.ts';

const paper = authorizationPaper(SOURCE, { order: order(), claim: '', agreement: { text: 'I agree.' } });
const BO: Pick<Signing, 'at' | 'offset' | 'presentedBy' | 'name' | 'cannot'> = {
  at: Date.parse('2026-11-23T14:45:00Z'),
  offset: -360,
  presentedBy: 'Bo Diaz',
  name: 'Cy Young',
  cannot: null,
};
const CANNOT = { reason: 'broken arm', witness: 'Kim Ray' };
const signed = signedNotes('Dog.', paper, BO);

describe('a change is of a signing that logs one', () => {
  test.each([
    ['that was given', 'Dog.', signed],
    ['that could not be given', 'Dog.', signedNotes('Dog.', paper, { ...BO, cannot: CANNOT })],
    ['beside an earlier one', signed, signedNotes(signed, paper, { ...BO, at: BO.at + 60_000 })],
    ['in a new record', null, signed],
    ['without an offset', '', signed.replace(' -0600 Bo Diaz: ', ' Bo Diaz: ')],
  ])('%s', (_, base, value) => {
    expect(isOfSigning({ notes: { base, value }, title: { base: '', value: 'Dry' } })).toBe(true);
  });

  test.each([
    ['of an edit beside it', signed, `Cat.\n${signed}`],
    ['of another entry', 'Dog.', 'Dog.\n--- Log ---\n2026-11-23 08:45 -0600 Bo Diaz: Signed by nobody.'],
    ['that is taken out', signed, 'Dog.'],
    ['of a number', 1, 2],
  ])('but not one %s', (_, base, value) => {
    expect(isOfSigning({ notes: { base, value } })).toBe(false);
  });
});

test('the caption of a signed document says which, who, and its first digits', () => {
  const said = { document: 'Estimate', name: 'Cy Young', digits: '0123456789ab' };
  expect(readSignedCaption(signedFileWords.caption(said))).toEqual(said);
  expect(readSignedCaption(signedFileWords.captionWithout(said))).toBeNull();
  expect(readSignedCaption('')).toBeNull();
  const line = voidWords.line({ when: 'Nov 23', who: 'Bo Diaz', reason: 'wrong house' });
  const isNow = `${line}\n${signedFileWords.caption(said)}`;
  expect(readSignedCaption(isNow)).toBeNull();
  expect([isVoid(isNow), isVoid(signedFileWords.caption(said))]).toEqual([true, false]);
});

describe('a document that is void', () => {
  const CAPTION = signedFileWords.caption({ document: 'Estimate', name: 'Cy Young', digits: '0123456789ab' });
  const VOIDED = `Void since Nov 23, Bo Diaz: wrong house\n${CAPTION}`;
  const { presentedBy: who, ...when } = BO;
  const log = (caption: string) =>
    voidedNotes(signed, { name: 'Estimate EST-7.pdf', caption, reason: 'wrong house' }, { ...when, who });

  test('is logged with its reason and its first digits, as a part of the signing', () => {
    const notes = log(CAPTION);
    expect(notes).toBe(
      `${signed}\n2026-11-23 08:45 -0600 Bo Diaz: Estimate EST-7.pdf marked as void: wrong house, document 0123456789ab`,
    );
    expect(isOfSigning({ notes: { base: signed, value: notes } })).toBe(true);
    expect(log('Somebody wrote this.')).toMatch(/marked as void: wrong house$/);
  });

  test.each([
    ['that marks it', CAPTION, VOIDED, true],
    ['of its caption once it is marked', VOIDED, `${VOIDED}.`, false],
    ['of its caption before', CAPTION, `${CAPTION}.`, false],
  ])('belongs to a change %s: %#', (_, base, value, expected) => {
    expect(isOfSigning({ caption: { base, value } })).toBe(expected);
  });

  test('begins its title with each mark', () => {
    const other = 'Void since Nov 24, Cy Orr: again';
    const title = 'Estimate, signed by Cy Young';
    expect([CAPTION, VOIDED, `${other}\n${VOIDED}`, other].map(captionTitle)).toEqual([
      title,
      `Void since Nov 23, Bo Diaz: wrong house\n${title}`,
      `${other}\nVoid since Nov 23, Bo Diaz: wrong house\n${title}`,
      other,
    ]);
  });

  test('still has its digits in the caption', () => {
    expect([CAPTION, VOIDED, 'Dog.'].map(captionDigits)).toEqual(['0123456789ab', '0123456789ab', null]);
  });
});
