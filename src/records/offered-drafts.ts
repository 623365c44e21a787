import type { DraftRow } from '../db/drafts.ts';
import { wasCutOff } from '../db/storage-errors.ts';
import { draftLetGo, withoutForm } from './draft-lock.ts';
import type { RecordServices } from './record-services.ts';

const NONE: readonly DraftRow[] = [];

/** The drafts whose form is open in no tab, oldest first, for `useSyncExternalStore` in one place. */
export class OfferedDrafts {
  readonly #services: RecordServices;
  #tell: () => void = () => undefined;
  #offered = NONE;
  #failure: { readonly error: unknown } | null = null;
  /** What waits for the forms that are open; null while nobody listens. */
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

  /** A frozen page waits for no lock: what it was granted there would hold up the others. */
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
      // Read again when the page resumes.
      if (wasCutOff(error) || !this.#waits) return;
      this.#failure = { error };
      this.#tell();
    }
  }

  /** A tab that is closed or dies tells nobody, but its lock is free then. */
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
