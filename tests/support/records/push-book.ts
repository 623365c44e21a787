import { type Estimate, estimateSpec } from '../../../src/domain/estimate.ts';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { type Project, projectSpec } from '../../../src/domain/project.ts';
import { listPushes, type PushQuestion } from '../../../src/domain/push/list-pushes.ts';
import { type Push, pushKey } from '../../../src/domain/push/push.ts';
import type { Seen } from '../../../src/domain/seen.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { type WorkOrder, workOrderSpec } from '../../../src/domain/work-order.ts';

export const NOON = new Date(2026, 2, 5, 12).getTime();
export const QUESTION: PushQuestion = {
  now: NOON,
  countedFrom: 0,
  dates: NO_DATE_FORMS,
  whole: { estimates: true, workOrders: true },
};
const env = { now: 0, random: 0 };

export function at(day: string): number {
  return new Date(`${day}T12:00:00`).getTime();
}

export interface Given<View> {
  readonly id?: string;
  readonly view?: Partial<View>;
  readonly seen?: Partial<Seen>;
}

function row<View>(blank: object, { id = '1', view = {}, seen = {} }: Given<View>) {
  return {
    localId: id,
    view: { ...blank, customer: '7', title: id, ...view } as View,
    seen: { created_at: null, updated_at: null, first_seen: NOON, ...seen },
  };
}

export const estimate = (given: Given<Estimate>) => row<Estimate>(estimateSpec.blank(env), given);
export const project = (given: Given<Project>) => row<Project>(projectSpec.blank(env), given);
export const job = (given: Given<WorkOrder>) => row<WorkOrder>(workOrderSpec.blank(env), given);

export interface Book {
  readonly customers?: readonly { readonly localId: string; readonly serverId?: number }[];
  readonly projects?: readonly ReturnType<typeof project>[];
  readonly estimates?: readonly ReturnType<typeof estimate>[];
  readonly workOrders?: readonly ReturnType<typeof job>[];
}

export function listed(book: Book, question: Partial<PushQuestion> = {}): readonly Push[] {
  const rows = { customers: [{ localId: '7', serverId: 7 }], projects: [], estimates: [], workOrders: [] };
  return drawAll(listPushes({ ...rows, ...book }, { ...QUESTION, ...question }));
}

export const keys = (pushes: readonly Push[]): string[] => pushes.map(pushKey);
