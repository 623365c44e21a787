import { describe, expect, test } from 'vitest';
import { readDrying, saysAll } from '../../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { fiveDays } from '../../support/drying/job.ts';
import { SET_UP } from '../../support/drying/log.ts';
import { DENVER } from '../../support/records/texts.ts';

const stamped = (said: string) => `2026-11-${said.slice(0, 8)} -0600 Ann Lee: ${said.slice(9)}`;
const drying = ['--- Drying ---', ...SET_UP.map(stamped)].join('\n');
const logWith = (...lines: readonly string[]) =>
  foldDrying(readDrying([[drying, ...lines].join('\n')], DENVER));

const SENTENCES = [
  'Set D1 to high',
  'set D1 to high',
  'set D1 to 45, goal 40',
  'Set A1 aside; Z9 is next',
  'Placed D1 in room A',
  'placed TV in room B',
  'placed D1 2 ft from A',
  'placed fans in A',
  'named D1 Bob',
  'Removed D1',
  'removed D1, MA',
  'removed A1',
  'removed point A1',
  'Running all',
  'running all',
  'running D1, MA',
  'Dry A',
  'dry A, all good',
  'dry A, all at goal',
  'dry A/C coil, cleaned the filter',
  'Reopened A',
  'reopened A, wall still wet',
  'Air out the closet',
  'air out not reachable',
  'air A meter off',
  'Points A1 not reachable',
  'points A1 meter off, A2 not reachable',
  'Points to check: A1',
  'Chamber B = the bath',
  'chamber A = dry',
  'Altitude 5280 ft',
  'note D1',
];

describe('an ordinary sentence of the log', () => {
  test.each(SENTENCES)('is no fact: %s', (said) => {
    const entry = stamped(`24 09:00 ${said}`);
    expect(logWith('--- Log ---', entry)).toEqual(logWith());
    for (const text of [`${drying}\n--- Visits ---\n${entry}`, `${entry}\n${drying}`]) {
      const { notes: _, ...log } = foldDrying(readDrying([text], DENVER));
      const { notes: __, ...without } = logWith();
      expect(log).toEqual(without);
    }
  });
});

describe('readings that another program moved out of the block', () => {
  test.each([
    'air out 52F 60%, un 70F 38%, A 74F 71%, D1 meter off',
    'points A1 34, A2 not reachable',
    'correct 2026-11-23 10:00 Ann Lee A1 24',
    'correct 2026-11-27 10:00 Ann Lee D1 not removed',
    'chamber B = Bath, class 2, 1850 cf',
    'chamber B = Bath + Hall, 900 cf',
    'altitude 5280 ft',
  ])('are read if they are written as the app writes them: %s', (said) => {
    const entry = stamped(`24 09:00 ${said}`);
    expect(readDrying([['--- Log ---', entry].join('\n')], DENVER)).toMatchObject([
      { text: said, isInBlock: false },
    ]);
  });

  test('are missed by whoever wrote them, if they could be prose', () => {
    const removal =
      fiveDays()
        .split('\n')
        .find((line) => line.includes(': removed ')) ?? '';
    expect(saysAll(fiveDays(), removal)).toBe(true);
    const without = fiveDays().replace(`${removal}\n`, '');
    expect(saysAll(`${without}\n--- Log ---\n${removal}`, removal)).toBe(false);
  });
});

describe('entries that the block has lost', () => {
  const LOST = ['removed D1', 'dry A', 'set A2 Kitchen sill', 'points A2 12'].map((said) =>
    stamped(`24 09:00 ${said}`),
  );
  const textsOf = (text: string) => foldDrying(readDrying([text], DENVER)).notes.map((note) => note.text);
  const shown = ['removed D1', 'dry A', 'set A2 Kitchen sill'];

  test('are shown as notes behind a line that looks like a heading, unless they count', () => {
    expect(textsOf([drying, '--- Friday ---', ...LOST].join('\n'))).toEqual(shown);
    const stray = LOST.map((entry) => entry.replace('A2', 'A7'));
    expect(textsOf([drying, '--- Friday ---', ...stray].join('\n'))).toContain('points A7 12');
    expect(textsOf([drying, '--- Friday ---', stamped('24 09:00 Removed the fan')].join('\n'))).toEqual([]);
  });

  test.each(['--- Dring ---', '', '--- Log ---'])('also if its heading is now %j', (heading) => {
    const all = [heading, ...SET_UP.map(stamped), ...LOST].join('\n');
    expect(textsOf(all)).toEqual(expect.arrayContaining(shown));
  });

  test('but in the log, only among readings', () => {
    const removal = stamped('24 09:00 removed D1');
    expect(
      textsOf([drying, '--- Log ---', removal, '', stamped('24 09:00 altitude 1 ft')].join('\n')),
    ).toEqual([]);
    expect(textsOf([drying, '--- Log ---', removal, stamped('24 09:00 altitude 1 ft')].join('\n'))).toEqual([
      'removed D1',
    ]);
  });
});
