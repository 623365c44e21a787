import { type Clock, delay } from '../domain/ports.ts';

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
