import { isWithin, RANGES } from './drying-facts.ts';
import type { Air } from './psychrometrics.ts';

/** A number that the keypad takes. */
export type PadField = 'fahrenheit' | 'humidity' | 'moisture';

export const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
export type PadKey = (typeof DIGITS)[number] | '.' | '-' | 'erase' | 'next';

/** Above it, no third digit can follow. */
const LAST_WITH_THIRD = { fahrenheit: RANGES.fahrenheit.max / 10, humidity: RANGES.humidity.max / 10 };

/** What is typed for one step. Air has two numbers. */
export interface Typing {
  readonly fahrenheit: number | null;
  readonly text: string;
}

export const NOTHING_TYPED: Typing = { fahrenheit: null, text: '' };

export function fieldOf(asks: 'air' | 'point', { fahrenheit }: Typing): PadField {
  if (asks === 'point') return 'moisture';
  return fahrenheit === null ? 'fahrenheit' : 'humidity';
}

/** Returns null for a text that is no number of that field. */
function numberIn(text: string, field: PadField): number | null {
  const number = Number(text);
  return text === '' || text === '-' || !isWithin(number, RANGES[field]) ? null : number;
}

export interface Pressed {
  readonly typing: Typing;
  /** Set when the step has its last number. */
  readonly value: Air | number | null;
}

/** A key that would leave the range does nothing. */
export function pressKey(asks: 'air' | 'point', typing: Typing, key: PadKey): Pressed {
  const field = fieldOf(asks, typing);
  if (key === 'next') return goOn(typing, field);
  if (key === 'erase' && typing.text === '' && typing.fahrenheit !== null)
    return { typing: { fahrenheit: null, text: String(typing.fahrenheit) }, value: null };
  const text = textAfter(typing.text, field, key);
  const after = { ...typing, text };
  return text !== typing.text && key !== 'erase' && isFull(text, field)
    ? goOn(after, field)
    : { typing: after, value: null };
}

function goOn(typing: Typing, field: PadField): Pressed {
  const number = numberIn(typing.text, field);
  if (number === null) return { typing, value: null };
  if (field === 'fahrenheit') return { typing: { fahrenheit: number, text: '' }, value: null };
  const value = typing.fahrenheit === null ? number : { fahrenheit: typing.fahrenheit, humidity: number };
  return { typing: NOTHING_TYPED, value };
}

function textAfter(text: string, field: PadField, key: PadKey): string {
  if (key === 'erase') return text.slice(0, -1);
  if (key === '-' && field === 'fahrenheit') return text.startsWith('-') ? text.slice(1) : `-${text}`;
  if (key === '-' || (key === '.' && (field !== 'moisture' || text === '' || text.includes('.'))))
    return text;
  const longer = /^-?0$/.test(text) && key !== '.' ? text.slice(0, -1) + key : text + key;
  const isTooLong = /\.\d\d/.test(longer);
  return isTooLong || !couldFit(longer, field) ? text : longer;
}

/** A first 0 of humidity is not in the range yet. */
function couldFit(text: string, field: PadField): boolean {
  const { min, max } = RANGES[field];
  const number = Number(text);
  return number <= max && number >= Math.min(min, 0);
}

/** No further digit can follow. Points wait for Next. */
function isFull(text: string, field: PadField): boolean {
  if (field === 'moisture' || numberIn(text, field) === null) return false;
  const digits = text.replace('-', '');
  if (digits.length !== 2) return digits.length > 2;
  return text.startsWith('-') || Number(digits) > LAST_WITH_THIRD[field];
}
