import { z } from 'zod';
import { CURRENCY } from '../../src/domain/work-order.ts';
import { shortDecimal } from '../http/decimal.ts';
import type { FieldOutput } from './server-resource.ts';

const money = z.object({ amount: z.string(), currency: z.literal(CURRENCY) });

/** A decimal column as a JSON number, or null. */
export const asNumber: FieldOutput = {
  schema: z.number().nullable(),
  write: (column) => (column === null ? null : Number(column)),
};

/** A decimal column as {"amount": "100.00", "currency": "USD"}, or null. */
export const asMoney: FieldOutput = {
  schema: money.nullable(),
  write: (column) => (typeof column === 'string' ? { amount: column, currency: CURRENCY } : null),
};

/** A decimal column as text without unnecessary zeros, with at least two decimals. */
export const asShortDecimal: FieldOutput = {
  schema: z.string(),
  write: (column) => shortDecimal(String(column)),
};
