import { z } from 'zod';
import { CURRENCY } from '../../src/domain/work-order.ts';
import { type DecimalRules, NO_NUMBER, readDecimal } from './decimal.ts';
import { choiceField, missingOr } from './fields.ts';
import { pythonType } from './python-type.ts';

/** Dollars and cents, as a numeric(12, 2) column holds them. */
const DOLLARS: DecimalRules = { maxDigits: 12, places: 2 };

/** A number or numeric text that is 0 or more, read as exact decimal text. */
export function decimalField(rules: DecimalRules = DOLLARS) {
  return z
    .union([z.number(), z.string()], { error: missingOr(() => NO_NUMBER) })
    .transform((value, context) => {
      const read = readDecimal(String(value), rules);
      if ('text' in read) return read.text;
      context.addIssue(read.fault);
      return z.NEVER;
    });
}

/** The same, with null and blank text meaning no value. */
export function optionalDecimalField() {
  const blankAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);
  return z.preprocess(blankAsNull, decimalField().nullable());
}

/** An amount as an object, {"amount": "99.90", "currency": "USD"}, or null; read as its decimal text. */
export function moneyField() {
  const money = z.object({ amount: decimalField(), currency: choiceField([CURRENCY]).optional() });
  return z
    .preprocess((value, context) => {
      const type = pythonType(value);
      if (value === undefined || type === 'dict') return value;
      const message = `Invalid data. Expected a dictionary, but got ${type}.`;
      context.issues.push({ code: 'custom', path: ['non_field_errors'], message, input: value });
      return z.NEVER;
    }, money)
    .transform(({ amount }) => amount)
    .nullable();
}
