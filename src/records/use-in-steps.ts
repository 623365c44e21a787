import { startTransition, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Clock, delay } from '../domain/ports.ts';
import { drawAll } from '../domain/steps.ts';
import { useRecordServices } from './record-services.ts';

/** Up to this many records are handled while rendering. For more records, the work runs between frames. */
const AT_ONCE = 2000;

/** The notes of a job take as long to read as about this many records. */
export const NOTES_WEIGHT = 10;

type Work<T> = () => Generator<void, T>;

interface StepWork<T> {
  /** A new function for each new input; null for no work. */
  readonly work: Work<T> | null;
  /** Number of records; one whose notes are read counts `NOTES_WEIGHT` times. */
  readonly size: number;
  /** When this changes, earlier results are not returned. */
  readonly about: unknown;
}

/**
 * Long work runs between frames, and newer work waits until it ends. Otherwise a long sync would never show a result.
 */
export function useInSteps<T>({ work, size, about }: StepWork<T>): T | undefined {
  const isLong = size > AT_ONCE;
  const later = useLater(isLong ? work : null, about);
  const now = useMemo(() => (isLong ? null : { result: work ? drawAll(work()) : undefined }), [isLong, work]);
  // A short result is shown until the first long one. After that it would be out of date.
  const [last] = useState(() => new Map<unknown, T | undefined>());
  useEffect(() => {
    if (!now && later === undefined && last.has(about)) return;
    last.clear();
    if (now) last.set(about, now.result);
  }, [last, about, now, later]);
  if (now) return now.result;
  return later === undefined && work ? last.get(about) : later;
}

function useLater<T>(work: Work<T> | null, about: unknown): T | undefined {
  const { clock } = useRecordServices();
  const isWanted = work !== null;
  // After a time without work, an earlier result is out of date.
  const request = useMemo(() => ({ about, isWanted }), [about, isWanted]);
  const [done, setDone] = useState<{ readonly request: object; readonly result: T } | null>(null);
  const next = useRef<{ readonly work: Work<T>; readonly request: object } | null>(null);
  const isBusy = useRef(false);
  const isGone = useRef(false);

  const begin = useEffectEvent(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      for (;;) {
        // Not in the task that drew the screen, where several works would begin: the longest task of opening the
        // dashboard takes 0.55 of the processor time (P8).
        await delay(clock, 0);
        const wanted = next.current;
        if (!wanted || isGone.current) return;
        next.current = null;
        const result = await drawBetweenFrames(wanted.work(), clock);
        // In short tasks, because the result may be a whole list (P8: half the longest task of a sort).
        startTransition(() => setDone({ request: wanted.request, result }));
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

const SLICE_MS = 8;

/** Stops when the generator's `return()` is called. */
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
