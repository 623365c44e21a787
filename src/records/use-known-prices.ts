import { useCallback } from 'react';
import { type LearnedPrice, learnPrices } from '../domain/papers/learned-prices.ts';
import { readPriceList, withListed } from '../domain/papers/price-list.ts';
import { useSettings } from './company-settings.ts';
import { useInSteps } from './use-in-steps.ts';
import { useRecordList } from './use-records.ts';

/** Prices of the company's list, and of items in the estimates on this device. Undefined until the first are known. */
export function useKnownPrices(): readonly LearnedPrice[] | undefined {
  const { rows } = useRecordList('estimates');
  const list = useSettings()?.priceList ?? '';
  const work = useCallback(
    function* () {
      return withListed(yield* learnPrices(rows), readPriceList(list));
    },
    [rows, list],
  );
  return useInSteps({ work, size: rows.length, about: null });
}
