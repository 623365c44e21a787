import { describe, expect, test } from 'vitest';
import { openReadings, printedReport } from '../support/drying/readings-screen.tsx';

/** The report of a log, whose entries are '2026-11-24 08:00 Ann Lee: chamber A = Kitchen'. */
async function reportOf(...entries: readonly string[]): Promise<string> {
  const lines = entries.map((entry) => `${entry.slice(0, 16)} +0000${entry.slice(16)}`);
  const { records, user } = await openReadings({ notes: ['--- Drying ---', ...lines].join('\n') });
  return printedReport(records, user);
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
});
