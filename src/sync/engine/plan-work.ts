import { earliest, isOver } from '../../outbox/retry-policy.ts';
import type { Poll } from '../poll.ts';
import { type PullAction, type PullFacts, planPull } from '../pull/plan-pull.ts';
import { nextProbeAt, type PushFacts, type PushPlan, planPushes, windowSize } from '../push/plan-pushes.ts';

/** The work to do for the settings of the company. */
interface SettingsFacts {
  /** They are to be read or sent, once `notBefore` has come. */
  readonly wanted: boolean;
  readonly isBusy: boolean;
  /** Device time in ms. */
  readonly notBefore: number;
}

/** What decides about the work, beside what the loop has seen. */
export interface WorkFacts {
  readonly pull: PullFacts;
  /** How many requests are under way for what is being read, and whether the dashboard's figures are being read. */
  readonly reads: number;
  readonly readsStats: boolean;
  readonly settings: SettingsFacts;
  /** Whether a pull may be begun: not while another tab waits to lead. */
  readonly mayRead: boolean;
  readonly push: Omit<PushFacts, 'window' | 'pulling'>;
  /** The collection that is being read, or the feed; null where nothing is. */
  readonly pulling: string | null;
}

export type Action =
  /** `request`: device time in ms at which a screen asked for the figures. */
  | { readonly do: 'readStats'; readonly request: number }
  | { readonly do: 'read'; readonly what: PullAction }
  | { readonly do: 'syncSettings' }
  | { readonly do: 'send'; readonly pushes: PushPlan };

export interface WorkPlan {
  readonly actions: readonly Action[];
  /** Device time in ms at which to check again; null is when something changes. */
  readonly recheckAt: number | null;
}

/** Decides what is begun now: at most one pull, and what the lanes and the connections allow to be sent beside it. */
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

/** Decides if the settings are read or sent now, and when else. */
function planSettings(
  { features }: Poll,
  { settings: { wanted, isBusy, notBefore }, mayRead, pull: { now } }: WorkFacts,
): { readonly isDue: boolean; readonly dueAt: number | null } {
  const isWanted = wanted && !isBusy && mayRead && features.has('company-settings');
  const isDue = isWanted && isOver(notBefore, now);
  return { isDue, dueAt: isWanted && !isDue ? notBefore : null };
}

/** When a screen asked for the dashboard's figures, where that is not answered; device time in ms. */
function statsWanted({ meta }: Poll): number | null {
  const request = meta.get('request:dashboard');
  return request && request.at !== meta.get('dashboard')?.answers ? request.at : null;
}

/** What holds an update back once this has begun; null where that is nothing. */
function pullingAfter(what: PullAction): string | null {
  if (what.do === 'pull') return what.resource;
  return what.do === 'beginFeed' || what.do === 'follow' ? 'feed' : null;
}
