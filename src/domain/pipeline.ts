import type { Estimate } from './estimate.ts';
import { toCents } from './money.ts';

/** The statuses on the way to work, in order. */
export const PIPELINE = ['draft', 'sent', 'accepted'] as const satisfies readonly Estimate['status'][];

export interface PipelinePart {
  readonly status: (typeof PIPELINE)[number];
  readonly count: number;
  readonly cents: number;
  /** Counted, but without a known total. */
  readonly unpriced: number;
}

/** Estimates per step, about a millisecond. */
const STEP = 2000;

export function* sumPipeline(
  rows: readonly { readonly view: Pick<Estimate, 'status' | 'total_amount'> }[],
): Generator<void, readonly PipelinePart[]> {
  const parts = PIPELINE.map((status) => ({ status, count: 0, cents: 0, unpriced: 0 }));
  for (const [n, { view }] of rows.entries()) {
    if (n % STEP === STEP - 1) yield;
    const part = parts.find(({ status }) => status === view.status);
    if (!part) continue;
    part.count += 1;
    if (typeof view.total_amount === 'number') part.cents += toCents(view.total_amount);
    else part.unpriced += 1;
  }
  return parts;
}
