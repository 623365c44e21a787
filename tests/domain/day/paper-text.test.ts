import { describe, expect, test } from 'vitest';
import { paperSections } from '../../../src/domain/day/paper-sections.ts';
import { NOTES } from '../../support/records/texts.ts';

describe('a text on paper', () => {
  test('shows free text, and other programs’ blocks under their names', () => {
    const text =
      'Dry the floor.\n\nThen paint.\n--- Scope of work ---\n12 sheets\n--- scope OF work ---\n3 doors';
    expect(paperSections(text)).toEqual([
      { name: null, text: 'Dry the floor.\n\nThen paint.' },
      { name: 'Scope of work', text: '12 sheets\n3 doors' },
    ]);
  });

  test.each(['Job', 'Checklist', 'Log', ' LOG '])('never shows the block %s', (name) => {
    expect(paperSections(`Dry it.\n---${name}---\n2026-11-23 08:42 ann: Slow payer.\n[ ] Ask`)).toEqual([
      { name: null, text: 'Dry it.' },
    ]);
  });

  test('of a job’s notes shows the typed text and none of the facts', () => {
    const shown = JSON.stringify(paperSections(NOTES));
    expect(shown).not.toMatch(/---|Crew:|\[x\]|\[ \]|\d{4}-\d\d-\d\d \d\d:\d\d/);
  });

  test.each([
    'Referral: Bob the plumber',
    'referral : Bob',
    'Referred by: Bob',
    'Referral: Bob\nReferral: Ben',
  ])('shows a claim without the referral: %s', (line) => {
    expect(paperSections(`--- Claim ---\nCarrier: Prairie Mutual\n${line}\nParking: behind`)).toEqual([
      { name: 'Claim', text: 'Carrier: Prairie Mutual\nParking: behind' },
    ]);
    expect(paperSections(`--- Claim ---\n${line}`)).toEqual([]);
  });

  test.each([
    'Referral: Bob the plumber\nDry it.',
    'Dry it.\n  referred by : Bob',
    'Referral source: Bob\nDry it.\n--- Scope ---\nReferral: Bob',
  ])('shows no referral in other text either: %j', (text) => {
    expect(paperSections(text)).toEqual([{ name: null, text: 'Dry it.' }]);
  });

  test('shows a sentence about a referral', () => {
    expect(paperSections('Referral to a roofer is needed.')).toEqual([
      { name: null, text: 'Referral to a roofer is needed.' },
    ]);
  });

  test('keeps a typed line that looks like a heading', () => {
    expect(paperSections('Sign here\n\\--- Log ---\nand here')).toEqual([
      { name: null, text: 'Sign here\n--- Log ---\nand here' },
    ]);
  });

  test.each(['', '  \n '])('is empty for %j', (text) => {
    expect(paperSections(text)).toEqual([]);
  });
});
