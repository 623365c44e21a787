import { useEffect, useState } from 'react';
import type { NextTry } from '../../domain/sign-in-failure.ts';

const SECOND = 1000;

/** 'Try again in 45 seconds.', counting down. Not read out second by second: a timer's changes are not. */
export function Countdown({ at, clock }: NextTry) {
  const [now, setNow] = useState(() => clock.now());
  const left = Math.ceil((at - now) / SECOND);
  useEffect(
    () => (left > 0 ? clock.setTimer(() => setNow(clock.now()), SECOND) : undefined),
    [clock, left, now],
  );
  return <span role="timer">{left > 0 ? `Try again in ${spanWords(left)}.` : 'You can try again now.'}</span>;
}

function spanWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
