import type { CompanySettingName, CompanySettings, ServerSettings } from '../domain/settings.ts';
import {
  type KeptSettings,
  type SettingConflict,
  type SettingEdit,
  savedSettings,
  settingsOf,
} from './kept-settings.ts';
import { checklistIn, mergeChecklists, withChecklist } from './merge/merge-checklists.ts';

// Apart from kept-settings.ts, which loads before the first row: merging checklists brings the texts of a day along.

type Sent = Partial<CompanySettings>;

/**
 * Takes in the settings as the server has them. What only this device changed keeps waiting. If both changed the same,
 * theirs stands and mine is offered.
 * @param sent what the server has just stored; null if it was only read
 */
export function receivedSettings(
  kept: KeptSettings,
  server: ServerSettings,
  sent: Sent | null,
): KeptSettings {
  let edits: KeptSettings['edits'] = {};
  let { conflicts } = kept;
  for (const [name, edit] of Object.entries(kept.edits) as [CompanySettingName, SettingEdit][]) {
    const merged = merge({ name, edit, theirs: server.values[name], sent: sent?.[name] });
    if (merged.edit) edits = { ...edits, [name]: merged.edit };
    for (const conflict of merged.conflicts) {
      const by = server.history.find(({ setting }) => setting === name)?.by ?? '';
      conflicts = [...conflicts.filter((one) => !isAbout(one, conflict)), { ...conflict, by }];
    }
  }
  const next = { ...kept, server, edits, conflicts };
  return { ...next, conflicts: conflicts.filter((one) => valueNow(next, one) !== one.mine) };
}

interface Met {
  readonly name: CompanySettingName;
  readonly edit: SettingEdit;
  readonly theirs: string;
  readonly sent: string | undefined;
}

interface Merged {
  /** The edit that still waits; null if none does. */
  readonly edit: SettingEdit | null;
  readonly conflicts: readonly Omit<SettingConflict, 'by'>[];
}

function merge({ name, edit, theirs, sent }: Met): Merged {
  const { base, value } = edit;
  // The server's form of the value stands: it may trim a text.
  if (value === sent || isSame(value, theirs)) return { edit: null, conflicts: [] };
  // The server has what this device sent, whether or not the answer came: nobody else changed it.
  const isOwn = [edit.sent, ...(edit.sentBefore ?? [])].some(
    (own) => own !== undefined && isSame(theirs, own),
  );
  if (sent !== undefined || isOwn) return { edit: { base: theirs, value }, conflicts: [] };
  if (isSame(theirs, base)) return { edit: { ...edit, base: theirs }, conflicts: [] };
  if (name !== 'checklists')
    return { edit: null, conflicts: [{ setting: name, checklist: null, mine: value }] };
  const { text, conflicts } = mergeChecklists(base, value, theirs);
  return {
    edit: isSame(text, theirs) ? null : { base: theirs, value: text },
    conflicts: conflicts.map((conflict) => ({ setting: name, ...conflict })),
  };
}

/** Takes in a refusal: the settings it names wait for a person with its words. If it names none, all do with `sentence`. */
export function refusedSettings(
  kept: KeptSettings,
  sent: Sent,
  { named, sentence }: { readonly named: Sent; readonly sentence: string },
): KeptSettings {
  const isNamed = Object.keys(named).some((name) => name in sent);
  const edits = Object.entries(kept.edits).map(([name, edit]) => {
    const refusal = isNamed ? named[name as CompanySettingName] : sentence;
    // A value changed since then has not been refused.
    const isSent = sent[name as CompanySettingName] === edit.value;
    return [name, isSent && refusal !== undefined ? { ...edit, refusal } : edit];
  });
  return { ...kept, edits: Object.fromEntries(edits) };
}

/** Ends a conflict as a person decides. */
export function decidedSettings(
  kept: KeptSettings,
  conflict: SettingConflict,
  keep: 'mine' | 'theirs',
): KeptSettings {
  const open = { ...kept, conflicts: kept.conflicts.filter((one) => !isAbout(one, conflict)) };
  if (keep === 'theirs') return open;
  const { setting, checklist, mine } = conflict;
  const value = checklist === null ? mine : withChecklist(settingsOf(open)[setting], checklist, mine);
  return savedSettings(open, { [setting]: value });
}

/** Returns the value that a conflict is about as it stands. */
export function valueNow(kept: KeptSettings, { setting, checklist }: SettingConflict): string {
  const value = settingsOf(kept)[setting];
  return checklist === null ? value : checklistIn(value, checklist);
}

function isAbout(one: Omit<SettingConflict, 'by'>, other: Omit<SettingConflict, 'by'>): boolean {
  return one.setting === other.setting && one.checklist === other.checklist;
}

/** Compares as servers do, which trim what they are sent. */
function isSame(one: string, other: string): boolean {
  return one.trim() === other.trim();
}
