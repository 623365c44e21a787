import {
  type CompanySettingName,
  type CompanySettings,
  NO_COMPANY_SETTINGS,
  type ServerSettings,
  type SettingName,
  type Settings,
} from '../domain/settings.ts';

export interface SettingEdit {
  /** The server's value before the change; '' if unknown. */
  readonly base: string;
  readonly value: string;
  /** The last value sent without an answer: the server may have it. */
  readonly sent?: string;
  /** Earlier values sent without an answer. */
  readonly sentBefore?: readonly string[];
  /** The server's message. A refused edit waits for a person. */
  readonly refusal?: string;
}

/** A change on this device that somebody else's change replaced. */
export interface SettingConflict {
  readonly setting: CompanySettingName;
  /** Null for a whole setting. */
  readonly checklist: string | null;
  /** '' if this device removed it. */
  readonly mine: string;
  /** Author of the change that stands; '' if unknown. */
  readonly by: string;
}

export interface TypedSetting {
  readonly base: string;
  readonly value: string;
}

export type SettingsDraft = Readonly<Partial<Record<SettingName, TypedSetting>>>;

export interface KeptSettings {
  readonly account: string;
  readonly myName: string;
  /** Null until a server has shown them. */
  readonly server: ServerSettings | null;
  readonly edits: Readonly<Partial<Record<CompanySettingName, SettingEdit>>>;
  readonly conflicts: readonly SettingConflict[];
  /** Unsaved text in the form: never counted or sent. */
  readonly draft?: SettingsDraft;
}

export function noSettings(account: string): KeptSettings {
  return { account, myName: '', server: null, edits: {}, conflicts: [] };
}

export function settingsOf({ myName, server, edits }: KeptSettings): Settings {
  const mine = Object.entries(edits).map(([name, { value }]) => [name, value]);
  return { ...NO_COMPANY_SETTINGS, ...server?.values, ...Object.fromEntries(mine), myName };
}

export function withSettingsDraft(kept: KeptSettings, draft: SettingsDraft | null): KeptSettings {
  const { draft: _, ...others } = kept;
  return draft ? { ...others, draft } : others;
}

/** Stores saved settings as edits, and ends conflicts about them. */
export function savedSettings(kept: KeptSettings, changes: Partial<Settings>): KeptSettings {
  const { myName = kept.myName, ...company } = changes;
  const edits = { ...kept.edits };
  for (const [name, value] of Object.entries(company) as [CompanySettingName, string][]) {
    const edit = kept.edits[name] ?? { base: kept.server?.values[name] ?? '', value };
    // The server may have the sent value, so going back to the base needs a request too.
    if (value === edit.base && edit.sent === undefined) delete edits[name];
    else edits[name] = { ...withoutRefusal(edit), value };
  }
  const isSettled = ({ setting, checklist }: SettingConflict): boolean =>
    checklist === null && company[setting] !== undefined;
  return { ...kept, myName, edits, conflicts: kept.conflicts.filter((one) => !isSettled(one)) };
}

export function settingsToSend({ edits }: KeptSettings): Partial<CompanySettings> {
  return Object.fromEntries(
    Object.entries(edits).flatMap(([name, { value, refusal }]) =>
      refusal === undefined ? [[name, value]] : [],
    ),
  );
}

/** Counts all waiting edits as one change. */
export function settingsState(kept: KeptSettings): { readonly waiting: number; readonly asks: number } {
  const refused = Object.values(kept.edits).filter(({ refusal }) => refusal !== undefined);
  return {
    waiting: Object.keys(settingsToSend(kept)).length > 0 ? 1 : 0,
    asks: kept.conflicts.length + refused.length,
  };
}

export function withoutRefusal(edit: SettingEdit): SettingEdit {
  const { refusal: _, ...unrefused } = edit;
  return unrefused;
}
