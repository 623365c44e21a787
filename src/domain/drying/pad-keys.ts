import { isWithin, RANGES } from './drying-facts.ts';
import type { Air } from './psychrometrics.ts';

/** A number that the keypad takes. */
export type PadField = 'fahrenheit' | 'humidity' | 'moisture';

export const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
export type PadKey = (typeof DIGITS)[number] | '.' | '-' | 'erase' | 'next';

/** Above it, no third digit can follow. */
const LAST_WITH_THIRD = { fahrenheit: RANGES.fahrenheit.max / 10, humidity: RANGES.humidity.max / 10 };

/** The input for one step so far. Air has two numbers. */
export interface Typing {
  readonly fahrenheit: number | null;
  /** May be a number that is not accepted. It stays, so that nobody takes its first digits for the number. */
  readonly text: string;
  /** The text is not an accepted number. The screen says which numbers are. */
  readonly isRefused: boolean;
}

export const NOTHING_TYPED: Typing = { fahrenheit: null, text: '', isRefused: false };

export function fieldOf(asks: 'air' | 'point', { fahrenheit }: Typing): PadField {
  if (asks === 'point') return 'moisture';
  return fahrenheit === null ? 'fahrenheit' : 'humidity';
}

/** More digits can make it a number of the field, or it is one. */
const BEGUN: Readonly<Record<PadField, RegExp>> = {
  fahrenheit: /^-?\d*$/,
  humidity: /^\d*$/,
  moisture: /^\d*(?:\.\d?)?$/,
};

/** Returns null for a text that is no number of that field, also for one that ends with a point. */
function numberIn(text: string, field: PadField): number | null {
  const isWhole = BEGUN[field].test(text) && /\d$/.test(text);
  return isWhole && isWithin(Number(text), RANGES[field]) ? Number(text) : null;
}

export interface Pressed {
  readonly typing: Typing;
  /** Set when the step has its last number. */
  readonly value: Air | number | null;
}

/** No key ends a step with a number out of range. */
export function pressKey(asks: 'air' | 'point', typing: Typing, key: PadKey): Pressed {
  const field = fieldOf(asks, typing);
  if (key === 'next') return goOn(typing, field);
  if (key === 'erase' && typing.text === '' && typing.fahrenheit !== null)
    return { typing: { ...NOTHING_TYPED, text: String(typing.fahrenheit) }, value: null };
  const text = textAfter(typing.text, field, key);
  const after = { ...typing, text, isRefused: !couldFit(text, field) };
  return key !== 'erase' && isFull(text, field) ? goOn(after, field) : { typing: after, value: null };
}

function goOn(typing: Typing, field: PadField): Pressed {
  const number = numberIn(typing.text, field);
  if (number === null) return { typing: { ...typing, isRefused: true }, value: null };
  if (field === 'fahrenheit') return { typing: { ...NOTHING_TYPED, fahrenheit: number }, value: null };
  const value = typing.fahrenheit === null ? number : { fahrenheit: typing.fahrenheit, humidity: number };
  return { typing: NOTHING_TYPED, value };
}

/** A key that does not fit is shown too, so that nobody takes the others for the whole number. */
function textAfter(text: string, field: PadField, key: PadKey): string {
  if (key === 'erase') return text.slice(0, -1);
  // One key that does not fit is shown. Others would only be work to erase.
  if (!couldFit(text, field)) return text;
  if (key === '-' && field === 'fahrenheit') return text.startsWith('-') ? text.slice(1) : `-${text}`;
  // A 0 begins no humidity. It is typed when the 15 of 150 °F has gone on by itself.
  const isReplaced = /^-?0$/.test(text) && /\d/.test(key);
  return isReplaced ? text.slice(0, -1) + key : text + key;
}

function couldFit(text: string, field: PadField): boolean {
  if (!BEGUN[field].test(text)) return false;
  const { min, max } = RANGES[field];
  const number = /\d/.test(text) ? Number(text) : 0;
  const isZero = field === 'humidity' && text.startsWith('0');
  return !isZero && number <= max && number >= Math.min(min, 0);
}

/** No further digit can follow. Points wait for Next. */
function isFull(text: string, field: PadField): boolean {
  if (field === 'moisture' || numberIn(text, field) === null) return false;
  const digits = text.replace('-', '');
  if (digits.length !== 2) return digits.length > 2;
  return text.startsWith('-') || Number(digits) > LAST_WITH_THIRD[field];
}
