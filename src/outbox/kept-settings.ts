import {
  type CompanySettingName,
  type CompanySettings,
  NO_COMPANY_SETTINGS,
  type ServerSettings,
  type SettingName,
  type Settings,
} from '../domain/settings.ts';
import { checklistIn, mergeChecklists, withChecklist } from './merge/merge-checklists.ts';

/** A setting that was changed here and that no server has confirmed. */
interface SettingEdit {
  /** The server's value when it was changed; '' if no server has shown it. */
  readonly base: string;
  readonly value: string;
  /** The value of a request without an answer: the server may have it. */
  readonly sent?: string;
  /** Other values of earlier requests without an answer. */
  readonly sentBefore?: readonly string[];
  /** The server's words if it refused it; it waits for a person then. */
  readonly refusal?: string;
}

/** A change of this device that gave way to somebody else's, until a person decides. */
export interface SettingConflict {
  readonly setting: CompanySettingName;
  /** The checklist that both changed; null for the whole setting. */
  readonly checklist: string | null;
  /** The value entered here; '' if it was removed. */
  readonly mine: string;
  /** The author of the change that stands; '' if the server does not tell. */
  readonly by: string;
}

/** Text typed over a setting and not saved. */
export interface TypedSetting {
  /** The value when typing began. */
  readonly base: string;
  readonly value: string;
}

export type SettingsDraft = Readonly<Partial<Record<SettingName, TypedSetting>>>;

/** The settings of one account, as the device keeps them. */
export interface KeptSettings {
  readonly account: string;
  readonly myName: string;
  /** Null where no server has shown them. */
  readonly server: ServerSettings | null;
  readonly edits: Readonly<Partial<Record<CompanySettingName, SettingEdit>>>;
  readonly conflicts: readonly SettingConflict[];
  /** Settings moved from where earlier builds kept them, until a start finds nothing there. */
  readonly moved?: Partial<Settings>;
  /** Text in the form that is not saved: no change, never counted, never sent. */
  readonly draft?: SettingsDraft;
}

export function noSettings(account: string): KeptSettings {
  return { account, myName: '', server: null, edits: {}, conflicts: [] };
}

/** Returns the settings as a person sees them. */
export function settingsOf({ myName, server, edits }: KeptSettings): Settings {
  const mine = Object.entries(edits).map(([name, { value }]) => [name, value]);
  return { ...NO_COMPANY_SETTINGS, ...server?.values, ...Object.fromEntries(mine), myName };
}

/** Stores what stands in the form; null removes it. */
export function withSettingsDraft(kept: KeptSettings, draft: SettingsDraft | null): KeptSettings {
  const { draft: _, ...others } = kept;
  return draft ? { ...others, draft } : others;
}

/** Stores a person's changes, which wait for the server, and settles conflicts about them. */
export function savedSettings(kept: KeptSettings, changes: Partial<Settings>): KeptSettings {
  const { myName = kept.myName, ...company } = changes;
  const edits = { ...kept.edits };
  for (const [name, value] of Object.entries(company) as [CompanySettingName, string][]) {
    const edit = kept.edits[name] ?? { base: kept.server?.values[name] ?? '', value };
    // The server may have stored a value that was sent, so going back to the old one takes a request as well.
    if (value === edit.base && edit.sent === undefined) delete edits[name];
    else edits[name] = { ...withoutRefusal(edit), value };
  }
  const isSettled = ({ setting, checklist }: SettingConflict): boolean =>
    checklist === null && company[setting] !== undefined;
  return { ...kept, myName, edits, conflicts: kept.conflicts.filter((one) => !isSettled(one)) };
}

/** Returns what was changed and not refused. */
export function settingsToSend({ edits }: KeptSettings): Partial<CompanySettings> {
  return Object.fromEntries(
    Object.entries(edits).flatMap(([name, { value, refusal }]) =>
      refusal === undefined ? [[name, value]] : [],
    ),
  );
}

/** Notes what is about to be sent, before the request leaves. */
export function sendingSettings(kept: KeptSettings, sent: Partial<CompanySettings>): KeptSettings {
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

/** Counts what waits for the server, as one change, and what waits for a person. */
export function settingsState(kept: KeptSettings): { readonly waiting: number; readonly asks: number } {
  const refused = Object.values(kept.edits).filter(({ refusal }) => refusal !== undefined);
  return {
    waiting: Object.keys(settingsToSend(kept)).length > 0 ? 1 : 0,
    asks: kept.conflicts.length + refused.length,
  };
}

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

/** Sends again what was refused. */
export function retriedSettings(kept: KeptSettings): KeptSettings {
  const edits = Object.entries(kept.edits).map(([name, edit]) => [name, withoutRefusal(edit)]);
  return { ...kept, edits: Object.fromEntries(edits) };
}

function withoutRefusal(edit: SettingEdit): SettingEdit {
  const { refusal: _, ...unrefused } = edit;
  return unrefused;
}

/** Gives up a change. */
export function withoutEdit(kept: KeptSettings, name: CompanySettingName): KeptSettings {
  const { [name]: _, ...edits } = kept.edits;
  return { ...kept, edits };
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
