import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { drawAll } from '../domain/draw-all.ts';
import { type Clock, delay } from '../domain/ports.ts';
import { useRecordServices } from './record-services.ts';

/** Work on up to so many records is done while the screen is drawn; on more, between two frames. */
const AT_ONCE = 2000;

/** Work that can be left between any two of its steps. */
type Work<T> = () => Generator<void, T>;

interface StepWork<T> {
  /** A new function where what it would look at has changed, and the same one until then; null for nothing. */
  readonly work: Work<T> | null;
  /** How many records it looks at. */
  readonly size: number;
  /** What the results are of: none is shown for anything else. */
  readonly about: unknown;
}

/**
 * What the last work that was done came to; undefined before the first, and where none is wanted. Long work is done
 * between frames, so that the screen lives however many records it looks at. Once it has begun it is brought to its
 * end, however often other work is wanted meanwhile: else a long sync would never let a result be seen.
 */
export function useInSteps<T>({ work, size, about }: StepWork<T>): T | undefined {
  const isLong = size > AT_ONCE;
  const later = useLater(isLong ? work : null, about);
  const [short, setShort] = useState(() => (isLong ? null : { work, about }));
  // What short work came to stands until the first long work is done, and never again: it would be out of date.
  const stands = work !== null && later === undefined && short?.about === about;
  if (isLong && short && !stands) setShort(null);
  if (!isLong && (short?.work !== work || short.about !== about)) setShort({ work, about });
  const now = useMemo(() => (short?.work ? drawAll(short.work()) : undefined), [short]);
  return stands ? now : later;
}

function useLater<T>(work: Work<T> | null, about: unknown): T | undefined {
  const { clock } = useRecordServices();
  const isWanted = work !== null;
  // What came of it before it was not wanted for a while is long out of date.
  const request = useMemo(() => ({ about, isWanted }), [about, isWanted]);
  const [done, setDone] = useState<{ readonly request: object; readonly result: T } | null>(null);
  const next = useRef<{ readonly work: Work<T>; readonly request: object } | null>(null);
  const isBusy = useRef(false);
  const isGone = useRef(false);

  const begin = useEffectEvent(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      while (next.current && !isGone.current) {
        const wanted = next.current;
        next.current = null;
        setDone({ request: wanted.request, result: await drawBetweenFrames(wanted.work(), clock) });
      }
    } finally {
      isBusy.current = false;
    }
  });
  useEffect(() => {
    next.current = work && { work, request };
    if (work) void begin();
  }, [work, request]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isWanted && done?.request === request ? done.result : undefined;
}

/** What a frame leaves for it, in ms. */
const SLICE_MS = 8;

/**
 * The result of work that is done in steps, a few of them between two frames. It stops where its generator is ended by
 * `return()`.
 */
export async function drawBetweenFrames<T>(steps: Generator<void, T>, clock: Clock): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await delay(clock, 0);
  }
}
