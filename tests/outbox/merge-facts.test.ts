import { describe, expect, it } from 'vitest';
import { mergeTexts, settleTexts } from '../../src/outbox/merge-text.ts';

const text = (...lines: readonly string[]): string => lines.join('\n');
const merged = (base: string, mine: string, theirs: string): string | null =>
  mergeTexts({ base, mine, theirs });

const ANN = '2026-11-23 08:42 -0600 Ann Lee';
const BO = '2026-11-23 09:40 -0600 Bo Diaz';

describe('facts of two people', () => {
  it.each<[string, string[], string[], string[], string[]]>([
    [
      'the first note and the first checklist',
      ['Call first.'],
      ['Call first.', '--- Log ---', `${ANN}: asbestos suspected, stop demo`],
      ['Call first.', '--- Checklist ---', '[ ] Moisture map'],
      [
        'Call first.',
        '--- Checklist ---',
        '[ ] Moisture map',
        '--- Log ---',
        `${ANN}: asbestos suspected, stop demo`,
      ],
    ],
    [
      'a step and the first note',
      ['--- Job ---', 'Crew: Ann Lee'],
      ['--- Job ---', 'Crew: Ann Lee', `On the way: ${ANN}`],
      ['--- Job ---', 'Crew: Ann Lee', '--- Log ---', `${BO}: Gate is open`],
      ['--- Job ---', 'Crew: Ann Lee', `On the way: ${ANN}`, '--- Log ---', `${BO}: Gate is open`],
    ],
    [
      'two first crews',
      [],
      ['--- Job ---', 'Crew: Ann Lee'],
      ['--- Job ---', 'Crew: Bo Diaz'],
      ['--- Job ---', 'Crew: Bo Diaz, Ann Lee'],
    ],
    [
      'one person twice in one line',
      ['--- Job ---', 'Crew: Ann, ann'],
      ['--- Job ---', 'Crew: Ann, ann, Cy'],
      ['--- Job ---', 'Crew: Ann, ann', 'Flags: dog'],
      ['--- Job ---', 'Crew: Ann, ann, Cy', 'Flags: dog'],
    ],
    [
      'one person twice, written in two ways',
      ['--- Job ---', 'Crew: Ann'],
      ['--- Job ---', 'Crew: Ann, Zo\u00e9'],
      ['--- Job ---', 'Crew: Ann, Zoe\u0301'],
      ['--- Job ---', 'Crew: Ann, Zoe\u0301'],
    ],
    [
      'one joins a crew and another leaves it',
      ['--- Job ---', 'Crew: Ann, Bo'],
      ['--- Job ---', 'Crew: Ann, Bo, Cy'],
      ['--- Job ---', 'Crew: Bo'],
      ['--- Job ---', 'Crew: Bo, Cy'],
    ],
    [
      'each takes another off the crew',
      ['--- Job ---', 'Crew: Ann, Bo', 'Time: 9:00'],
      ['--- Job ---', 'Crew: Ann', 'Time: 9:00'],
      ['--- Job ---', 'Crew: Bo', 'Time: 9:00'],
      ['--- Job ---', 'Time: 9:00'],
    ],
    [
      'the same checklist twice',
      [],
      ['--- Checklist ---', `[x] Moisture map (${ANN})`, '[ ] Photos'],
      ['--- Checklist ---', '[ ] Moisture map', '[ ] Photos'],
      ['--- Checklist ---', `[x] Moisture map (${ANN})`, '[ ] Photos'],
    ],
    [
      'a tick each',
      ['--- Checklist ---', '[ ] Moisture map', '[ ] Photos'],
      ['--- Checklist ---', `[x] Moisture map (${ANN})`, '[ ] Photos'],
      ['--- Checklist ---', '[ ] Moisture map', `[x] Photos (${BO})`],
      ['--- Checklist ---', `[x] Moisture map (${ANN})`, `[x] Photos (${BO})`],
    ],
    [
      'the same item ticked by both',
      ['--- Checklist ---', '[ ] Photos'],
      ['--- Checklist ---', `[x] Photos (${BO})`],
      ['--- Checklist ---', `[x] Photos (${ANN})`],
      ['--- Checklist ---', `[x] Photos (${ANN})`],
    ],
    [
      'an untick and a tick of another item',
      ['--- Checklist ---', `[x] Photos (${ANN})`, '[ ] Moisture map'],
      ['--- Checklist ---', '[ ] Photos', '[ ] Moisture map'],
      ['--- Checklist ---', `[x] Photos (${ANN})`, `[x] Moisture map (${BO})`],
      ['--- Checklist ---', '[ ] Photos', `[x] Moisture map (${BO})`],
    ],
    [
      'an item removed and ticked',
      ['--- Checklist ---', '[ ] Photos', '[ ] Moisture map'],
      ['--- Checklist ---', '[ ] Moisture map'],
      ['--- Checklist ---', `[x] Photos (${BO})`, '[ ] Moisture map'],
      ['--- Checklist ---', `[x] Photos (${BO})`, '[ ] Moisture map'],
    ],
    [
      'an item ticked and removed',
      ['--- Checklist ---', '[ ] Photos', '[ ] Moisture map'],
      ['--- Checklist ---', `[x] Photos (${BO})`, '[ ] Moisture map'],
      ['--- Checklist ---', '[ ] Moisture map'],
      ['--- Checklist ---', `[x] Photos (${BO})`, '[ ] Moisture map'],
    ],
    [
      'a step against a time and a flag',
      ['--- Job ---', 'Crew: Ann Lee'],
      ['--- Job ---', 'Crew: Ann Lee', `On the way: ${ANN}`],
      ['--- Job ---', 'Crew: Ann Lee', 'Time: 09:00-11:00', 'Flags: dog'],
      ['--- Job ---', 'Crew: Ann Lee', 'Time: 09:00-11:00', 'Flags: dog', `On the way: ${ANN}`],
    ],
    [
      'the same step of both, by the first',
      ['--- Job ---', 'Crew: Ann Lee'],
      ['--- Job ---', 'Crew: Ann Lee', `Started: ${BO}`],
      ['--- Job ---', 'Crew: Ann Lee', `Started: ${ANN}`],
      ['--- Job ---', 'Crew: Ann Lee', `Started: ${ANN}`],
    ],
    [
      'the same step of both, written without an offset',
      ['--- Job ---'],
      ['--- Job ---', 'Started: 2026-11-23 08:42 Ann'],
      ['--- Job ---', 'Started: 2026-11-23 9:10 Bo'],
      ['--- Job ---', 'Started: 2026-11-23 08:42 Ann'],
    ],
    [
      'a whole crew is let go, and another joins',
      ['--- Job ---', 'Crew: Ann'],
      ['--- Job ---'],
      ['--- Job ---', 'Crew: Ann, Bo'],
      ['--- Job ---', 'Crew: Bo'],
    ],
    [
      'another joins a crew that is let go',
      ['--- Job ---', 'Crew: Ann'],
      ['--- Job ---', 'Crew: Ann, Bo'],
      ['--- Job ---'],
      ['--- Job ---', 'Crew: Bo'],
    ],
    [
      'a step taken back and a flag',
      ['--- Job ---', `On the way: ${ANN}`, `Started: ${BO}`],
      ['--- Job ---', `On the way: ${ANN}`],
      ['--- Job ---', `On the way: ${ANN}`, `Started: ${BO}`, 'Flags: dog'],
      ['--- Job ---', `On the way: ${ANN}`, 'Flags: dog'],
    ],
    [
      'a note removed and a note added',
      ['--- Log ---', `${ANN}: Wall open`],
      [],
      ['--- Log ---', `${ANN}: Wall open`, `${BO}: Dry`],
      ['--- Log ---', `${BO}: Dry`],
    ],
    [
      'a note of three lines',
      ['--- Log ---', `${ANN}: Wall open`],
      ['--- Log ---', `${ANN}: Wall open`, '2026-11-23 10:00 -0600 Ann Lee: one', '  two', '  three'],
      ['--- Log ---', `${ANN}: Wall open`, `${BO}: Dry`],
      [
        '--- Log ---',
        `${ANN}: Wall open`,
        `${BO}: Dry`,
        '2026-11-23 10:00 -0600 Ann Lee: one',
        '  two',
        '  three',
      ],
    ],
    [
      'a log that has the newest first',
      ['--- Log ---', '2026-11-22 10:00 -0600 Ann: Came'],
      ['--- Log ---', `${ANN}: Wall open`, '2026-11-22 10:00 -0600 Ann: Came'],
      ['--- Log ---', `${BO}: Dry`, '2026-11-22 10:00 -0600 Ann: Came'],
      ['--- Log ---', `${BO}: Dry`, `${ANN}: Wall open`, '2026-11-22 10:00 -0600 Ann: Came'],
    ],
    [
      'lines that are no facts',
      ['--- Job ---', 'Gate code on the box', 'Crew: Ann'],
      ['--- Job ---', 'Gate code 4471', 'Crew: Ann'],
      ['--- Job ---', 'Gate code on the box', 'Bring boots', 'Crew: Ann', '--- Log ---', `${BO}: Dry`],
      ['--- Job ---', 'Bring boots', 'Gate code 4471', 'Crew: Ann', '--- Log ---', `${BO}: Dry`],
    ],
    [
      'a claim’s lines',
      ['--- Claim ---', 'Carrier: Prairie Mutual'],
      ['--- Claim ---', 'Carrier: Prairie Mutual', 'Policy: 12'],
      ['--- Claim ---', 'Carrier: Prairie Mutual', 'Claim number: 44-1182'],
      ['--- Claim ---', 'Carrier: Prairie Mutual', 'Claim number: 44-1182', 'Policy: 12'],
    ],
    [
      'visits of a drying log and items with prices',
      ['--- Items ---', '1 x Demo, 2 h @ 80.00 = 160.00'],
      [
        '--- Items ---',
        '1 x Demo, 2 h @ 80.00 = 160.00',
        '2 x Air mover @ 45.00 = 90.00',
        '--- Drying ---',
        `${BO}: points A1 34`,
      ],
      ['--- Items ---', '1 x Demo, 3 h @ 80.00 = 240.00', '--- Drying ---', `${ANN}: points A1 40`],
      [
        '--- Items ---',
        '1 x Demo, 3 h @ 80.00 = 240.00',
        '2 x Air mover @ 45.00 = 90.00',
        '--- Drying ---',
        `${ANN}: points A1 40`,
        `${BO}: points A1 34`,
      ],
    ],
    [
      'two blocks of one name',
      [
        '--- Checklist ---',
        '[ ] Photos',
        '--- Log ---',
        `${ANN}: Wall open`,
        '--- Checklist ---',
        '[ ] Photos',
        '[ ] Moisture map',
      ],
      [
        '--- Checklist ---',
        `[x] Photos (${ANN})`,
        '--- Log ---',
        `${ANN}: Wall open`,
        '--- Checklist ---',
        '[ ] Moisture map',
      ],
      [
        '--- Checklist ---',
        '[ ] Photos',
        '--- Log ---',
        `${ANN}: Wall open`,
        `${BO}: Dry`,
        '--- Checklist ---',
        '[ ] Photos',
        `[x] Moisture map (${BO})`,
      ],
      [
        '--- Checklist ---',
        `[x] Photos (${ANN})`,
        `[x] Moisture map (${BO})`,
        '--- Log ---',
        `${ANN}: Wall open`,
        `${BO}: Dry`,
      ],
    ],
    [
      'lines among items that are none',
      ['--- Items ---', 'Prices of 2026', '--- Checklist ---', 'ask', 'ask', '[ ] Photos'],
      [
        '--- Items ---',
        'Prices of 2026',
        '1 x Demo @ 80.00 = 80.00',
        '--- Checklist ---',
        'ask',
        'ask',
        '[ ] Photos',
        '[ ] Keys',
      ],
      ['--- Items ---', 'Prices of 2027', '--- Checklist ---', 'ask', 'ask', 'call', '[ ] Photos'],
      [
        '--- Items ---',
        'Prices of 2027',
        '1 x Demo @ 80.00 = 80.00',
        '--- Checklist ---',
        'ask',
        'ask',
        'call',
        '[ ] Photos',
        '[ ] Keys',
      ],
    ],
    [
      'two crews in one block',
      ['--- Job ---', 'Crew: Ann', 'Crew: Bo'],
      ['--- Job ---', 'Crew: Ann, Cy', 'Crew: Bo'],
      ['--- Job ---', 'Crew: Ann', 'Crew: Bo, Di'],
      ['--- Job ---', 'Crew: Ann, Bo, Di, Cy'],
    ],
    [
      'a block of another program',
      ['a', '--- Access ---', 'Key under the mat', 'Floor 2'],
      ['a', '--- Access ---', 'Key under the mat', 'Floor 2', 'Dog is friendly'],
      ['a', '--- Access ---', 'Key at the neighbor’s', 'Floor 2', '--- Job ---', 'Crew: Bo'],
      [
        'a',
        '--- Access ---',
        'Key at the neighbor’s',
        'Floor 2',
        'Dog is friendly',
        '--- Job ---',
        'Crew: Bo',
      ],
    ],
    [
      'a block that one side removed',
      ['--- Job ---', 'Crew: Ann', '--- Access ---', 'Key under the mat'],
      ['--- Job ---', 'Crew: Ann'],
      ['--- Job ---', 'Crew: Ann, Bo', '--- Access ---', 'Key under the mat'],
      ['--- Job ---', 'Crew: Ann, Bo'],
    ],
    [
      'blank lines between the facts',
      ['--- Job ---', '', 'Crew: Ann', ''],
      ['--- Job ---', '', 'Crew: Ann, Bo', ''],
      ['--- Job ---', '', 'Crew: Ann', 'Time: 9:00', ''],
      ['--- Job ---', '', 'Crew: Ann, Bo', 'Time: 9:00', ''],
    ],
  ])('[M34, M39] are put together: %s', (_, base, mine, theirs, both) => {
    expect(merged(text(...base), text(...mine), text(...theirs))).toBe(text(...both));
  });

  it.each<[string, string[], string[], string[], string[]]>([
    [
      'two times',
      ['--- Job ---', 'Time: 9:00'],
      ['--- Job ---', 'Time: 10:00'],
      ['--- Job ---', 'Time: 11:00'],
      ['--- Job ---', 'Time: 11:00', 'Time: 10:00'],
    ],
    [
      'a step taken back and taken by another',
      ['--- Job ---', `Started: ${ANN}`, 'Flags: dog'],
      ['--- Job ---', 'Flags: dog'],
      ['--- Job ---', `Started: ${BO}`, 'Flags: dog'],
      ['--- Job ---', `Started: ${BO}`, 'Flags: dog'],
    ],
    [
      'a step without a time that can be read',
      ['--- Job ---'],
      ['--- Job ---', 'Started: just now'],
      ['--- Job ---', `Started: ${BO}`],
      ['--- Job ---', `Started: ${BO}`, 'Started: just now'],
    ],
    [
      'the price of an item',
      ['--- Items ---', '1 x Demo @ 80.00 = 80.00'],
      ['--- Items ---', '2 x Demo @ 80.00 = 160.00'],
      ['--- Items ---', '3 x Demo @ 80.00 = 240.00'],
      ['--- Items ---', '3 x Demo @ 80.00 = 240.00', '2 x Demo @ 80.00 = 160.00'],
    ],
    [
      'an indented line that would become part of a note',
      ['--- Log ---'],
      ['--- Log ---', '  Gate code 4471'],
      ['--- Log ---', `${BO}: Dry`],
      ['--- Log ---', `${BO}: Dry`, '--- Log ---', '  Gate code 4471'],
    ],
  ])('[M29, M40] are left to a person, who can keep both: %s', (_, base, mine, theirs, both) => {
    const sides = { base: text(...base), mine: text(...mine), theirs: text(...theirs) };
    expect(mergeTexts(sides)).toBeNull();
    expect(settleTexts(sides, 'both')).toBe(text(...both));
  });
});

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
  ] as const)('[M37] for %s settles what both changed, and keeps all else of both', (choice, settled) => {
    expect(settleTexts({ base, mine, theirs }, choice)).toBe(settled);
  });

  it.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
    ['both', 'theirs\nmine'],
  ] as const)('for %s is the whole text if it is too long to compare', (choice, settled) => {
    expect(settleTexts({ base: 'x\n'.repeat(2001), mine: 'mine', theirs: 'theirs' }, choice)).toBe(settled);
  });
});
