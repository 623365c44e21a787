import {
  type CompanySettingName,
  type CompanySettings,
  NO_COMPANY_SETTINGS,
  type ServerSettings,
  type SettingName,
  type Settings,
} from '../domain/settings.ts';

/** A setting that was changed here and that no server has confirmed. */
export interface SettingEdit {
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

/** Sends again what was refused. */
export function retriedSettings(kept: KeptSettings): KeptSettings {
  const edits = Object.entries(kept.edits).map(([name, edit]) => [name, withoutRefusal(edit)]);
  return { ...kept, edits: Object.fromEntries(edits) };
}

/** Gives up a change. */
export function withoutEdit(kept: KeptSettings, name: CompanySettingName): KeptSettings {
  const { [name]: _, ...edits } = kept.edits;
  return { ...kept, edits };
}

function withoutRefusal(edit: SettingEdit): SettingEdit {
  const { refusal: _, ...unrefused } = edit;
  return unrefused;
}
