import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { MirrorRecord } from '../../src/outbox/mirror-record.ts';
import { type Mutation, neverSent, type SavedChange, type UndoStep } from '../../src/outbox/mutation.ts';
import { undoStepsOf } from '../../src/outbox/undone.ts';
import { undoSave } from '../../src/records/undo/undo-save.ts';
import type { Expectation } from './checks/expectations.ts';
import { changesOf, type Stores } from './checks/stores.ts';
import { act, type Desk, isOurs, type Of, picked, storesAt } from './person.ts';
import { TEXTS } from './program/values.ts';
import type { World } from './world.ts';

/** Undoes the last save of a waiting change, or a save that the server may have. */
export function undo(world: World, desk: Desk, { pick }: Of<'undo'>): void {
  const stores = storesAt(desk);
  if (!stores) return;
  const waiting = stores.outbox.filter((change) => neverSent(change) && undoStepsOf(change) !== null);
  const sent = world.program.secondThoughts ? sentIn(stores) : [];
  const chosen = picked([...waiting, ...sent], pick);
  if (!chosen) return;
  if ('step' in chosen) changeBack(world, desk, chosen);
  else takeBackOne(world, desk, chosen);
}

/** A save that the server may have. */
interface Sent {
  readonly step: UndoStep;
  readonly change: SavedChange;
  readonly record: MirrorRecord;
}

/** Returns each record's last change if it is being sent, or if it was confirmed and nothing has changed since. */
function sentIn(stores: Stores): Sent[] {
  return RESOURCE_NAMES.flatMap((resource) =>
    [...stores.mirror(resource).values()].flatMap((record) => {
      const { localId, confirmed } = record;
      const open = changesOf(stores, resource, localId);
      const last = open.at(-1);
      if (last) {
        const [step] = neverSent(last) ? [] : (undoStepsOf(last) ?? []);
        return step && step.left !== null && step.change ? [{ step, change: step.change, record }] : [];
      }
      if (!confirmed?.isLast) return [];
      const newest = stores.history.findLast(
        (note) => note.resource === resource && note.localId === localId,
      );
      if (confirmed.kind === 'create' ? newest : newest?.by !== 'me') return [];
      const fields = Object.entries(newest?.fields ?? {}).map(
        ([field, { was, is }]) => [field, { base: was, value: is }] as const,
      );
      const change: SavedChange = { kind: confirmed.kind, fields: Object.fromEntries(fields) };
      return [
        {
          step: { resource, localId, before: null, mergeBase: null, left: confirmed.id, change },
          change,
          record,
        },
      ];
    }),
  );
}

/** The user wants the old values again, or the record gone. */
function changeBack(world: World, desk: Desk, { step, change, record }: Sent): void {
  const { resource, localId } = step;
  const wants = desk.expectations.of(resource, localId);
  world.note(`${desk.tab.name} changes back the ${change.kind} of ${resource}/${localId}`);
  const before = new Map(wants.values);
  const fields = change.kind === 'create' ? [] : Object.entries(change.fields);
  const history = world.companyOf(desk.records.db.name)?.histories.of(resource, record.serverId ?? '');
  for (const [field, { base, value }] of fields) {
    wants.touched.add(field);
    const last = wants.seen.get(field);
    const earlier = last ? [...last.earlier, last.values[field] ?? null] : [];
    wants.seen.set(field, { values: record.view ?? {}, place: (history?.states.length ?? 0) - 1, earlier });
    // Lines that others removed from a text stay removed.
    if (TEXTS.includes(field)) wants.values.delete(field);
    else if (isOurs(world, field)) wants.values.set(field, [...(before.get(field) ?? [value]), base]);
  }
  const restore = (): void => {
    for (const [field] of fields) {
      const values = before.get(field);
      if (values) wants.values.set(field, values);
      else wants.values.delete(field);
    }
  };
  const isGone = (): void => {
    wants.deleted = wants.everDeleted = true;
    world.discarded.add(wants.mark ?? '');
    wants.values.clear();
  };
  act(
    desk,
    wants,
    () => undoSave(desk.records, [step]),
    (outcome) => {
      if (outcome !== 'undone') return restore();
      if (change.kind === 'create') return isGone();
      for (const [field, { base }] of fields)
        if (isOurs(world, field) && !TEXTS.includes(field)) wants.values.set(field, [base]);
    },
    (died) => {
      if (!died) return restore();
      if (change.kind !== 'create') return;
      wants.cancellable = true;
      world.discarded.add(wants.mark ?? '');
    },
  );
}

function takeBackOne(world: World, desk: Desk, change: Mutation): void {
  const steps = undoStepsOf(change);
  if (!steps) return;
  const { resource, localId } = change;
  world.note(`${desk.tab.name} undoes the ${change.kind} of ${resource}/${localId}`);
  const touched = steps.map((step) => ({ step, wants: desk.expectations.of(step.resource, step.localId) }));
  for (const { wants } of touched) wants.acting += 1;
  const end = (): void => {
    for (const { wants } of touched) wants.acting -= 1;
  };
  act(
    desk,
    null,
    // Takes the change back or does nothing. A change that is being sent is not reversed.
    () => undoSave(desk.records, steps.map(withoutChange)),
    (outcome) => {
      end();
      if (outcome !== 'undone') return;
      for (const { step, wants } of touched) takeBack(world, wants, { step, saved: savedBy(step, change) });
    },
    (died) => {
      end();
      if (died) for (const { wants } of touched) wants.cancellable = true;
    },
  );
}

function withoutChange(step: UndoStep): UndoStep {
  if (step.left === null) return step;
  const { change: _, ...bare } = step;
  return bare;
}

/**
 * Returns the saved change. Null for a record that was changed together with another, for which only the state before
 * counts.
 */
function savedBy(step: UndoStep, change: Mutation): Mutation | null {
  return step.left === change.id ? change : null;
}

/** The user wants the values from before the save, and none that it added. */
function takeBack(
  world: World,
  wants: Expectation,
  { step: { before }, saved }: { readonly step: UndoStep; readonly saved: Mutation | null },
): void {
  if (before === null) wants.cancellable = true;
  wants.deleted = before?.kind === 'delete';
  for (const [field, { value }] of Object.entries(saved?.fields ?? {}))
    if (before?.fields[field]?.value !== value) wants.values.delete(field);
  if (before === null) {
    if (saved?.kind === 'create') world.discarded.add(wants.mark ?? '');
    return;
  }
  if (before.kind === 'create') wants.created = wants.mark;
  for (const [field, { value }] of Object.entries(before.fields))
    if (isOurs(world, field)) wants.values.set(field, [value]);
}
