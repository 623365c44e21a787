import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithin, RANGES } from '../../../src/domain/drying/drying-facts.ts';
import {
  DIGITS,
  NOTHING_TYPED,
  type PadField,
  type PadKey,
  pressKey,
} from '../../../src/domain/drying/pad-keys.ts';

/** Presses the keys of a text: `>` is Next, `<` erases. Returns the values that steps end with, and what is left. */
function press(asks: 'air' | 'point', text: string) {
  const values: unknown[] = [];
  let typing = NOTHING_TYPED;
  for (const sign of text) {
    const key = ({ '>': 'next', '<': 'erase' }[sign] ?? sign) as PadKey;
    const pressed = pressKey(asks, typing, key);
    typing = pressed.typing;
    if (pressed.value !== null) values.push(pressed.value);
  }
  return { values, typing };
}

const air = (fahrenheit: number, humidity: number) => ({ fahrenheit, humidity });

describe('air goes on by itself', () => {
  test.each([
    ['7471', air(74, 71)],
    ['9520', air(95, 20)],
    // 10 to 14 may become 100 to 140.
    ['12>50', air(12, 50)],
    ['10150', air(101, 50)],
    ['14050', air(140, 50)],
    ['5>9>', air(5, 9)],
    ['-1050', air(-10, 50)],
    ['-5>50', air(-5, 50)],
    ['7->45', air(-7, 45)],
    // A second minus takes the first one back.
    ['--7471', air(74, 71)],
    ['74100', air(74, 100)],
    ['7410>', air(74, 10)],
    // The first number can be taken back.
    ['74<<871', air(78, 71)],
  ])('%s', (keys, value) => {
    const { values } = press('air', keys);
    expect(values[0]).toEqual(value);
  });
});

test('a point waits for Next, and may have a digit after the point', () => {
  expect(press('point', '34').values).toEqual([]);
  expect(press('point', '34>').values).toEqual([34]);
  expect(press('point', '15.5>').values).toEqual([15.5]);
  expect(press('point', '.5>').values).toEqual([0.5]);
  expect(press('point', '0.5>').values).toEqual([0.5]);
  expect(press('point', '007>').values).toEqual([7]);
});

describe('a number that is not accepted stays as typed, and is no value', () => {
  test.each([
    ['air', '-30>', { fahrenheit: null, text: '-30' }],
    ['air', '-211>', { fahrenheit: null, text: '-21' }],
    ['air', '1415>', { fahrenheit: null, text: '141' }],
    ['air', '>', { fahrenheit: null, text: '' }],
    ['air', '->', { fahrenheit: null, text: '-' }],
    ['air', '.', { fahrenheit: null, text: '.' }],
    ['air', '7.4>', { fahrenheit: null, text: '7.' }],
    ['air', '740>', { fahrenheit: 74, text: '0' }],
    ['air', '741015>', { fahrenheit: 74, text: '101' }],
    ['air', '74-50>', { fahrenheit: 74, text: '-' }],
    ['air', '74.5>', { fahrenheit: 74, text: '.' }],
    // 15 of 150 °F has gone on by itself. The next number must not become its humidity.
    ['air', '15040>', { fahrenheit: 15, text: '0' }],
    ['point', '10000>', { fahrenheit: null, text: '1000' }],
    ['point', '>>', { fahrenheit: null, text: '' }],
    ['point', '-5>', { fahrenheit: null, text: '-' }],
    ['point', '.>', { fahrenheit: null, text: '.' }],
    ['point', '12.>', { fahrenheit: null, text: '12.' }],
    ['point', '1.5.>', { fahrenheit: null, text: '1.5.' }],
    ['point', '12.34>', { fahrenheit: null, text: '12.34' }],
    ['point', '12.345>', { fahrenheit: null, text: '12.34' }],
    ['point', '999.5>', { fahrenheit: null, text: '999.5' }],
  ] as const)('%s %s', (asks, keys, typing) => {
    expect(press(asks, keys)).toEqual({ values: [], typing: { ...typing, isRefused: true } });
  });

  test('until it is erased', () => {
    expect(press('air', '-30<<1550')).toEqual({ values: [air(-15, 50)], typing: NOTHING_TYPED });
    expect(press('air', '741010<<5')).toEqual({ values: [air(74, 15)], typing: NOTHING_TYPED });
    expect(press('air', '741<0')).toMatchObject({ typing: { text: '0', isRefused: true } });
    expect(press('air', '140<<<<')).toEqual({ values: [], typing: NOTHING_TYPED });
    expect(press('point', '1000<>')).toEqual({ values: [100], typing: NOTHING_TYPED });
    expect(press('point', '15.58<>')).toEqual({ values: [15.5], typing: NOTHING_TYPED });
    expect(press('point', '-<5>')).toEqual({ values: [5], typing: NOTHING_TYPED });
    expect(press('point', '.1').typing).toEqual({ fahrenheit: null, text: '.1', isRefused: false });
  });
});

const keys = fc.constantFrom<PadKey>(...DIGITS, '.', '-', 'erase', 'next');

/** A minus changes the sign of a temperature, wherever it is pressed. */
function shownAfter(text: string, key: PadKey): string {
  if (key !== '-') return text + key;
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}

/** A zero in front says nothing. */
const isSameText = (one: string, other: string) => one === other || Number(one) === Number(other);

test('a number is what was shown, and no key is left out of it without a refusal', () => {
  fc.assert(
    fc.property(fc.constantFrom('air', 'point'), fc.array(keys, { maxLength: 30 }), (asks, pressed) => {
      let typing = NOTHING_TYPED;
      for (const key of pressed) {
        const { typing: next, value } = pressKey(asks, typing, key);
        const shown = key === 'next' ? typing.text : shownAfter(typing.text, key);
        const isTaken = typing.fahrenheit === null && next.fahrenheit !== null;
        const number = isTaken ? next.fahrenheit : typeof value === 'object' ? value?.humidity : value;
        const isKept = ['erase', 'next', '-'].includes(key) || isSameText(next.text, shown) || next.isRefused;
        const isStored = isTaken || value !== null;
        expect(isStored ? !typing.isRefused && number === Number(shown) : isKept).toBe(true);
        typing = next;
      }
    }),
  );
});

test('no keys end a step with a number outside its range', () => {
  fc.assert(
    fc.property(fc.constantFrom('air', 'point'), fc.array(keys, { maxLength: 30 }), (asks, pressed) => {
      let typing = NOTHING_TYPED;
      for (const key of pressed) {
        const { typing: next, value } = pressKey(asks, typing, key);
        typing = next;
        const numbers = typeof value === 'number' ? { moisture: value } : (value ?? {});
        for (const [field, number] of Object.entries(numbers))
          expect(isWithin(number, RANGES[field as PadField]), `${field} ${number}`).toBe(true);
      }
    }),
  );
});
