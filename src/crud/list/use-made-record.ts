import { useEffect, useState } from 'react';
import { useRecordServices } from '../../records/records-context.ts';

/** How long a record that was just made is marked in its list, in ms. */
const MARKED_MS = 8000;

/** The local id of the record that was made on this screen a moment ago, or null. */
export function useMadeRecord(): readonly [string | null, (localId: string) => void] {
  const { clock } = useRecordServices();
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    if (made !== null) return clock.setTimer(() => setMade(null), MARKED_MS);
    return undefined;
  }, [made, clock]);
  return [made, setMade];
}
