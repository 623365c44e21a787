import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRecordServices } from '../records/records-context.ts';

const PARAMETER = 'search';
/** Browsers refuse more than 100 changes of the address in 30 s. */
const SETTLE_MS = 400;

/**
 * The text of a search box, kept in the address once typing pauses, so that it is still there after a look
 * at a record.
 */
export function useSearchText(): readonly [string, (text: string) => void] {
  const { clock } = useRecordServices();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get(PARAMETER) ?? '');
  useEffect(() => {
    if (text === (params.get(PARAMETER) ?? '')) return;
    return clock.setTimer(
      () => setParams(text === '' ? {} : { [PARAMETER]: text }, { replace: true }),
      SETTLE_MS,
    );
  }, [clock, params, setParams, text]);
  return [text, setText];
}
