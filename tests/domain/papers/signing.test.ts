import { describe, expect, test } from 'vitest';
import { readChecklist } from '../../../src/domain/day/checklist.ts';
import { LOG, readEntries } from '../../../src/domain/day/entries.ts';
import { documentHash } from '../../../src/domain/papers/document-hash.ts';
import { authorizationPaper } from '../../../src/domain/papers/papers.ts';
import {
  auditPage,
  CAPACITIES,
  hasRoomToSign,
  type Signing,
  type SigningDraft,
  signedNotes,
  signingProblems,
} from '../../../src/domain/papers/signing.ts';
import { DENVER } from '../../support/records/texts.ts';
import { order, SOURCE } from './source.ts';

const paper = authorizationPaper(SOURCE, {
  order: order(),
  claim: '',
  agreement: { text: 'I agree.', cancellation: 'Three days.' },
});
const READY: SigningDraft = {
  isRead: true,
  isAgreed: true,
  name: 'Pat Doe',
  capacity: 'owner',
  points: [8, 40],
  cannot: null,
};
const SIGNING: Signing = {
  at: Date.parse('2026-11-23T14:45:00Z'),
  offset: -360,
  name: 'Pat Doe',
  capacity: 'tenant',
  cannot: null,
  presentedBy: 'Ann Lee',
  clockAhead: null,
  device: 'Pixel 8, Chrome 142',
  appVersion: '0.3.0',
};
const CANNOT = { reason: 'broken arm', witness: 'Kim Ray' };

describe('a document can be signed', () => {
  test('if all is there', () => {
    expect(signingProblems(READY, paper)).toEqual([]);
    expect(signingProblems({ ...READY, isAgreed: false, points: [], cannot: CANNOT }, paper)).toEqual([]);
    expect(signingProblems({ ...READY, points: [] }, { consent: null })).toEqual([]);
  });

  test.each<[string, Partial<SigningDraft>]>([
    ['Read the document to its end first, or press ‘I have read it’.', { isRead: false }],
    ['Type the name of the person who signs.', { name: ' ' }],
    ['Choose who signs: the owner, a tenant or an agent.', { capacity: null }],
    ['Check the box below the document to agree to it.', { isAgreed: false }],
    ['Sign in the box. A dot or a short line is not enough.', { points: [40, 7] }],
    ['Sign in the box. A dot or a short line is not enough.', { points: [40] }],
    ['Say why the person cannot sign.', { points: [], cannot: { ...CANNOT, reason: ' ' } }],
    ['Type the name of a witness.', { points: [], cannot: { ...CANNOT, witness: '' } }],
  ])('else it says: %s', (sentence, missing) => {
    expect(signingProblems({ ...READY, ...missing }, paper)).toEqual([sentence]);
  });
});

describe('the last page', () => {
  const factsOf = (signing: Partial<Signing>) => {
    const [first] = auditPage(paper, { ...SIGNING, ...signing });
    return first?.part === 'facts' ? Object.fromEntries(first.facts) : {};
  };

  test('says who signed what, when, where, and how that is known', () => {
    const [facts, agreed, pictures] = auditPage(paper, SIGNING);
    expect(facts).toEqual({
      part: 'facts',
      heading: 'Record of the signature',
      facts: [
        ['Signed by', 'Pat Doe'],
        ['As', 'Tenant'],
        ['Signed on', 'Nov 23, 2026, 8:45 AM -0600'],
        ['Clock of the device', 'Not known to be wrong'],
        ['Presented by', 'Ann Lee'],
        ['Place', 'Not recorded'],
        ['Device', 'Pixel 8, Chrome 142'],
        ['Version of the app', '0.3.0'],
        ['SHA-256 of the document', documentHash(paper)],
      ],
    });
    expect(agreed).toMatchObject({ heading: 'Agreed to', paragraphs: [paper.consent?.sentence] });
    expect(pictures).toMatchObject({ paragraphs: [paper.company.logo] });
  });

  test('of a document that nobody agrees to has no such sentence', () => {
    expect(auditPage({ ...paper, consent: null }, SIGNING)).toHaveLength(2);
  });

  test.each([
    [400, 'Right to within 2 seconds'],
    [-2000, 'Right to within 2 seconds'],
    [65_400, 'Fast by about 65 seconds'],
    [-90_000, 'Slow by about 90 seconds'],
  ])('says how right the clock was: %d ms', (clockAhead, said) => {
    expect(factsOf({ clockAhead })['Clock of the device']).toBe(said);
  });

  test('says why somebody could not sign, and not that this person signed or agreed', () => {
    const page = auditPage(paper, { ...SIGNING, cannot: CANNOT });
    expect(page[0]).toMatchObject({ heading: 'Record of a missing signature' });
    expect(factsOf({ cannot: CANNOT })).toMatchObject({
      'Person who could not sign': 'Pat Doe',
      Reason: 'broken arm',
      Witness: 'Kim Ray',
      'Recorded on': 'Nov 23, 2026, 8:45 AM -0600',
    });
    expect(JSON.stringify(page)).not.toMatch(/signed|agree/i);
  });

  test.each(CAPACITIES)('names the capacity: %s', (capacity) => {
    expect(factsOf({ capacity })['As']).toMatch(/^[A-Z]/);
  });
});

describe('the notes of a job', () => {
  const digits = documentHash(paper).slice(0, 12);

  test('get a tick with its time and presenter, and an entry with the document’s first digits', () => {
    const notes = signedNotes('Dog.\n--- Checklist ---\n[ ] Work authorization signed', paper, SIGNING);
    expect(notes).toBe(
      [
        'Dog.',
        '--- Checklist ---',
        '[x] Work authorization signed (2026-11-23 08:45 -0600 Ann Lee)',
        '--- Log ---',
        `2026-11-23 08:45 -0600 Ann Lee: Work authorization signed by Pat Doe, document ${digits}`,
      ].join('\n'),
    );
  });

  test('keep an earlier tick, and get an item that is missing', () => {
    const once = signedNotes('', paper, SIGNING);
    const twice = signedNotes(once, paper, { ...SIGNING, at: SIGNING.at + 60_000 });
    expect(readChecklist(twice)).toEqual(readChecklist(once));
    expect(readEntries(twice, LOG, DENVER)).toHaveLength(2);
  });

  test('have room for the tick and the entry, or it is said beforehand', () => {
    const longest = { ...SIGNING, name: 'N'.repeat(200), presentedBy: 'P'.repeat(100) };
    const fill = (count: number) => 'n'.repeat(count);
    const added = signedNotes(fill(5000), paper, longest).length - 5000;
    expect(hasRoomToSign(fill(10_000 - added), paper)).toBe(true);
    expect(hasRoomToSign(fill(10_001 - added), paper)).toBe(false);
  });

  test('say why somebody could not sign, without a tick', () => {
    const notes = signedNotes('', paper, { ...SIGNING, cannot: CANNOT });
    expect(readChecklist(notes)).toEqual([]);
    expect(readEntries(notes, LOG, DENVER)[0]?.text).toBe(
      `Work authorization not signed: Pat Doe could not sign (broken arm), witness Kim Ray, document ${digits}`,
    );
  });
});
