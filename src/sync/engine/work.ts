import type { Poll } from '../poll.ts';
import type { PullAction, PullFacts } from '../pull/plan-pull.ts';
import type { PushPlan } from '../push/plan-pushes.ts';
import type { WorkResult } from '../sync-context.ts';
import type { Action, WorkFacts } from './plan-work.ts';
import type { SettingsSync } from './settings-sync.ts';
import type { StatsReader } from './stats-reader.ts';
import type { Tasks } from './tasks.ts';

/** What carries out the work. */
export interface Workers {
  readonly tasks: Tasks;
  readonly stats: StatsReader;
  readonly settings: SettingsSync;
  readonly pulls: {
    readonly pulling: string | null;
    readonly reads: number;
    facts(poll: Poll, visible: boolean): PullFacts;
    run(action: PullAction, poll: Poll): Promise<WorkResult>;
  };
  readonly pushes: {
    facts(): WorkFacts['push'];
    run(plan: PushPlan): void;
  };
}

interface Moment {
  /** The page is on the screen. */
  readonly visible: boolean;
  /** Whether a pull may be begun. */
  readonly mayRead: boolean;
}

/** What decides about the work now, beside what the loop has seen. */
export function factsFor(
  poll: Poll,
  { pulls, stats, settings, pushes }: Workers,
  { visible, mayRead }: Moment,
): WorkFacts {
  return {
    pull: pulls.facts(poll, visible),
    reads: pulls.reads,
    readsStats: stats.isReading,
    settings: settings.facts,
    mayRead,
    push: pushes.facts(),
    pulling: pulls.pulling,
  };
}

/** Begins what was planned; nothing is waited for. */
export function carryOut(action: Action, poll: Poll, workers: Workers): void {
  const { tasks, stats, settings, pulls, pushes } = workers;
  switch (action.do) {
    case 'readStats':
      return tasks.add(stats.read(action.request));
    case 'read':
      return tasks.add(pulls.run(action.what, poll));
    case 'syncSettings':
      return tasks.add(settings.run());
    case 'send':
      return pushes.run(action.pushes);
    default:
      return action satisfies never;
  }
}
