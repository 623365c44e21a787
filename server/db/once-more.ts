import { ContentionError } from './database-errors.ts';

/** Runs a transaction, and runs it again, once, where others' transactions had it rolled back. */
export async function onceMore<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ContentionError) return run();
    throw error;
  }
}
