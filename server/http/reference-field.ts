import { z } from 'zod';
import type { FieldErrors } from './field-errors.ts';
import { missingOr } from './fields.ts';
import { pythonType } from './python-type.ts';

const NULL = 'This field may not be null.';
const INTEGER = /^[-+]?\d+$/;
/** Fits into 64 bits for certain; longer ids belong to no record. */
const STORABLE = /^\d{1,18}$/;

/** Another record's id, a whole number or its digits, read as text. Does not check whether that record exists. */
export function referenceField() {
  return z.union([z.number(), z.string()], { error: missingOr(wrongType) }).transform((value, context) => {
    const text = typeof value === 'number' ? integerText(value) : value.trim();
    if (text === '') context.addIssue(NULL);
    else if (!INTEGER.test(text)) context.addIssue(wrongType(value));
    else return text;
    return z.NEVER;
  });
}

/** Whether an id from `referenceField` can belong to a record at all. */
export function isStorableId(id: string): boolean {
  return STORABLE.test(id);
}

/** The error for an id that no record has. */
export function noSuchObject(field: string, id: unknown): FieldErrors {
  return { [field]: [`Invalid pk "${String(id)}" - object does not exist.`] };
}

/** All digits, even of a number that JavaScript would write as 1e+21. */
function integerText(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

function wrongType(value: unknown): string {
  return `Incorrect type. Expected pk value, received ${pythonType(value)}.`;
}
