import { changeLane, laneOfMutation } from '../db/lane-store.ts';
import type { RowOf } from '../db/meta-rows.ts';
import { type AppDatabase, tablesOf } from '../db/tables.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { SaveReceipt } from './commands.ts';
import { observe } from './live-read.ts';
import type { RecordServices } from './record-services.ts';
import { saveTransaction } from './save-transaction.ts';

export const WATCH_MS = 2500;

export type SaveOutcome =
  | { readonly outcome: 'confirmed' }
  | { readonly outcome: 'waiting' }
  | { readonly outcome: 'refused'; readonly mutation: Mutation };

/** Waits up to 2.5 s. Later changes may be merged into the save after that. */
export async function watchSave(services: RecordServices, receipt: SaveReceipt): Promise<SaveOutcome> {
  const { mutationId } = receipt;
  if (mutationId === null) return { outcome: 'confirmed' };
  if (!receipt.watched) return { outcome: 'waiting' };
  const outcome = await firstOutcome(services, mutationId);
  // The change is saved anyway, and the watch ends by itself.
  if (outcome.outcome === 'waiting') await unwatch(services, mutationId).catch(() => undefined);
  return outcome;
}

function firstOutcome(services: RecordServices, mutationId: string): Promise<SaveOutcome> {
  return new Promise((resolve) => {
    const cancel = services.clock.setTimer(() => settle({ outcome: 'waiting' }), WATCH_MS);
    const read = async (db: AppDatabase): Promise<SaveOutcome | null> => {
      const mutation = await db.outbox.where('id').equals(mutationId).first();
      const engine = await db.meta.get('engine');
      return outcomeOf(mutation, engine);
    };
    const stop = observe(services.db, read, {
      next: (outcome) => {
        if (outcome) settle(outcome);
      },
      error: () => settle({ outcome: 'waiting' }),
    });
    function settle(outcome: SaveOutcome): void {
      cancel();
      stop();
      resolve(outcome);
    }
  });
}

function outcomeOf(mutation: Mutation | undefined, engine: RowOf<'engine'> | undefined): SaveOutcome | null {
  if (!mutation) return { outcome: 'confirmed' };
  switch (mutation.state) {
    case 'parked':
      return { outcome: 'refused', mutation };
    case 'unknown':
      return { outcome: 'waiting' };
    case 'queued':
      return mutation.attempts > 0 || (engine?.reasons.length ?? 0) > 0 ? { outcome: 'waiting' } : null;
    case 'sending':
      return null;
    default:
      return mutation satisfies never;
  }
}

async function unwatch(services: RecordServices, mutationId: string): Promise<void> {
  const { strict, relaxed } = services.db;
  const mutation = await relaxed.outbox.where('id').equals(mutationId).first();
  if (!mutation) return;
  await saveTransaction(services, tablesOf(strict, mutation.resource), async (tx) => {
    const lane = await laneOfMutation(tx, mutationId);
    if (lane) await changeLane(tx, services, { lane, event: { type: 'released', mutationId } });
  });
}
