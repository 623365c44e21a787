import type { LiveCollection } from '../db/live-collection.ts';
import type { Clock } from '../domain/ports.ts';
import { drawBetweenFrames } from './draw-between-frames.ts';

/**
 * Makes what the search looks in before anybody types, once all records are there, and anew where they were read anew.
 * The answer ends it.
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
