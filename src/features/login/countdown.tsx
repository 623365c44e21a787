import { useEffect, useState } from 'react';
import type { NextTry } from '../../domain/sign-in-failure.ts';
import { loginWords } from '../../words/sign-in.ts';

const SECOND = 1000;

/** 'Try again in 45 seconds.', counting down. Not read out second by second: a timer's changes are not. */
export function Countdown({ at, clock }: NextTry) {
  const [now, setNow] = useState(() => clock.now());
  const left = Math.ceil((at - now) / SECOND);
  useEffect(
    () => (left > 0 ? clock.setTimer(() => setNow(clock.now()), SECOND) : undefined),
    [clock, left, now],
  );
  return <span role="timer">{leftWords(left)}</span>;
}

function leftWords(seconds: number): string {
  if (seconds <= 0) return loginWords.againNow;
  if (seconds <= 90) return loginWords.againInSeconds({ seconds });
  return loginWords.againInMinutes({ minutes: Math.ceil(seconds / 60) });
}
