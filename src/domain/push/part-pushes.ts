import { readJob } from '../day/job.ts';
import { nameKey } from '../day/person-names.ts';
import { readText } from '../field.ts';
import { isOld, PUSH_RULES, type Push, type PushRule, pushKey, reasonOf } from './push.ts';

/** Steps end after this much work, about a millisecond. */
const STEP = 1000;
const NOTES = 100;

interface Aside {
  /** The day on which it comes back. */
  readonly until: string;
  /** If the push has another reason by now, it comes back at once. */
  readonly reason: string;
}

/** Pushes that were put aside on this device, by their keys. */
export type Asides = ReadonlyMap<string, Aside>;

interface PartedPushes {
  readonly shown: readonly Push[];
  readonly aside: readonly Push[];
}

export function* withoutAside(
  pushes: readonly Push[],
  asides: Asides,
  today: string,
): Generator<void, PartedPushes> {
  if (asides.size === 0) return { shown: pushes, aside: [] };
  const parts = { shown: [] as Push[], aside: [] as Push[] };
  for (const [n, push] of pushes.entries()) {
    if (n % STEP === STEP - 1) yield;
    const aside = asides.get(pushKey(push));
    const isAside = aside !== undefined && aside.until > today && aside.reason === reasonOf(push);
    parts[isAside ? 'aside' : 'shown'].push(push);
  }
  return parts;
}

/** Returns the names on the crews of these jobs, and those of one person's jobs, in steps. */
export function* pushesOfCrew(
  pushes: readonly Push[],
  name: string,
): Generator<void, { readonly names: readonly string[]; readonly pushes: readonly Push[] }> {
  const names = new Map<string, string>();
  const theirs: Push[] = [];
  const wanted = nameKey(name);
  let n = 0;
  for (const push of pushes) {
    if (push.kind !== 'workOrders') continue;
    n += NOTES;
    if (n % STEP === 0) yield;
    const { crew } = readJob(readText(push.row.view.notes));
    for (const member of crew) if (!names.has(nameKey(member))) names.set(nameKey(member), member);
    if (crew.some((member) => nameKey(member) === wanted)) theirs.push(push);
  }
  return { names: [...names.values()], pushes: wanted === '' ? pushes : theirs };
}

export interface PushGroup {
  readonly rule: PushRule;
  /** Old ones are last. */
  readonly pushes: readonly Push[];
  /** How many are not old. */
  readonly fresh: number;
}

/** Groups an ordered list by rule. Rules without pushes are left out. */
export function* groupPushes(pushes: readonly Push[]): Generator<void, readonly PushGroup[]> {
  const groups = new Map<PushRule, Push[]>();
  for (const [n, push] of pushes.entries()) {
    if (n % STEP === STEP - 1) yield;
    const group = groups.get(push.rule);
    if (group) group.push(push);
    else groups.set(push.rule, [push]);
  }
  return PUSH_RULES.flatMap((rule) => {
    const group = groups.get(rule) ?? [];
    const old = group.findIndex(isOld);
    return group.length === 0 ? [] : [{ rule, pushes: group, fresh: old < 0 ? group.length : old }];
  });
}
