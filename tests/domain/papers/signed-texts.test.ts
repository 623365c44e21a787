import { describe, expect, test } from 'vitest';
import { authorizationPaper } from '../../../src/domain/papers/papers.ts';
import { isVoid, logsSignature, readSignedCaption } from '../../../src/domain/papers/signed-texts.ts';
import { type Signing, signedNotes } from '../../../src/domain/papers/signing.ts';
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

describe('a change logs a signature', () => {
  test.each([
    ['that was given', 'Dog.', signed],
    ['that could not be given', 'Dog.', signedNotes('Dog.', paper, { ...BO, cannot: CANNOT })],
    ['beside an earlier one', signed, signedNotes(signed, paper, { ...BO, at: BO.at + 60_000 })],
    ['in a new record', null, signed],
    ['without an offset', '', signed.replace(' -0600 Bo Diaz: ', ' Bo Diaz: ')],
  ])('%s', (_, base, value) => {
    expect(logsSignature({ notes: { base, value }, title: { base: '', value: 'Dry' } })).toBe(true);
  });

  test.each([
    ['of an edit beside it', signed, `Cat.\n${signed}`],
    ['of another entry', 'Dog.', 'Dog.\n--- Log ---\n2026-11-23 08:45 -0600 Bo Diaz: Signed by nobody.'],
    ['that is taken out', signed, 'Dog.'],
    ['of a number', 1, 2],
  ])('but not one %s', (_, base, value) => {
    expect(logsSignature({ notes: { base, value } })).toBe(false);
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
