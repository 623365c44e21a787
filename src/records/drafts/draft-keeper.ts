import { isQuotaError, wasCutOff } from '../../db/storage-watch.ts';
import { type DraftRow, draftTable } from '../../db/tables.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { createStore } from '../../domain/ports.ts';
import type { RecordServices } from '../record-services.ts';
import { type HeldDraft, takeDraft } from './draft-lock.ts';
import type { LeftForm } from './left-forms.ts';
import { saveOfDraft } from './saved-drafts.ts';

/** In ms. If the page dies, at most this much typing is lost. */
export const KEEP_EVERY_MS = 400;
/** In ms. The wait after a draft could not be stored. */
export const RETRY_MS = 5000;

export type DraftContent = Omit<DraftRow, 'id' | 'startedAt'>;

export type DraftTrouble = 'full' | 'failed';

/**
 * Stores the content of an open form, so that another tab, or the app after a restart, can offer it.
 *
 *   open ── keep … keep ──┬─ saving ─ saved ── keep …      the save deletes the row
 *                         ├─ drop ── close                 the row is deleted
 *                         └─ close                         the row stays, and is offered
 *
 * A closed form whose row is not written yet, because the storage is slow, is left to the tab's next page.
 *
 * Other tabs do not offer the draft while this tab holds its lock. A frozen page releases the lock, so that another tab
 * can continue the draft. If another tab did, this form gets a new draft when the page resumes.
 */
export class DraftKeeper {
  readonly #services: RecordServices;
  readonly #startedAt: number;
  #id: string;
  /** Null if closing the form loses nothing. */
  #wanted: DraftContent | null;
  #stored: DraftContent | null;
  /** The last content written. The write may not have succeeded. */
  #tried: DraftContent | null = null;
  readonly #trouble = createStore<DraftTrouble | null>(null);
  #taken: Promise<HeldDraft | null> | null = null;
  #cancelTimer: (() => void) | null = null;
  /** The save under way. */
  #save: string | null = null;
  #isClosed = false;
  #writing: Promise<void> | null = null;
  /** Changes with each save and each new id, so that results of earlier writes are ignored. */
  #turn = 0;
  #stopListening: () => void = () => undefined;
  #stopLeaving: () => void = () => undefined;

  constructor(services: RecordServices, begun: DraftRow | null) {
    this.#services = services;
    this.#startedAt = begun?.startedAt ?? services.clock.now();
    this.#id = begun?.id ?? this.#newId();
    this.#wanted = begun;
    this.#stored = begun;
  }

  get id(): string {
    return this.#id;
  }

  readonly subscribe = this.#trouble.subscribe;
  readonly getSnapshot = this.#trouble.getSnapshot;

  open(): void {
    this.#take();
    this.#stopListening = this.#services.page.onChange(() => this.#onPageChange());
    this.#stopLeaving = this.#services.leftForms.add(() => this.#leftForm());
  }

  /** Pass null if closing the form loses nothing. */
  keep(content: DraftContent | null): void {
    this.#wanted = content;
    this.#schedule(KEEP_EVERY_MS);
  }

  /** Stores the content without delay. Resolves also if it could not be stored. */
  flush(): Promise<void> {
    return this.#write();
  }

  /**
   * A save deletes the draft, so nothing is written until the save succeeds or fails.
   * @returns what `endDraft` takes
   */
  saving(): string {
    this.#save = saveOfDraft(this.#id, this.#newId());
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    return this.#save;
  }

  saved(): void {
    this.#turn += 1;
    this.#wanted = null;
    this.#stored = null;
    this.#tried = null;
    this.#save = null;
    this.#setTrouble(null);
  }

  notSaved(): void {
    this.#save = null;
    this.#schedule(0);
  }

  drop(): void {
    this.keep(null);
    void this.#write();
  }

  /** Keeps the content on the device. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const taken = this.#taken;
    const written = this.#write();
    this.#taken = null;
    // Release the lock after the last write, so that the next reader sees all of it.
    void written.finally(() => {
      this.#stopLeaving();
      void taken?.then((held) => held?.letGo());
    });
  }

  #leftForm(): LeftForm | null {
    const known = [this.#stored, this.#tried].filter((one) => one !== null);
    if (this.#wanted === null) return known.length === 0 ? null : { kind: 'discarded', id: this.#id, known };
    return {
      kind: 'draft',
      row: { ...this.#wanted, id: this.#id, startedAt: this.#startedAt },
      isClosed: this.#isClosed,
      known,
      wasStored: this.#stored !== null,
      save: this.#save,
    };
  }

  #newId(): string {
    return uuidv7(this.#services.clock.now(), this.#services.random);
  }

  #take(): void {
    const taken = takeDraft(this.#services, this.#id);
    this.#taken = taken;
    void taken.then((held) => {
      if (held === null && this.#taken === taken) this.#startNewDraft();
    });
  }

  #startNewDraft(): void {
    this.#turn += 1;
    this.#id = this.#newId();
    this.#stored = null;
    this.#take();
    this.#schedule(0);
  }

  #onPageChange(): void {
    const { page } = this.#services;
    if (page.isFrozen()) {
      const taken = this.#taken;
      this.#taken = null;
      void taken?.then((held) => held?.letGo());
    } else if (this.#taken === null) void this.#resume();
    else if (!page.isVisible()) void this.#write();
  }

  async #resume(): Promise<void> {
    this.#take();
    const stored = this.#stored;
    const held = await this.#taken;
    if (held === null) return;
    if (stored !== null && (await this.#isChangedElsewhere(stored)) && this.#stored === stored) {
      held.letGo();
      this.#startNewDraft();
    }
    this.#schedule(0);
  }

  /** Returns false if the storage fails. */
  async #isChangedElsewhere(stored: DraftContent): Promise<boolean> {
    try {
      const row = await this.#services.db.strict.drafts.get(this.#id);
      return !isSame(row, stored) && !(this.#tried && isSame(row, this.#tried));
    } catch {
      return false;
    }
  }

  #schedule(ms: number): void {
    if (this.#cancelTimer || this.#save !== null || this.#wanted === this.#stored) return;
    this.#cancelTimer = this.#services.clock.setTimer(() => {
      this.#cancelTimer = null;
      void this.#write();
    }, ms);
  }

  /** Never rejects. */
  async #write(): Promise<void> {
    let taken = this.#taken;
    // Wait again if this form got a new draft meanwhile.
    while (taken && (await taken) === null && taken !== this.#taken) taken = this.#taken;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#save === null && this.#wanted !== this.#stored) await this.#writeOnce();
      this.#setTrouble(null);
    } catch (error) {
      // A frozen page writes when it resumes.
      if (!wasCutOff(error)) this.#setTrouble(isQuotaError(error) ? 'full' : 'failed');
      if (this.#taken !== null) this.#schedule(RETRY_MS);
    }
  }

  async #writeOnce(): Promise<void> {
    const { strict } = this.#services.db;
    const [turn, wanted, id] = [this.#turn, this.#wanted, this.#id];
    this.#tried = wanted;
    const written = await strict.transaction('rw', strict.drafts, async (tx) => {
      // The database may have opened late, after a save began.
      if (this.#save !== null || turn !== this.#turn) return false;
      if (wanted === null) await draftTable(tx).delete(id);
      else await draftTable(tx).put({ ...wanted, id, startedAt: this.#startedAt });
      return true;
    });
    if (written && turn === this.#turn) this.#stored = wanted;
  }

  #setTrouble(trouble: DraftTrouble | null): void {
    if (trouble !== this.getSnapshot()) this.#trouble.set(trouble);
  }
}

type Shape = Pick<DraftContent, 'localId' | 'initial' | 'fields'>;

export function isSame(row: DraftRow | undefined, { localId, initial, fields }: Shape): boolean {
  const shape = (one: Shape): string => JSON.stringify([one.localId, one.initial, one.fields]);
  return row !== undefined && shape(row) === shape({ localId, initial, fields });
}
