import { ContentionError } from './database-errors.ts';

/** Runs a transaction, and repeats it once when a conflict rolled it back. */
export async function onceMore<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ContentionError) return run();
    throw error;
  }
}
