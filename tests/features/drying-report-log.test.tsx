import { describe, expect, test } from 'vitest';
import type { DryingFact } from '../../src/domain/drying/drying-facts.ts';
import { moisture, ref } from '../support/drying/job.ts';
import { openReadings, printedReport, ROOM } from '../support/drying/readings-screen.tsx';

/** The report of a log, whose entries are '2026-11-24 08:00 Ann Lee: chamber A = Kitchen'. */
async function reportOf(...entries: readonly string[]): Promise<string> {
  const lines = entries.map((entry) => `${entry.slice(0, 16)} +0000${entry.slice(16)}`);
  const { user } = await openReadings({
    companyName: 'Lakeside',
    notes: ['--- Drying ---', ...lines].join('\n'),
  });
  return printedReport(user);
}

describe('the drying report', () => {
  test('says of each stay how many stood, not what an edit of gone equipment says', async () => {
    const text = await reportOf(
      '2024-11-23 08:00 Ann Lee: chamber A = Kitchen',
      '2024-11-23 08:00 Ann Lee: placed MA 4 air movers A',
      '2024-11-24 10:00 Ann Lee: removed MA',
      '2024-11-25 08:00 Ann Lee: placed MA/Ann Lee = 2 air movers A',
      '2024-11-26 10:00 Ann Lee: removed MA',
      '2024-11-26 10:05 Bo Diaz: changed MA/Ann Lee = count 3',
    );
    expect(text.match(/\d air movers/g)).toEqual(['4 air movers', '2 air movers']);
    expect(text).not.toMatch(/3 air movers/);
  });

  test('says of what the screen warns: one label for two things, and dates that are still to come', async () => {
    const hall: DryingFact = { word: 'set', ref: ref('A1'), place: 'Hall floor', material: '', goal: 9 };
    const { user } = await openReadings({
      companyName: 'Lakeside',
      facts: [
        [2, ROOM],
        [1, [hall, moisture('A1', 14)]],
        [-2, [{ word: 'removed', ref: ref('D1'), isPoint: false }]],
      ],
    });
    const text = await printedReport(user);
    expect(text).toContain(
      'Ann Lee used the label A1 for two: A1 · Kitchen N wall, drywall, and A1/Ann Lee/2 · Hall floor.',
    );
    expect(text).toContain(
      'A removal is dated after this report. Its days are counted until the report only.',
    );
    expect(text).toMatch(/An entry by Ann Lee is dated .+, which is after this report\./);
  });
});
