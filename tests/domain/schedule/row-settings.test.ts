import { describe, expect, test } from 'vitest';
import { inOrder, type Person, PLAIN_ROWS, type RowSettings } from '../../../src/domain/schedule/people.ts';
import { joinedRow, movedRow, shownRow } from '../../../src/domain/schedule/row-settings.ts';

const PEOPLE: readonly Person[] = [
  { key: 'cy', name: 'Cy' },
  { key: 'ann', name: 'Ann' },
  { key: 'bo', name: 'Bo' },
];

const keysOf = (settings: RowSettings): string[] => inOrder(settings, PEOPLE).map(({ key }) => key);

describe('a person', () => {
  test('moves up and down, and everybody keeps a place', () => {
    const up = movedRow(PLAIN_ROWS, PEOPLE, { key: 'cy', step: -1 });
    expect(keysOf(up)).toEqual(['ann', 'cy', 'bo']);
    expect(keysOf(movedRow(up, PEOPLE, { key: 'ann', step: 1 }))).toEqual(['cy', 'ann', 'bo']);
  });

  test.each([
    ['ann', -1],
    ['cy', 1],
    ['zoe', 1],
  ] as const)('does not move beyond an end, or if nobody has the name: %s %i', (key, step) => {
    expect(movedRow(PLAIN_ROWS, PEOPLE, { key, step })).toBe(PLAIN_ROWS);
  });

  test('is hidden and shown', () => {
    const hidden = shownRow(PLAIN_ROWS, 'bo', false);
    expect([...hidden.hidden]).toEqual(['bo']);
    expect([...shownRow(hidden, 'bo', true).hidden]).toEqual([]);
  });
});

describe('joined names', () => {
  const joins = ({ joined }: RowSettings): Record<string, string> => Object.fromEntries(joined);

  test('share the row of one of them', () => {
    const one = joinedRow(PLAIN_ROWS, 'ann', 'ann lee');
    expect(joins(one)).toEqual({ ann: 'ann lee' });
    expect(joins(joinedRow(one, 'ann', null))).toEqual({});
    expect(joins(joinedRow(one, 'ann', 'bo'))).toEqual({ ann: 'bo' });
  });

  test('go along when that one is joined to another', () => {
    const one = joinedRow(joinedRow(PLAIN_ROWS, 'bo', 'cy'), 'ann', 'ann lee');
    expect(joins(joinedRow(one, 'ann lee', 'ann l lee'))).toEqual({
      bo: 'cy',
      ann: 'ann l lee',
      'ann lee': 'ann l lee',
    });
  });

  test('never form a chain or a circle', () => {
    const one = joinedRow(PLAIN_ROWS, 'ann', 'ann lee');
    expect(joins(joinedRow(one, 'al', 'ann'))).toEqual({ ann: 'ann lee', al: 'ann lee' });
    expect(joins(joinedRow(one, 'ann lee', 'ann'))).toEqual({ ann: 'ann lee' });
    expect(joins(joinedRow(one, 'bo', 'bo'))).toEqual({ ann: 'ann lee' });
  });
});
