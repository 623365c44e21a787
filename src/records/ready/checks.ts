import { useSyncExternalStore } from 'react';
import type { AppDatabase } from '../../db/tables.ts';
import { createStore, type Store } from '../../domain/ports.ts';
import type { ReadyFacts } from '../../domain/ready.ts';
import { liveRead } from '../live-read.ts';
import { questionCount, readQuestions } from '../questions.ts';
import { type RecordServices, useRecordServices } from '../record-services.ts';

type FactsStore = Store<ReadyFacts | null>;

interface Stores {
  readonly running: FactsStore;
  /** The last result of this tab, also if the device is too full to keep it. */
  readonly last: FactsStore;
}

const stores = new WeakMap<RecordServices, Stores>();

export function storesIn(services: RecordServices): Stores {
  const blank = (): FactsStore => createStore<ReadyFacts | null>(null);
  const known = stores.get(services) ?? { running: blank(), last: blank() };
  stores.set(services, known);
  return known;
}

function useFacts({ subscribe, getSnapshot }: FactsStore): ReadyFacts | null {
  return useSyncExternalStore(subscribe, getSnapshot);
}

const useKeptOf = liveRead(async ({ settings }) => {
  const row = await settings.get('ready');
  return row && 'facts' in row ? row.facts : null;
});

const useStuckOf = liveRead(stuckIn);

interface Checks {
  /** What a check in this tab has found so far. Null while none runs. */
  readonly running: ReadyFacts | null;
  /** What the last check on this device found. Null before the first. */
  readonly kept: ReadyFacts | null;
  /** What needs a person's attention on Sync now. */
  readonly stuck: number;
}

export function useChecks(): Checks | undefined {
  const services = useRecordServices();
  const { running: runningHere, last: lastHere } = storesIn(services);
  const running = useFacts(runningHere);
  const last = useFacts(lastHere);
  const kept = useKeptOf(services.db);
  const stuck = useStuckOf(services.db);
  if (kept === undefined || stuck === undefined) return undefined;
  const isNewer = last !== null && (kept === null || kept.at < last.at);
  return { running, kept: isNewer ? last : kept, stuck };
}

/** Returns how much needs a person's attention on Sync. */
export async function stuckIn(relaxed: AppDatabase): Promise<number> {
  const [parked, refusedFiles, settings, questions] = await Promise.all([
    relaxed.outbox.where('state').equals('parked').count(),
    relaxed.files.where('state').equals('refused').count(),
    relaxed.meta.get('settings'),
    readQuestions(relaxed),
  ]);
  return parked + refusedFiles + (settings?.asks ?? 0) + questionCount(questions);
}
