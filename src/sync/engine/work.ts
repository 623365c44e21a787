import type { Poll } from '../poll.ts';
import type { Parts } from './parts.ts';
import type { Action, WorkFacts } from './plan.ts';

interface Moment {
  /** The page is on the screen. */
  readonly visible: boolean;
  /** Whether a pull may be begun. */
  readonly mayRead: boolean;
}

/** What decides about the work now, beside what the loop has seen. */
export function factsFor(
  poll: Poll,
  { pulls, stats, pushes }: Parts,
  { visible, mayRead }: Moment,
): WorkFacts {
  return {
    pull: pulls.facts(poll, visible),
    reads: pulls.reads,
    readsStats: stats.isReading,
    mayRead,
    push: pushes.facts(),
    pulling: pulls.pulling,
  };
}

/** Begins what was planned; nothing is waited for. */
export function carryOut(action: Action, poll: Poll, { tasks, stats, pulls, pushes }: Parts): void {
  switch (action.do) {
    case 'readStats':
      return tasks.add(stats.read(action.request));
    case 'read':
      return tasks.add(pulls.run(action.what, poll).finally(() => pushes.forget()));
    case 'send':
      return pushes.run(action.pushes);
    default:
      return action satisfies never;
  }
}
