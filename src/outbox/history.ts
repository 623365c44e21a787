import { timeIn } from '../domain/answer.ts';
import { valuesOf } from '../domain/field-changes.ts';
import type { Fields, RecordKey, RecordKind, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { withServerReferences } from './dependencies.ts';
import type { Lane, LaneEnv } from './lane.ts';
import type { HistoryNote, LaneEvent } from './lane-event.ts';
import { mergedText } from './merge/merge-fields.ts';
import { type Mutation, surelyRefused } from './mutation.ts';

type Changed = HistoryNote['fields'];

interface SeenRow extends RecordKey {
  readonly was: Fields | null;
  readonly is: Fields;
  readonly wire: Wire;
}

export function seenChange({ resource, localId, was, is, wire }: SeenRow, now: number): HistoryNote[] {
  if (was === null) return [];
  const fields = differences(resource, was, is);
  return noted({ resource, localId, at: changedBy(wire, now), by: 'other', fields });
}

/**
 * Returns what an event changed in the server's copy, and who changed it. Values that this device sent and the server
 * has are this device's changes, whichever answer shows them. The rest are others' changes.
 */
export function historyOf(
  lane: Lane,
  after: Lane,
  { event, env }: { readonly event: LaneEvent; readonly env: LaneEnv },
): HistoryNote[] {
  const { resource, localId, record } = lane;
  const [was, is] = [record?.server, after.record?.server];
  const { wire = {} } = ('row' in event && event.row) || {};
  if (!was || !is || was === is) return [];
  const others = { resource, localId, was, is, wire };
  const isAnswer = event.type === 'answered';
  const change = isAnswer ? event.seen : lane.mutations.find(mayHaveArrived);
  if (!change) return seenChange(others, env.now);
  const between = copyWithOwnChange(change, env, { was, is, isAnswer });
  const fields = differences(resource, was, between);
  return [
    ...noted({ resource, localId, at: change.acceptedAt, by: 'me', fields }),
    ...seenChange({ ...others, was: between }, env.now),
  ];
}

function noted(note: HistoryNote): HistoryNote[] {
  return Object.keys(note.fields).length === 0 ? [] : [note];
}

/** Ignores fields that an earlier version of the app did not keep. */
function differences(resource: RecordKind, was: Fields, is: Fields): Changed {
  const { fieldNames, sameValue } = specOf(resource);
  const changed = fieldNames.flatMap((field) => {
    const before = was[field];
    if (before === undefined || sameValue(field, before, is[field])) return [];
    return [[field, { was: before, is: is[field] ?? null }] as const];
  });
  return Object.fromEntries(changed);
}

/** A time in the future comes from a wrong clock and counts as now. */
function changedBy(wire: Wire, now: number): number {
  return Math.min(timeIn(wire, 'updated_at') ?? now, now);
}

/** Returns false if the change was not sent, or if every answer said that it was not carried out. */
function mayHaveArrived(change: Mutation): boolean {
  const { firstSentAt, attempts, setbacks } = change;
  return firstSentAt !== null && attempts > (setbacks?.rereads ?? 0) && !surelyRefused(change);
}

interface Copies {
  readonly was: Fields;
  readonly is: Fields;
  readonly isAnswer: boolean;
}

/** Returns the earlier copy with this device's change and the values that the server computes from it. */
function copyWithOwnChange(
  { resource, fields }: Mutation,
  env: LaneEnv,
  { was, is, isAnswer }: Copies,
): Fields {
  const { texts, computedGroups = [], sameValue } = specOf(resource);
  const sent = Object.entries(withServerReferences(env.references, resource, fields));
  const arrived = sent.filter(([field, change]) => {
    const there = is[field] ?? null;
    const isThere = isAnswer || sameValue(field, there, change.value);
    return isThere || (texts.includes(field) && mergedText(change, there) === there);
  });
  const names = arrived.map(([field]) => field);
  const workedOut: readonly string[] = computedGroups
    .filter((group) => group.some((field) => names.includes(field)))
    .flat();
  const made = Object.entries(is).filter(([field]) => workedOut.includes(field));
  return { ...was, ...valuesOf(Object.fromEntries(arrived)), ...Object.fromEntries(made) };
}
