import { useRef } from 'react';
import type { Estimate } from '../../domain/estimate.ts';
import { withItems } from '../../domain/papers/item-sums.ts';

interface Decided {
  /** As last written. If they differ, somebody set another sum since. */
  readonly sums: Pick<Estimate, 'subtotal' | 'tax_rate' | 'total_amount'>;
  readonly follows: ReturnType<typeof withItems>['follows'];
}

export interface WriteItems {
  /** Decides again which sums follow. */
  readonly begin: () => void;
  readonly write: (description: string) => void;
}

/** Writes a description with its items, and the sums that follow them. */
export function useItems(draft: Estimate, onChange: (change: Partial<Estimate>) => void): WriteItems {
  const decided = useRef<Decided>(null);

  function write(description: string): void {
    const { subtotal, tax_rate, total_amount } = draft;
    const last = decided.current;
    const isSame =
      last?.sums.subtotal === subtotal &&
      last.sums.tax_rate === tax_rate &&
      last.sums.total_amount === total_amount;
    const { change, follows } = withItems(draft, description, isSame ? last.follows : undefined);
    decided.current = { sums: { ...change, tax_rate }, follows };
    onChange(change);
  }

  function begin(): void {
    decided.current = null;
  }

  return { begin, write };
}
