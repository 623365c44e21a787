import { useState, useSyncExternalStore } from 'react';
import { findRecord, mutationsOf } from '../../db/mirror-and-outbox.ts';
import { wasCutOff } from '../../db/storage-watch.ts';
import { type DraftRow, draftTable } from '../../db/tables.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { liveRead } from '../live-read.ts';
import { type RecordServices, useRecordServices } from '../record-services.ts';
import { decide } from '../save-transaction.ts';
import type { RecordRow } from '../use-records.ts';
import { draftLetGo, withoutForm } from './draft-lock.ts';

export type { DraftRow };

/** Oldest first. */
export function useOfferedDrafts(): readonly DraftRow[] {
  return useDraftOffers().drafts;
}

/** `lookAgain` is for an offer that turned out to be out of date. */
export function useDraftOffers(): { readonly drafts: readonly DraftRow[]; readonly lookAgain: () => void } {
  const services = useRecordServices();
  const [offered] = useState(() => new OfferedDrafts(services));
  const drafts = useSyncExternalStore(offered.subscribe, offered.getSnapshot);
  return { drafts, lookAgain: offered.lookAgain };
}

export interface FoundDraft {
  readonly draft: DraftRow;
  /** Null if the record is new or no longer exists. */
  readonly row: RecordRow<Fields> | null;
  readonly server: Fields | null;
  readonly parked: Mutation | null;
}

/** Returns null if the draft has been saved, discarded or opened in the meantime. */
export async function findDraft(services: RecordServices, id: string): Promise<FoundDraft | null> {
  const { relaxed } = services.db;
  const draft = await relaxed.drafts.get(id);
  if (!draft || (await withoutForm(services.locks, [draft])).length === 0) return null;
  const { resource, localId } = draft;
  if (localId === null) return { draft, row: null, server: null, parked: null };
  return relaxed.transaction('r', relaxed[resource], relaxed.outbox, async (tx) => {
    const record = await findRecord(tx, resource, localId);
    const open = record ? await mutationsOf(tx, resource, record.localId) : [];
    const row = record?.view ? rowOf(record, record.view) : null;
    const parked = open.find(({ state }) => state === 'parked') ?? null;
    return { draft, row, server: record?.server ?? null, parked };
  });
}

/** Finds the latest draft that fits and that no form has open. */
export async function findDraftThat(
  services: RecordServices,
  fits: (draft: DraftRow) => boolean,
): Promise<FoundDraft | null> {
  const rows = (await services.db.relaxed.drafts.toArray()).filter(fits);
  const free = [...(await withoutForm(services.locks, rows))].sort((a, b) => b.startedAt - a.startedAt);
  return free[0] ? findDraft(services, free[0].id) : null;
}

/** Does nothing if the draft's form is open in another tab. */
export async function discardDraft(services: RecordServices, id: string): Promise<void> {
  const { strict } = services.db;
  if ((await withoutForm(services.locks, [{ id }])).length === 0) return;
  await decide(services, [strict.drafts], async (tx) => draftTable(tx).delete(id));
}

function rowOf({ localId, serverId, mark, seen }: MirrorRecord, view: Fields): RecordRow<Fields> {
  return { localId, serverId, view, mark, seen };
}

const NONE: readonly DraftRow[] = [];

export class OfferedDrafts {
  readonly #services: RecordServices;
  #tell: () => void = () => undefined;
  #offered = NONE;
  #failure: { readonly error: unknown } | null = null;
  /** One wait for each draft that is open in a form. Null without listeners. */
  #waits: Map<string, AbortController> | null = null;
  #reads = 0;

  constructor(services: RecordServices) {
    this.#services = services;
  }

  readonly getSnapshot = (): readonly DraftRow[] => {
    if (this.#failure) throw this.#failure.error;
    return this.#offered;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    const { db, page } = this.#services;
    this.#tell = listener;
    this.#waits = new Map();
    const stops = [
      db.changes.onWritten([{ table: 'drafts' }], () => void this.#readAgain()),
      page.onChange(() => this.#follow()),
    ];
    void this.#readAgain();
    return () => {
      for (const stop of stops) stop();
      this.#endWaits();
      this.#waits = null;
    };
  };

  readonly lookAgain = (): void => void this.#readAgain();

  /** A frozen page must not wait for a lock: once granted, it would block other tabs. */
  #follow(): void {
    if (this.#services.page.isFrozen()) this.#endWaits();
    else void this.#readAgain();
  }

  async #readAgain(): Promise<void> {
    const { db, locks } = this.#services;
    this.#reads += 1;
    const read = this.#reads;
    try {
      const rows = await db.relaxed.drafts.toArray();
      const offered = await withoutForm(locks, rows);
      if (read !== this.#reads || !this.#waits) return;
      this.#offered = [...offered].sort((a, b) => a.startedAt - b.startedAt);
      for (const { id } of rows) if (!offered.some((one) => one.id === id)) this.#waitFor(id);
      this.#tell();
    } catch (error) {
      // The page reads again when it resumes.
      if (wasCutOff(error) || !this.#waits) return;
      this.#failure = { error };
      this.#tell();
    }
  }

  /** A tab that dies sends no message, but its lock is released. */
  #waitFor(id: string): void {
    if (!this.#waits || this.#waits.has(id)) return;
    const ends = new AbortController();
    this.#waits.set(id, ends);
    void draftLetGo(this.#services.locks, id, ends.signal).then(() => {
      if (ends.signal.aborted) return;
      this.#waits?.delete(id);
      void this.#readAgain();
    });
  }

  #endWaits(): void {
    for (const ends of this.#waits?.values() ?? []) ends.abort();
    this.#waits?.clear();
  }
}

const useCountOf = liveRead((relaxed) => relaxed.drafts.count());

/** Counts the drafts of all tabs. */
export function useDraftCount(): number | undefined {
  return useCountOf(useRecordServices().db);
}
