import { changeLane, lastNotesOf, readLane } from '../../db/lane-store.ts';
import { assertNotLeaving } from '../../db/owner.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import type { Fields, FieldValue, ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import type { Lane } from '../../outbox/lane.ts';
import type { MutationKind, SavedChange, UndoStep } from '../../outbox/mutation.ts';
import { type ChangeBackRefusal, changeBackRefusal, changedBack, undoRefusal } from '../../outbox/undone.ts';
import { acceptIn } from '../accept.ts';
import { useLiveRead } from '../live-read.ts';
import type { RecordServices } from '../record-services.ts';
import { referredTo, waitingDependants } from '../referring-records.ts';
import { saveTransaction } from '../save-transaction.ts';

/** Why a save was not undone: others refer to the new record, or see `ChangeBackRefusal`. */
type NotUndone = ChangeBackRefusal | 'referred';

/** The outcome of an undo: `asks` if others wait for the new record, which a person deletes with them. */
export type UndoOutcome = 'undone' | 'asks' | NotUndone;

/** One record's part of an undo, decided and still to be done. */
type Act = () => Promise<unknown>;

/**
 * Undoes one save, with all that it changed along, in one transaction: wholly, or not at all. What no server can have seen
 * is taken back; what one may have is changed back.
 * @throws NotSavedError where the storage did not take it, or the account is leaving this device: nothing was undone
 */
export async function undoSave(services: RecordServices, steps: readonly UndoStep[]): Promise<UndoOutcome> {
  const { strict } = services.db;
  const outcome = await saveTransaction(services, tablesOf(strict, ...RESOURCE_NAMES), async (tx) => {
    await assertNotLeaving(tx);
    const acts: Act[] = [];
    for (const step of steps) {
      const lane = await readLane(tx, step);
      const act = await (undoRefusal(lane, step) === 'sent'
        ? changeBack(tx, services, { lane, step })
        : takeBack(tx, services, { lane, step }));
      if (typeof act === 'string') return act;
      acts.push(act);
    }
    for (const act of acts) await act();
    return 'undone';
  });
  if (outcome === 'undone') services.onSaved();
  return outcome;
}

interface Part {
  readonly lane: Lane;
  readonly step: UndoStep;
}

async function takeBack(tx: Tx, services: RecordServices, { lane, step }: Part): Promise<Act | UndoOutcome> {
  const refusal = undoRefusal(lane, step);
  if (refusal !== null) return refusal;
  if (await isWaitedFor(tx, lane, step)) return 'asks';
  return () => changeLane(tx, services, { lane, event: { type: 'undone', step } });
}

async function isWaitedFor(tx: Tx, { resource, localId, mutations }: Lane, step: UndoStep): Promise<boolean> {
  const saved = mutations.find(({ id }) => id === step.left);
  const isNewRecord = saved?.kind === 'create' && step.before === null;
  return isNewRecord && (await waitingDependants(tx, resource, localId)).length > 0;
}

async function changeBack(
  tx: Tx,
  services: RecordServices,
  { lane, step }: Part,
): Promise<Act | UndoOutcome> {
  const refusal = changeBackRefusal(lane, step);
  const change: SavedChange | undefined = step.left === null ? undefined : step.change;
  if (refusal !== null || !change) return refusal ?? 'sent';
  const { resource, localId } = lane;
  if (change.kind === 'create' && lane.record && (await referredTo(tx, resource, [lane.record])).size > 0)
    return 'referred';
  const mergeBase = await copyLeftBy(tx, lane);
  const intent = { resource, localId, watch: false, mergeBase, ...changedBack(change) };
  return () => acceptIn(tx, services, intent);
}

/** The server's copy as this device's last change has left it: without what others have changed since, as far as that is noted. */
async function copyLeftBy(
  tx: Tx,
  { resource, localId, record, mutations }: Lane,
): Promise<Fields | undefined> {
  if (mutations.length > 0 || !record?.server) return undefined;
  if (record.confirmed?.isLast) return record.server;
  const copy: Record<string, FieldValue> = { ...record.server };
  for (const { by, fields } of await lastNotesOf(tx, { resource, localId })) {
    if (by === 'me') break;
    for (const [field, { was }] of Object.entries(fields)) copy[field] = was;
  }
  return copy;
}

/**
 * Returns whether a save can be undone as it stands, live; false until the device has answered. True for a new record that
 * somebody has changed since: to press is to be told.
 */
export function useCanUndo(steps: readonly UndoStep[] | null): boolean {
  const can = useLiveRead(
    async (relaxed) => {
      if (!steps) return false;
      return relaxed.transaction('r', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
        const answers = await Promise.all(
          steps.map(async (step) => isOffered(await readLane(tx, step), step)),
        );
        return answers.every(Boolean);
      });
    },
    [steps],
  );
  return can ?? false;
}

function isOffered(lane: Lane, step: UndoStep): boolean {
  const refusal = undoRefusal(lane, step);
  if (refusal !== 'sent') return refusal === null;
  const back = changeBackRefusal(lane, step);
  return back === null || back === 'edited';
}

/** What a person saved or deleted last in this tab. */
export interface SaveNote {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: MutationKind;
  /** For `undoSave`; null where it cannot be taken back. */
  readonly undo: readonly UndoStep[] | null;
}
