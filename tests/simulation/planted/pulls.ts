import type { Answer } from '../../../src/domain/answer.ts';
import { bug, type PlantedBug, seam } from './seam.ts';

const NOT_FOUND: Answer = {
  kind: 'response',
  status: 404,
  body: { kind: 'json', value: {} },
  retryAfter: null,
};

/** Mistakes in reading a pull. */
export const PULL_BUGS: readonly PlantedBug[] = [
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
    // Every pull counts as whole, and missing records are not read one by one.
    seam('src/sync/pull/pull-state.ts', 'beginPull', (beginPull) => async (context, resource) => {
      const state = await beginPull(context, resource);
      return new Proxy(
        { ...state, held: true, mayBreakOff: false },
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
      (judgeAbsence) => (state) => judgeAbsence({ ...state, held: Number.POSITIVE_INFINITY }),
    ),
  ),
  bug(
    'a change that others made is not noted',
    seam('src/outbox/history.ts', 'seenChange', () => () => []),
  ),
];
