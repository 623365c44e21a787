import type { Answer } from '../../../src/domain/answer.ts';
import { bug, type PlantedBug, seam } from './seam.ts';

const NOT_FOUND: Answer = {
  kind: 'response',
  status: 404,
  body: { kind: 'json', value: {} },
  retryAfter: null,
};

/** Mistakes about what a reading of a collection shows. */
export const READING_BUGS: readonly PlantedBug[] = [
  bug(
    'pull ignores serverGen',
    seam(
      'src/sync/pull/merge-page.ts',
      'mergePage',
      (mergePage) => (context, page) =>
        mergePage(context, { ...page, startGeneration: Number.POSITIVE_INFINITY }),
    ),
  ),
  bug(
    'sweep on a partial list',
    // A reading is always whole, and the server is asked about nothing that it does not show.
    seam('src/sync/pull/reading.ts', 'beginReading', (beginReading) => async (context, resource) => {
      const reading = await beginReading(context, resource);
      return new Proxy(
        { ...reading, held: true, mayBreakOff: false },
        {
          set: (target, key, value) => key === 'stable' || key === 'held' || Reflect.set(target, key, value),
        },
      );
    }),
    seam(
      'src/sync/pull/sweep.ts',
      'sweepDeleted',
      (sweepDeleted) => (context, swept, ended) =>
        sweepDeleted({ ...context, send: async () => NOT_FOUND }, swept, ended),
    ),
  ),
  bug(
    'no tripwire',
    seam(
      'src/sync/pull/absence.ts',
      'judgeAbsence',
      (judgeAbsence) => (reading) =>
        judgeAbsence(
          reading.missing.length === reading.held ? reading : { ...reading, held: Number.POSITIVE_INFINITY },
        ),
    ),
  ),
];
