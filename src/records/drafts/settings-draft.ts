import { changeKeptSettings } from '../../db/settings-store.ts';
import { wasCutOff } from '../../db/storage-watch.ts';
import { type SettingsDraft, withSettingsDraft } from '../../outbox/kept-settings.ts';
import type { RecordServices } from '../record-services.ts';
import { KEEP_EVERY_MS } from './draft-keeper.ts';

export class SettingsDraftKeeper {
  readonly #services: RecordServices;
  #wanted: SettingsDraft | null;
  #stored: SettingsDraft | null;
  #tried: SettingsDraft | null;
  #isKept = true;
  #isEnded = false;
  #cancelTimer: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => undefined;
  #stopLeaving: () => void = () => undefined;

  constructor(services: RecordServices, begun: SettingsDraft | null = null) {
    this.#services = services;
    this.#wanted = begun;
    this.#stored = this.#tried = begun;
  }

  open(): void {
    const { page, leftForms } = this.#services;
    this.#stopListening = page.onChange(() => {
      if (!page.isVisible()) void this.#write();
    });
    this.#stopLeaving = leftForms.add(() => {
      if (this.#wanted === null) return null;
      return {
        kind: 'settings',
        draft: this.#wanted,
        known: [this.#stored, this.#tried],
        wasStored: this.#stored !== null,
        isSaving: this.#isEnded,
      };
    });
  }

  keep(draft: SettingsDraft | null): void {
    this.#wanted = draft;
    this.#isKept = false;
    this.#cancelTimer ??= this.#services.clock.setTimer(() => {
      this.#cancelTimer = null;
      void this.#write();
    }, KEEP_EVERY_MS);
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  /** Waits for the last write. The save that follows removes the draft. */
  async end(): Promise<void> {
    this.#stopTimer();
    this.#isEnded = true;
    await this.#writing;
  }

  resume(): void {
    this.#isEnded = false;
    void this.#write();
  }

  drop(): void {
    this.keep(null);
    void this.#write();
  }

  close(): void {
    this.#stopTimer();
    this.#stopListening();
    this.#stopLeaving();
    void this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNow());
    await this.#writing;
  }

  async #writeNow(): Promise<void> {
    if (this.#isKept || this.#isEnded) return;
    const { db, log } = this.#services;
    this.#isKept = true;
    try {
      const draft = this.#wanted;
      this.#tried = draft;
      await changeKeptSettings(db, (kept) => withSettingsDraft(kept, draft));
      this.#stored = draft;
    } catch (error) {
      this.#isKept = false;
      // A frozen page writes when it resumes.
      if (!wasCutOff(error)) log.error('what was typed in the settings could not be stored', error);
    }
  }
}
