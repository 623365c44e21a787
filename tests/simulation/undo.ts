import type { Mutation, UndoStep } from '../../src/outbox/mutation.ts';
import { undoStepsOf } from '../../src/outbox/undone.ts';
import { undoSave } from '../../src/records/undo.ts';
import type { Expectation } from './checks/expectations.ts';
import { act, type Desk, isOurs, type Of, picked, storesAt } from './person.ts';
import type { World } from './world.ts';

/** A person takes back the last save of something that waits. */
export function undo(world: World, desk: Desk, { pick }: Of<'undo'>): void {
  const waiting = (storesAt(desk)?.outbox ?? []).filter((change) => undoStepsOf(change) !== null);
  const change = picked(waiting, pick);
  const steps = change && undoStepsOf(change);
  if (!change || !steps) return;
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
    () => undoSave(desk.records, steps),
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

/** What the save had left of a record: what was changed along with another is looked at by what was there before alone. */
function savedBy(step: UndoStep, change: Mutation): Mutation | null {
  return step.left === change.id ? change : null;
}

/** From now on the person wants of the record what they wanted before the save, and nothing that it added. */
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
