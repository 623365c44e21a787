import { changeLane, lastNotesOf, readLane } from '../../db/lane-store.ts';
import { assertNotLeaving } from '../../db/owner.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import type { Fields, FieldValue, RecordKind } from '../../domain/resource-spec.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import type { Lane } from '../../outbox/lane.ts';
import type { Mutation, UndoStep } from '../../outbox/mutation.ts';
import { howToUndo } from '../../outbox/undone.ts';
import { acceptIn } from '../accept.ts';
import { useLiveRead } from '../live-read.ts';
import { NamedRecords } from '../named-records.ts';
import type { RecordServices } from '../record-services.ts';
import { waitingDependants } from '../referring-records.ts';
import { saveTransaction } from '../save-transaction.ts';

type Refused = Extract<ReturnType<typeof howToUndo>, { do: 'refuse' }>['why'];

type NotUndone = Refused | 'referred';

/** `asks`: unsent changes refer to the new record, so the user must confirm. */
export type UndoOutcome = 'undone' | 'asks' | NotUndone;

type Act = () => Promise<unknown>;

/**
 * Undoes a save and all changes made together with it, or nothing at all. Removes changes that were never sent, and
 * makes new changes to reverse the others.
 * @throws NotSavedError if nothing was undone
 */
export async function undoSave(services: RecordServices, steps: readonly UndoStep[]): Promise<UndoOutcome> {
  const over = new AbortController();
  try {
    for (let named: Named = new Map(); ; named = await readNamed(services, steps, over.signal)) {
      const outcome = await undoWith(services, steps, named);
      if (outcome === 'undone') services.onSaved();
      if (outcome !== 'unread') return outcome;
    }
  } finally {
    over.abort();
  }
}

type Named = ReadonlyMap<RecordKind, NamedRecords>;

/** Returns `unread`, and has changed nothing, if a new record may have been sent, and what names it is not known. */
function undoWith(
  services: RecordServices,
  steps: readonly UndoStep[],
  named: Named,
): Promise<UndoOutcome | 'unread'> {
  const { strict } = services.db;
  return saveTransaction(services, tablesOf(strict, ...RECORD_KINDS), async (tx) => {
    await assertNotLeaving(tx);
    const acts: Act[] = [];
    for (const step of steps) {
      const lane = await readLane(tx, step);
      const act = await actOf(tx, services, { lane, step, named: named.get(step.resource) });
      if (typeof act === 'string') return act;
      acts.push(act);
    }
    for (const act of acts) await act();
    return 'undone';
  });
}

/** Reads for the new records among them what names others of their kinds. */
async function readNamed(
  services: RecordServices,
  steps: readonly UndoStep[],
  over: AbortSignal,
): Promise<Named> {
  const named = new Map<RecordKind, NamedRecords>();
  for (const { resource, left, ...step } of steps) {
    const isNewRecord = left !== null && 'change' in step && step.change?.kind === 'create';
    if (isNewRecord && !named.has(resource))
      named.set(resource, await NamedRecords.read(services, resource, over));
  }
  return named;
}

interface Part {
  readonly lane: Lane;
  readonly step: UndoStep;
  readonly named: NamedRecords | undefined;
}

async function actOf(
  tx: Tx,
  services: RecordServices,
  { lane, step, named }: Part,
): Promise<Act | UndoOutcome | 'unread'> {
  const undoing = howToUndo(lane, step);
  switch (undoing.do) {
    case 'refuse':
      return undoing.why;
    case 'takeOut':
      if (await isWaitedFor(tx, lane, step)) return 'asks';
      return () => changeLane(tx, services, { lane, event: { type: 'undone', step } });
    case 'changeBack': {
      const { resource, localId, record } = lane;
      if (undoing.intent.kind === 'delete') {
        if (!named) return 'unread';
        await named.follow(tx);
        if (record && named.has(record)) return 'referred';
      }
      const mergeBase = await copyLeftBy(tx, lane);
      const intent = { resource, localId, watch: false, mergeBase, ...undoing.intent };
      return () => acceptIn(tx, services, intent);
    }
  }
}

async function isWaitedFor(tx: Tx, { resource, localId, mutations }: Lane, step: UndoStep): Promise<boolean> {
  const saved = mutations.find(({ id }) => id === step.left);
  const isNewRecord = saved?.kind === 'create' && step.before === null;
  return isNewRecord && (await waitingDependants(tx, resource, localId)).length > 0;
}

/** Returns the server's copy without other people's later changes, as far as the history has them. */
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

/** Returns true even for a new record that has changed since the save: the button then explains why it refuses. */
export function useCanUndo(steps: readonly UndoStep[] | null): boolean {
  const can = useLiveRead(
    async (relaxed) => {
      if (!steps) return false;
      return relaxed.transaction('r', tablesOf(relaxed, ...RECORD_KINDS), async (tx) => {
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
  const undoing = howToUndo(lane, step);
  return undoing.do !== 'refuse' || undoing.why === 'edited';
}

export interface SaveNote {
  readonly resource: RecordKind;
  readonly localId: string;
  readonly kind: Mutation['kind'];
  /** How many records were created together. Absent for one. */
  readonly count?: number;
  readonly undo: readonly UndoStep[] | null;
}
