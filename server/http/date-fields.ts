import { z } from 'zod';
import { hasTime, isDay } from '../../src/domain/plain-date.ts';
import { missingOr } from './fields.ts';

const WRONG = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.';
const TIME = /^T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[-+]\d{2}:\d{2})?$/;

/** A calendar day from year 1 on: neither Python nor PostgreSQL has a year 0. */
export function dateField() {
  return fieldThat(isStorableDay);
}

/** A day, or an ISO 8601 date-time, kept as written. */
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
