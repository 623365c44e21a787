import { type DraftRow, draftTable } from '../db/drafts.ts';
import { changeKeptSettings } from '../db/kept-settings.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { SettingName } from '../domain/settings.ts';
import { type SettingsDraft, settingsOf, withSettingsDraft } from '../outbox/kept-settings.ts';
import { isSame } from './draft-keeper.ts';
import { withoutForm } from './draft-lock.ts';
import type { LeftForm } from './left-forms.ts';
import type { RecordServices } from './record-services.ts';

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
