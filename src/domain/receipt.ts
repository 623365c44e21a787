import { timeOfUuid, uuidv7 } from './ids.ts';
import { dayAfter, dayAt } from './plain-date.ts';

/** The journal keeps at most this many finished changes, and a few more. */
export const JOURNAL_MOST = 2000;

/** Of how a change ended. One change can have several. */
interface Finished {
  readonly n: number;
  readonly mutationId: string;
  readonly outcome: 'confirmed' | 'cancelled' | 'replaced' | 'decided' | 'joined' | 'same';
  /** Ids of changes that had become a part of it. */
  readonly tookIn?: readonly string[];
  /** Device time in ms. */
  readonly at: number;
}

/**
 * `sent`: the server confirmed it. `merged`: it became a part of a later change, which counts in its place. `same`: a
 * person said that the server had the record already.
 */
export type ReceiptState = 'sent' | 'merged' | 'discarded' | 'same';

export interface ReceiptLine<Entry> {
  readonly state: ReceiptState;
  readonly entry: Entry;
}

export interface Receipt<Entry> {
  /** Newest first. */
  readonly lines: readonly ReceiptLine<Entry>[];
  readonly sent: number;
  /** Device time in ms at which the server confirmed the last one. Null if it confirmed none. */
  readonly lastAt: number | null;
}

/**
 * Says what became of the changes that were made on a day. A change counts once, however often it was put off, asked
 * about or merged, and as sent only if the server confirmed it.
 * @param entries in the order of the journal
 * @param isOpen whether a change is still in the outbox
 */
export function receiptOf<Entry extends Finished>(
  entries: readonly Entry[],
  { day, isOpen }: { readonly day: string; readonly isOpen: (mutationId: string) => boolean },
): Receipt<Entry> {
  const ends = new Map<string, ReceiptLine<Entry>>();
  for (const entry of entries) {
    const id = idOfDay(entry, day);
    if (id === undefined || isOpen(id) || ends.get(id)?.state === 'sent') continue;
    const state = stateAfter(entry.outcome);
    const isOwn = id === entry.mutationId;
    // What another change took in was not sent by itself.
    ends.set(id, { state: isOwn || state !== 'sent' ? state : 'merged', entry });
  }
  const lines = [...ends.values()].sort((one, other) => other.entry.n - one.entry.n);
  const times = lines.flatMap(({ state, entry }) => (state === 'sent' ? [entry.at] : []));
  return { lines, sent: times.length, lastAt: times.length === 0 ? null : Math.max(...times) };
}

/** A change whose side won, or whose text was merged, is still in the outbox, or a later change took its place. */
function stateAfter(outcome: Finished['outcome']): ReceiptState {
  if (outcome === 'confirmed') return 'sent';
  if (outcome === 'same') return 'same';
  return outcome === 'cancelled' ? 'discarded' : 'merged';
}

/** Returns the id of the change, or of one that it took in, if it was made on that day in the time zone of today. */
function idOfDay({ mutationId, tookIn = [], at }: Finished, day: string): string | undefined {
  const isOfDay = (id: string): boolean => dayAt(timeOfUuid(id) ?? at) === day;
  return [mutationId, ...tookIn].find(isOfDay);
}

/** Returns the device time in ms at which a day begins. */
export function startOfDay(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}

/** Returns the least id of a change made on a day, and the least of one made later. */
export function idsOfDay(day: string): readonly [from: string, before: string] {
  const least = (at: number): string => uuidv7(at, () => 0);
  return [least(startOfDay(day)), least(startOfDay(dayAfter(day)))];
}
