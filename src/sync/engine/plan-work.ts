import { earliest, isOver } from '../../domain/waits.ts';
import type { Poll } from '../poll.ts';
import { type PullAction, type PullFacts, planPull } from '../pull/plan-pull.ts';
import { nextProbeAt, type PushFacts, type PushPlan, planPushes, windowSize } from '../push/plan-pushes.ts';

interface SettingsFacts {
  readonly wanted: boolean;
  readonly isBusy: boolean;
  /** Device time in ms. */
  readonly notBefore: number;
}

export interface WorkFacts {
  readonly pull: PullFacts;
  readonly reads: number;
  readonly readsStats: boolean;
  readonly settings: SettingsFacts;
  readonly mayRead: boolean;
  readonly push: Omit<PushFacts, 'window' | 'pulling'>;
  readonly pulling: string | null;
}

export type Action =
  /** `request`: device time in ms of the screen's request. */
  | { readonly do: 'readStats'; readonly request: number }
  | { readonly do: 'read'; readonly what: PullAction }
  | { readonly do: 'syncSettings' }
  | { readonly do: 'send'; readonly pushes: PushPlan };

export interface WorkPlan {
  readonly actions: readonly Action[];
  /** Device time in ms; null waits until something changes. */
  readonly recheckAt: number | null;
}

export function planWork(poll: Poll, facts: WorkFacts): WorkPlan {
  const { mayRead, push } = facts;
  const actions: Action[] = [];
  const request = facts.readsStats || !mayRead ? null : statsWanted(poll);
  if (request !== null) actions.push({ do: 'readStats', request });
  const pull = planPull(poll, facts.pull);
  const what: PullAction = mayRead || pull.do === 'wait' ? pull : { do: 'wait', until: null };
  if (what.do !== 'wait') actions.push({ do: 'read', what });
  const settings = planSettings(poll, facts);
  if (settings.isDue) actions.push({ do: 'syncSettings' });
  const readsBeside = facts.readsStats || request !== null || facts.settings.isBusy || settings.isDue;
  const reads = Math.max(facts.reads + (what.do === 'wait' ? 0 : 1), readsBeside ? 1 : 0);
  const window = windowSize(push.successes, reads);
  const pushes = planPushes(poll, { ...push, window, pulling: pullingAfter(what) ?? facts.pulling });
  actions.push({ do: 'send', pushes });
  const { now } = facts.pull;
  const pullAt = what.do === 'wait' ? what.until : null;
  const recheckAt = earliest([pullAt, pushes.dueAt, nextProbeAt(poll.open, now), settings.dueAt]);
  return { actions, recheckAt };
}

function planSettings(
  { features }: Poll,
  { settings: { wanted, isBusy, notBefore }, mayRead, pull: { now } }: WorkFacts,
): { readonly isDue: boolean; readonly dueAt: number | null } {
  const isWanted = wanted && !isBusy && mayRead && features.has('company-settings');
  const isDue = isWanted && isOver(notBefore, now);
  return { isDue, dueAt: isWanted && !isDue ? notBefore : null };
}

/** Returns the device time in ms of an unanswered request. */
function statsWanted({ meta }: Poll): number | null {
  const request = meta.get('request:dashboard');
  return request && request.at !== meta.get('dashboard')?.answers ? request.at : null;
}

function pullingAfter(what: PullAction): string | null {
  if (what.do === 'pull') return what.resource;
  return what.do === 'beginFeed' || what.do === 'follow' ? 'feed' : null;
}
