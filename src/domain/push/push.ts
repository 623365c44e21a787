import type { Estimate } from '../estimate.ts';
import type { Project } from '../project.ts';
import type { Timed } from '../seen.ts';
import type { WorkOrder } from '../work-order.ts';
import type { Quiet } from './since.ts';

/** In the order in which the screen lists them. */
export const PUSH_RULES = [
  'overdue',
  'quietJob',
  'quietEstimate',
  'runsOut',
  'ranOut',
  'notPlanned',
  'projectNotPlanned',
  'noEstimate',
] as const;
export type PushRule = (typeof PUSH_RULES)[number];

export interface PushRow<View> extends Timed {
  readonly view: View;
}

type EstimateRow = PushRow<Estimate>;
type ProjectRow = PushRow<Project>;
export type WorkOrderRow = PushRow<WorkOrder>;

interface Pressing {
  readonly days: number;
  readonly cents: number;
}

/** Something that a customer lacks, such as an estimate. If `since` changes, it is another lack. */
interface Lacking {
  readonly since: string;
}

/** One record and why it needs a push. Days are on the device's calendar. */
export type Push = Pressing &
  (
    | {
        readonly rule: 'overdue';
        readonly kind: 'workOrders';
        readonly row: WorkOrderRow;
        readonly day: string;
      }
    /** `last`: what was written last; null if nothing was, and then `quiet` tells when the record changed. */
    | {
        readonly rule: 'quietJob';
        readonly kind: 'workOrders';
        readonly row: WorkOrderRow;
        readonly last: 'entry' | 'reading' | null;
        readonly day: string;
        readonly quiet: Quiet['how'];
      }
    | {
        readonly rule: 'quietEstimate';
        readonly kind: 'estimates';
        readonly row: EstimateRow;
        readonly day: string;
        readonly quiet: Quiet['how'];
      }
    | {
        readonly rule: 'runsOut' | 'ranOut';
        readonly kind: 'estimates';
        readonly row: EstimateRow;
        readonly day: string;
      }
    | ({ readonly rule: 'notPlanned'; readonly kind: 'estimates'; readonly row: EstimateRow } & Lacking)
    | ({ readonly rule: 'projectNotPlanned'; readonly kind: 'projects'; readonly row: ProjectRow } & Lacking)
    | ({ readonly rule: 'noEstimate'; readonly kind: 'workOrders'; readonly row: WorkOrderRow } & Lacking)
    | ({ readonly rule: 'noEstimate'; readonly kind: 'projects'; readonly row: ProjectRow } & Lacking)
  );

export interface PushTime {
  /** Device time in ms. */
  readonly now: number;
  /** Before it, an earlier version may have seen changes without noting them. Device time in ms. */
  readonly countedFrom: number;
}

/** Names a push on this device. */
export function pushKey({ rule, kind, row }: Pick<Push, 'rule' | 'kind' | 'row'>): string {
  return `${rule}:${kind}/${row.localId}`;
}

/** Tells apart a push that goes on from one that ended and began again. */
export function reasonOf(push: Push): string {
  return 'since' in push ? push.since : push.day;
}

/** After so many days nobody waits for it today. */
const OLD_AFTER = 30;

/** Old pushes come after all others, so that projects that were left alone do not bury the day. */
export function isOld({ days }: Pressing): boolean {
  return days > OLD_AFTER;
}
