import { changeKeptSettings } from '../../db/settings-store.ts';
import { type DraftRow, draftTable } from '../../db/tables.ts';
import { LEFT_FORMS, uuidv7 } from '../../domain/ids.ts';
import type { KeyValueStore } from '../../domain/ports.ts';
import type { SettingName } from '../../domain/settings.ts';
import { type SettingsDraft, settingsOf, withSettingsDraft } from '../../outbox/kept-settings.ts';
import type { RecordServices } from '../record-services.ts';
import { isSame } from './draft-keeper.ts';
import { withoutForm } from './draft-lock.ts';
import { wasSaved } from './saved-drafts.ts';

type Content = Pick<DraftRow, 'localId' | 'initial' | 'fields'>;

export type LeftForm =
  | {
      readonly kind: 'draft';
      readonly row: DraftRow;
      /** Its last text may not be stored. */
      readonly isClosed: boolean;
      /** What this tab has written or is writing. */
      readonly known: readonly Content[];
      readonly wasStored: boolean;
      /** The save that was in progress, which removes the draft. */
      readonly save: string | null;
    }
  /** A draft that was discarded, but may still be stored. */
  | { readonly kind: 'discarded'; readonly id: string; readonly known: readonly Content[] }
  | {
      readonly kind: 'settings';
      readonly draft: SettingsDraft;
      /** What this tab has written or is writing. */
      readonly known: readonly (SettingsDraft | null)[];
      readonly wasStored: boolean;
      readonly isSaving: boolean;
    }
  | {
      readonly kind: 'crew';
      readonly localId: string;
      /** The crew when the dialog opened. */
      readonly crew: readonly string[];
      readonly chosen: readonly string[];
      readonly name: string;
    };

interface Left {
  readonly account: string;
  readonly forms: readonly LeftForm[];
}

interface Options {
  /** Storage of this tab only. */
  readonly storage: Pick<KeyValueStore, 'get' | 'set' | 'remove'>;
  readonly account: string;
  readonly reopens: boolean;
}

/**
 * Hands open forms over to the tab's next page, because the database may not respond before the page is gone. Also runs
 * when a page freezes, because the browser may discard it.
 */
export class LeftForms {
  readonly #options: Options;
  readonly #open = new Set<() => LeftForm | null>();
  /** From the last page. The bottommost form is first. */
  readonly found: readonly LeftForm[];
  #toOpen: readonly LeftForm[];
  /** Forms that are not in the database yet. */
  #unrestored: readonly LeftForm[];

  constructor(options: Options) {
    this.#options = options;
    this.found = this.#take();
    this.#toOpen = options.reopens ? this.found : [];
    this.#unrestored = this.found;
  }

  /** `read` returns null if closing the form loses nothing. */
  readonly add = (read: () => LeftForm | null): (() => void) => {
    // Only one form opens again. Forms nested in it are offered as drafts.
    this.#toOpen = [];
    this.#open.add(read);
    return () => this.#open.delete(read);
  };

  /** Called when the user leaves the page or the browser freezes it. Synchronous, because no later code may run. */
  keep(): void {
    const open = [...this.#open].flatMap((read) => read() ?? []);
    this.#write([...this.#unrestored, ...open]);
  }

  /** Called when the page continues. Forms that are not restored yet stay for the next page. */
  forget(): void {
    this.#write(this.#unrestored);
  }

  clear(): void {
    this.#unrestored = [];
    this.#options.storage.remove(LEFT_FORMS);
  }

  restored(form: LeftForm): void {
    this.#unrestored = this.#unrestored.filter((one) => one !== form);
  }

  /** Null opens nothing in its place. */
  replace(form: LeftForm, by: LeftForm | null): void {
    this.#toOpen = this.#toOpen.flatMap((one) => (one === form ? (by ?? []) : one));
  }

  /** Returns null once any form is open. */
  reopen<Kind extends LeftForm['kind']>(
    kind: Kind,
    fits: (form: Extract<LeftForm, { kind: Kind }>) => boolean = () => true,
  ): Extract<LeftForm, { kind: Kind }> | null {
    const isWanted = (form: LeftForm): form is Extract<LeftForm, { kind: Kind }> =>
      form.kind === kind &&
      !(form.kind === 'draft' && form.isClosed) &&
      fits(form as Extract<LeftForm, { kind: Kind }>);
    return this.#toOpen.find(isWanted) ?? null;
  }

  #write(forms: readonly LeftForm[]): void {
    const { storage, account } = this.#options;
    if (forms.length === 0) return storage.remove(LEFT_FORMS);
    try {
      storage.set(LEFT_FORMS, JSON.stringify({ account, forms } satisfies Left));
    } catch {
      // There is no space. What was typed in the last moment is lost.
    }
  }

  #take(): readonly LeftForm[] {
    const { storage, account } = this.#options;
    const text = storage.get(LEFT_FORMS);
    if (text === null) return [];
    try {
      const left = JSON.parse(text) as Left;
      if (left.account === account) return left.forms;
    } catch {
      // The text is not from this app.
    }
    storage.remove(LEFT_FORMS);
    return [];
  }
}

/** Runs before anything is shown. Never rejects. */
export async function restoreForms(services: RecordServices): Promise<void> {
  const { leftForms, log } = services;
  for (const form of leftForms.found) {
    try {
      if (form.kind === 'draft') await restoreDraft(services, form);
      if (form.kind === 'discarded') await discardAgain(services, form);
      if (form.kind === 'settings') await restoreSettings(services, form);
      leftForms.restored(form);
    } catch (error) {
      log.error('what was typed in the last page could not be stored in the database yet', error);
    }
  }
  leftForms.forget();
}

/** Restores the draft, as a second one if another tab has continued the first. */
async function restoreDraft(
  services: RecordServices,
  form: Extract<LeftForm, { kind: 'draft' }>,
): Promise<void> {
  const { row, known, wasStored, save } = form;
  const { db, locks, clock, random } = services;
  const isFree = (await withoutForm(locks, [row])).length > 0;
  const another: DraftRow = { ...row, id: uuidv7(clock.now(), random) };
  const kept = await db.strict.transaction('rw', db.strict.drafts, db.strict.meta, async (tx) => {
    const stored = await draftTable(tx).get(row.id);
    // The save has removed the draft.
    if (!stored && save && (wasStored || (await wasSaved(tx, save)))) return null;
    const isUntouched = stored ? [row, ...known].some((one) => isSame(stored, one)) : !wasStored;
    const restored = isFree && isUntouched ? row : another;
    await draftTable(tx).put(restored);
    return restored;
  });
  services.leftForms.replace(form, kept && { ...form, row: kept });
}

/** Another tab may have continued the draft, or have it open. */
async function discardAgain(
  { db, locks }: RecordServices,
  { id, known }: Extract<LeftForm, { kind: 'discarded' }>,
): Promise<void> {
  if ((await withoutForm(locks, [{ id }])).length === 0) return;
  await db.strict.transaction('rw', db.strict.drafts, async (tx) => {
    const stored = await draftTable(tx).get(id);
    if (known.some((one) => isSame(stored, one))) await draftTable(tx).delete(id);
  });
}

async function restoreSettings(
  { db }: RecordServices,
  { draft, known, wasStored, isSaving }: Extract<LeftForm, { kind: 'settings' }>,
): Promise<void> {
  await changeKeptSettings(db, (kept) => {
    const settings = settingsOf(kept);
    const isSaved = Object.entries(draft).every(
      ([name, { value }]) => settings[name as SettingName] === value,
    );
    const wasTaken = isSaving && !kept.draft && wasStored;
    if (isSaved || wasTaken) return kept;
    const isUntouched = [draft, ...known].some((one) => isSameDraft(one, kept.draft ?? null));
    // If another tab continued the draft, that tab's text wins.
    return withSettingsDraft(kept, isUntouched ? draft : { ...draft, ...kept.draft });
  });
}

function isSameDraft(one: SettingsDraft | null, other: SettingsDraft | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
