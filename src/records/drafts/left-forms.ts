import { changeKeptSettings } from '../../db/settings-store.ts';
import { type DraftRow, draftTable } from '../../db/tables.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { LEFT_FORMS } from '../../domain/left-page.ts';
import type { KeyValueStore } from '../../domain/ports.ts';
import type { SettingName } from '../../domain/settings.ts';
import { type SettingsDraft, settingsOf, withSettingsDraft } from '../../outbox/kept-settings.ts';
import type { RecordServices } from '../record-services.ts';
import { isSame } from './draft-keeper.ts';
import { withoutForm } from './draft-lock.ts';

/** What stands in one open form. */
export type LeftForm =
  | {
      readonly kind: 'draft';
      readonly row: DraftRow;
      /** What the device has of it, and what was being written. */
      readonly known: readonly Pick<DraftRow, 'localId' | 'initial' | 'fields'>[];
      /** The device has some of it. */
      readonly wasStored: boolean;
      /** A save was under way that takes the draft along. */
      readonly isSaving: boolean;
    }
  | {
      readonly kind: 'settings';
      readonly draft: SettingsDraft;
      /** What the device has of it, and what was being written; null for nothing. */
      readonly known: readonly (SettingsDraft | null)[];
      /** The device has some of it. */
      readonly wasStored: boolean;
      /** A save was under way that takes the draft along. */
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
  /** Of this tab alone. */
  readonly storage: Pick<KeyValueStore, 'get' | 'set' | 'remove'>;
  readonly account: string;
  /** The forms of the page before open again. */
  readonly reopens: boolean;
}

/**
 * Takes what stands in open forms over to the next page of the same tab. A page that is left has no time to write it into a
 * database. A frozen page notes it as well: the browser may discard it.
 */
export class LeftForms {
  readonly #options: Options;
  readonly #open = new Set<() => LeftForm | null>();
  /** What stood in the forms of the page before, lowest first. */
  readonly found: readonly LeftForm[];
  #toOpen: readonly LeftForm[];
  /** Found, and not in the database yet. */
  #unrestored: readonly LeftForm[];

  constructor(options: Options) {
    this.#options = options;
    this.found = this.#take();
    this.#toOpen = options.reopens ? this.found : [];
    this.#unrestored = this.found;
  }

  /** Registers an open form. `read` returns null if nothing of it would be lost. Returns what ends that. */
  readonly add = (read: () => LeftForm | null): (() => void) => {
    // At most one form opens again. Nested ones are offered as drafts.
    this.#toOpen = [];
    this.#open.add(read);
    return () => this.#open.delete(read);
  };

  /** The page is left or frozen. Synchronous: it may run no further. */
  keep(): void {
    const open = [...this.#open].flatMap((read) => read() ?? []);
    this.#write([...this.#unrestored, ...open]);
  }

  /** The page runs on. What could not be restored stays for the next one. */
  forget(): void {
    this.#write(this.#unrestored);
  }

  /** The account leaves the device, or its data goes. */
  clear(): void {
    this.#unrestored = [];
    this.#options.storage.remove(LEFT_FORMS);
  }

  /** A form that was found is in the database, or opens again from here. */
  restored(form: LeftForm): void {
    this.#unrestored = this.#unrestored.filter((one) => one !== form);
  }

  /** What stood in a form is kept as something else. */
  replace(form: LeftForm, by: LeftForm): void {
    this.#toOpen = this.#toOpen.map((one) => (one === form ? by : one));
  }

  /** Returns what stood in a form of this kind that is to open again; null as soon as any form is open. */
  reopen<Kind extends LeftForm['kind']>(
    kind: Kind,
    fits: (form: Extract<LeftForm, { kind: Kind }>) => boolean = () => true,
  ): Extract<LeftForm, { kind: Kind }> | null {
    const isWanted = (form: LeftForm): form is Extract<LeftForm, { kind: Kind }> =>
      form.kind === kind && fits(form as Extract<LeftForm, { kind: Kind }>);
    return this.#toOpen.find(isWanted) ?? null;
  }

  #write(forms: readonly LeftForm[]): void {
    const { storage, account } = this.#options;
    if (forms.length === 0) return storage.remove(LEFT_FORMS);
    try {
      storage.set(LEFT_FORMS, JSON.stringify({ account, forms } satisfies Left));
    } catch {
      // No room: what was typed in the last moment goes with the page.
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
      // Not written by this app.
    }
    storage.remove(LEFT_FORMS);
    return [];
  }
}

/** Makes drafts of what stood in the forms of the page before. Called before anything of the account is shown. Never rejects. */
export async function restoreForms(services: RecordServices): Promise<void> {
  const { leftForms, log } = services;
  for (const form of leftForms.found) {
    try {
      if (form.kind === 'draft') await restoreDraft(services, form);
      if (form.kind === 'settings') await restoreSettings(services, form);
      leftForms.restored(form);
    } catch (error) {
      log.error('what was typed in a page that was left is not in the database yet', error);
    }
  }
  leftForms.forget();
}

/** Somebody may have gone on with the draft in another tab: then it is a draft of its own from now on. */
async function restoreDraft(
  services: RecordServices,
  form: Extract<LeftForm, { kind: 'draft' }>,
): Promise<void> {
  const { row, known, wasStored, isSaving } = form;
  const { db, locks, clock, random } = services;
  const isFree = (await withoutForm(locks, [row])).length > 0;
  const another: DraftRow = { ...row, id: uuidv7(clock.now(), random) };
  const kept = await db.strict.transaction('rw', db.strict.drafts, async (tx) => {
    const stored = await draftTable(tx).get(row.id);
    // The save took it along.
    if (!stored && isSaving && wasStored) return row;
    const isUntouched = stored ? [row, ...known].some((one) => isSame(stored, one)) : !wasStored;
    const restored = isFree && isUntouched ? row : another;
    await draftTable(tx).put(restored);
    return restored;
  });
  services.leftForms.replace(form, { ...form, row: kept });
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
    // Another tab went on with it: its text stands.
    return withSettingsDraft(kept, isUntouched ? draft : { ...draft, ...kept.draft });
  });
}

function isSameDraft(one: SettingsDraft | null, other: SettingsDraft | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
