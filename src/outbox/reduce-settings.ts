import type { CompanySettingName, CompanySettings, ServerSettings } from '../domain/settings.ts';
import {
  type KeptSettings,
  type SettingConflict,
  type SettingEdit,
  savedSettings,
  settingsOf,
  withoutRefusal,
} from './kept-settings.ts';
import { checklistIn, mergeChecklists, withChecklist } from './merge/merge-checklists.ts';

// Separate from kept-settings.ts, which loads before the first row is shown: this file also loads text parsing.

type Sent = Partial<CompanySettings>;

export type SettingsEvent =
  | { readonly type: 'sending'; readonly sent: Sent }
  /** The server's settings; `sent` is what it has just stored, or null if they were only read. */
  | { readonly type: 'received'; readonly server: ServerSettings; readonly sent: Sent | null }
  | {
      readonly type: 'refused';
      readonly sent: Sent;
      /** The server's message for each setting. If it names no setting, `sentence` is about all of them. */
      readonly named: Sent;
      readonly sentence: string;
    }
  | SettingsDecision;

export type SettingsDecision =
  | { readonly type: 'decided'; readonly conflict: SettingConflict; readonly keep: 'mine' | 'theirs' }
  | { readonly type: 'discarded'; readonly setting: CompanySettingName }
  | { readonly type: 'retried' };

export function reduceSettings(kept: KeptSettings, event: SettingsEvent): KeptSettings {
  switch (event.type) {
    case 'sending':
      return sending(kept, event.sent);
    case 'received':
      return received(kept, event.server, event.sent);
    case 'refused':
      return refused(kept, event);
    case 'decided':
      return decided(kept, event.conflict, event.keep);
    case 'discarded':
      return discarded(kept, event.setting);
    case 'retried':
      return retried(kept);
  }
}

function sending(kept: KeptSettings, sent: Sent): KeptSettings {
  const edits = Object.entries(kept.edits).map(([name, edit]) => {
    const value = sent[name as CompanySettingName];
    return [name, value === undefined ? edit : sendingEdit(edit, value)];
  });
  return { ...kept, edits: Object.fromEntries(edits) };
}

function sendingEdit(edit: SettingEdit, value: string): SettingEdit {
  if (edit.sent === undefined || edit.sent === value) return { ...edit, sent: value };
  const { sentBefore = [] } = edit;
  return { ...edit, sent: value, sentBefore: [...new Set([...sentBefore, edit.sent])] };
}

/** If both sides changed a setting, theirs stands, and a conflict offers mine to the person. */
function received(kept: KeptSettings, server: ServerSettings, sent: Sent | null): KeptSettings {
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

interface ReceivedSetting {
  readonly name: CompanySettingName;
  readonly edit: SettingEdit;
  readonly theirs: string;
  readonly sent: string | undefined;
}

interface Merged {
  readonly edit: SettingEdit | null;
  readonly conflicts: readonly Omit<SettingConflict, 'by'>[];
}

function merge({ name, edit, theirs, sent }: ReceivedSetting): Merged {
  const { base, value } = edit;
  // The server's form of the value stands: it may trim a text.
  if (value === sent || isSame(value, theirs)) return { edit: null, conflicts: [] };
  // If this device sent that value, answered or not, nobody else changed the setting.
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

/** Parks the settings that a refusal names, with the server's messages. If it names none, parks all with `sentence`. */
function refused(
  kept: KeptSettings,
  { sent, named, sentence }: Extract<SettingsEvent, { type: 'refused' }>,
): KeptSettings {
  const isNamed = Object.keys(named).some((name) => name in sent);
  const edits = Object.entries(kept.edits).map(([name, edit]) => {
    const refusal = isNamed ? named[name as CompanySettingName] : sentence;
    // A value that was changed since it was sent was not refused.
    const isSent = sent[name as CompanySettingName] === edit.value;
    return [name, isSent && refusal !== undefined ? { ...edit, refusal } : edit];
  });
  return { ...kept, edits: Object.fromEntries(edits) };
}

function decided(kept: KeptSettings, conflict: SettingConflict, keep: 'mine' | 'theirs'): KeptSettings {
  const open = { ...kept, conflicts: kept.conflicts.filter((one) => !isAbout(one, conflict)) };
  if (keep === 'theirs') return open;
  const { setting, checklist, mine } = conflict;
  const value = checklist === null ? mine : withChecklist(settingsOf(open)[setting], checklist, mine);
  return savedSettings(open, { [setting]: value });
}

export function valueNow(kept: KeptSettings, { setting, checklist }: SettingConflict): string {
  const value = settingsOf(kept)[setting];
  return checklist === null ? value : checklistIn(value, checklist);
}

function isAbout(one: Omit<SettingConflict, 'by'>, other: Omit<SettingConflict, 'by'>): boolean {
  return one.setting === other.setting && one.checklist === other.checklist;
}

/** Servers trim values. */
function isSame(one: string, other: string): boolean {
  return one.trim() === other.trim();
}

function retried(kept: KeptSettings): KeptSettings {
  const edits = Object.entries(kept.edits).map(([name, edit]) => [name, withoutRefusal(edit)]);
  return { ...kept, edits: Object.fromEntries(edits) };
}

function discarded(kept: KeptSettings, name: CompanySettingName): KeptSettings {
  const { [name]: _, ...edits } = kept.edits;
  return { ...kept, edits };
}
