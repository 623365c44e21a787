import { z } from 'zod';
import { hasTime, isDay } from '../../src/domain/plain-date.ts';
import { missingOr } from './fields.ts';

const WRONG = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.';
const TIME = /^T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[-+]\d{2}:\d{2})?$/;

/** A day of the calendar, from the year 1 on: there is no year 0, neither in Python nor in PostgreSQL. */
export function dateField() {
  return fieldThat(isStorableDay);
}

/** A day, or a date-time of ISO 8601: read as it is written. */
export function dateOrTimeField() {
  return fieldThat((text) => (hasTime(text) ? isDateTime(text) : isStorableDay(text)));
}

function fieldThat(isDate: (text: string) => boolean) {
  return z.string({ error: missingOr(() => WRONG) }).refine(isDate, { error: WRONG });
}

function isStorableDay(text: string): boolean {
  return isDay(text) && text >= '0001';
}

function isDateTime(text: string): boolean {
  return isStorableDay(text.slice(0, 10)) && TIME.test(text.slice(10)) && !Number.isNaN(Date.parse(text));
}
