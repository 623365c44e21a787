import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useRecordServices } from '../../records/records-context.ts';

/** Its name in the address. */
export const SEARCH = 'search';
/** Browsers refuse more than 100 changes of the address in 30 s. */
const SETTLE_MS = 400;

/**
 * The text of a search box, kept in the address once typing pauses or the person turns to something else,
 * so that it is still there after a look at a record. An address that somebody else changed wins: the
 * navigation's entry empties the box.
 */
export function useSearchText(): readonly [string, (text: string) => void] {
  const { clock } = useRecordServices();
  const { key } = useLocation();
  const [params, setParams] = useSearchParams();
  const address = params.get(SEARCH) ?? '';
  const [text, setText] = useState(address);
  const ours = useRef(false);

  useEffect(() => {
    if (ours.current) ours.current = false;
    else setText(address);
  }, [key, address]);

  useEffect(() => {
    if (text === address) return;
    let written = false;
    const write = (): void => {
      if (written) return;
      written = true;
      ours.current = true;
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (text === '') next.delete(SEARCH);
          else next.set(SEARCH, text);
          return next;
        },
        { replace: true },
      );
    };
    const stopTimer = clock.setTimer(write, SETTLE_MS);
    // Before the click that leaves: a link's own entry must come after ours. iOS moves no focus to a link.
    document.addEventListener('pointerdown', write, true);
    document.addEventListener('focusout', write, true);
    return () => {
      stopTimer();
      document.removeEventListener('pointerdown', write, true);
      document.removeEventListener('focusout', write, true);
    };
  }, [address, clock, setParams, text]);
  return [text, setText];
}
