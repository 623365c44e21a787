import { readText } from '../read-wire.ts';
import type { WorkOrder } from '../work-order.ts';
import { readJob } from './job.ts';
import { nameKey } from './person-names.ts';

/** So many work orders are looked at in a step: about a millisecond. */
const STEP = 500;

/** The names on any crew, each as it was written first. Whoever draws the steps may do other things between any two. */
export function* crewNames(
  rows: readonly { readonly view: Pick<WorkOrder, 'notes'> }[],
): Generator<void, readonly string[]> {
  const names = new Map<string, string>();
  for (const [n, { view }] of rows.entries()) {
    if (n % STEP === STEP - 1) yield;
    for (const name of readJob(readText(view.notes)).crew) {
      const key = nameKey(name);
      if (!names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}
