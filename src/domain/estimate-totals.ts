import type { Estimate } from './estimate.ts';
import { fromCents, toCents, withTax } from './money.ts';

/** An estimate's amounts in dollars, which add up; null for what is not known. */
export interface EstimateTotals {
  readonly subtotal: number | null;
  readonly tax: number | null;
  /** What the total differs by from subtotal and tax: a person or a server set it so. 0 where it does not. */
  readonly adjustment: number;
  readonly total: number | null;
}

/** Subtotal, tax and total of a document. Without a rate, what the total is above the subtotal is the tax. */
export function estimateTotals({
  subtotal,
  tax_rate: rate,
  total_amount: total,
}: Pick<Estimate, 'subtotal' | 'tax_rate' | 'total_amount'>): EstimateTotals {
  const known = { subtotal: amount(subtotal), total: amount(total) };
  if (known.subtotal === null) return { ...known, tax: null, adjustment: 0 };
  const taxed = amount(rate) === null ? known.total : withTax(subtotal, rate);
  const tax = taxed === null ? null : toCents(taxed) - toCents(subtotal);
  if (tax === null) return { ...known, tax, adjustment: 0 };
  const rest = known.total === null ? 0 : toCents(total) - toCents(subtotal) - tax;
  return { ...known, tax: fromCents(tax), adjustment: fromCents(rest) };
}

function amount(value: Estimate['subtotal']): number | null {
  return typeof value === 'number' ? value : null;
}
