import { describe, expect, it } from 'vitest';
import { settleTexts } from '../../src/outbox/merge/merge-text.ts';

const text = (...lines: readonly string[]): string => lines.join('\n');

const ANN = '2026-11-23 08:42 -0600 Ann Lee';
const BO = '2026-11-23 09:40 -0600 Bo Diaz';

describe('a person’s choice', () => {
  const base = text(
    'Gate 4471',
    '--- Job ---',
    'Time: 9:00',
    '--- Checklist ---',
    '[ ] Photos',
    '[ ] Moisture map',
  );
  const mine = text(
    'Gate 12',
    '--- Job ---',
    'Time: 10:00',
    '--- Checklist ---',
    `[x] Photos (${ANN})`,
    '[ ] Moisture map',
  );
  const theirs = text(
    'Gate 99',
    '--- Job ---',
    'Time: 11:00',
    '--- Checklist ---',
    '[ ] Photos',
    `[x] Moisture map (${BO})`,
  );
  const ticks = ['--- Checklist ---', `[x] Photos (${ANN})`, `[x] Moisture map (${BO})`];

  it.each([
    ['mine', text('Gate 12', '--- Job ---', 'Time: 10:00', ...ticks)],
    ['theirs', text('Gate 99', '--- Job ---', 'Time: 11:00', ...ticks)],
    ['both', text('Gate 99', 'Gate 12', '--- Job ---', 'Time: 11:00', 'Time: 10:00', ...ticks)],
  ] as const)(
    '[M37] for %s settles what both sides changed, and keeps the rest of both',
    (choice, settled) => {
      expect(settleTexts({ base, mine, theirs }, choice)).toBe(settled);
    },
  );

  it.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
    ['both', 'theirs\nmine'],
  ] as const)('for %s is the whole text if it is too long to compare', (choice, settled) => {
    expect(settleTexts({ base: 'x\n'.repeat(2001), mine: 'mine', theirs: 'theirs' }, choice)).toBe(settled);
  });
});
