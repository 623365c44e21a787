import { expect, test } from 'vitest';
import { air } from '../support/drying/job.ts';
import { openReadings, printedReport, ROOM } from '../support/drying/readings-screen.tsx';
import { PROJECTS } from '../support/kinds/projects.ts';

const CLAIM = [
  'Pump first.',
  '--- Claim ---',
  'Carrier: Prairie Mutual',
  'Claim number: 44-1182',
  'Referral: Joe',
].join('\n');

/** The text of the printed report. */
async function reportOf(notes: string, titles: readonly string[]): Promise<string> {
  const { records, user } = await openReadings({
    companyName: 'Lakeside',
    notes,
    facts: [[1, [...ROOM, air('A', 74, 60)]]],
  });
  await records.seedAll(
    'projects',
    titles.map((title) => ({ ...PROJECTS.a, title, description: CLAIM.replace('44', title) })),
  );
  return printedReport(user);
}

test('the drying report has the claim of the project that the job names, without its referral', async () => {
  const text = await reportOf('--- Job ---\nProject: Flood', ['Flood', 'Fire']);
  expect(text).toContain('Insurance claim');
  expect(text).toContain('Carrier: Prairie Mutual');
  expect(text).toContain('Claim number: Flood-1182');
  expect(text).not.toMatch(/Fire-1182|Joe|Pump first/);
});

test('the drying report has the only claim of the customer', async () => {
  expect(await reportOf('', ['Flood'])).toContain('Claim number: Flood-1182');
});

test('the drying report has no claim that may be of another job', async () => {
  expect(await reportOf('', ['Flood', 'Fire'])).not.toContain('Insurance claim');
});
