import { useCallback } from 'react';
import { type LearnedPrice, learnPrices } from '../../domain/papers/learned-prices.ts';
import { useInSteps } from '../../records/use-in-steps.ts';
import { useRecordList } from '../../records/use-records.ts';

/** Prices of items in the estimates on this device; undefined until the first are known. */
export function useLearnedPrices(): readonly LearnedPrice[] | undefined {
  const { rows } = useRecordList('estimates');
  const work = useCallback(() => learnPrices(rows), [rows]);
  return useInSteps({ work, size: rows.length, about: null });
}
