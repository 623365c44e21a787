import type { LiveCollection } from '../db/live-collection.ts';
import type { Clock } from '../domain/ports.ts';
import { drawBetweenFrames } from './draw-between-frames.ts';

/**
 * Builds a collection's search texts between frames, before anybody types: once all of its records are in memory, and
 * again whenever the whole table has been read again. The answer stops it.
 */
export function keepSearchReady(collection: LiveCollection, clock: Clock): () => void {
  let steps: Generator<void, void> | undefined;
  function begin(): void {
    if (steps || collection.isSearchReady || !collection.getSnapshot().complete) return;
    steps = collection.prepareSearch();
    void drawBetweenFrames(steps, clock).finally(() => {
      steps = undefined;
    });
  }
  const unsubscribe = collection.subscribe(begin);
  begin();
  return () => {
    unsubscribe();
    steps?.return();
  };
}
