/** The settings that all devices of a company share if the server can keep them, as text: '' if it is not set. */
export interface CompanySettings {
  readonly companyName: string;
  readonly companyAddress: string;
  readonly companyPhone: string;
  /** A picture as a data address, already scaled down. */
  readonly companyLogo: string;
  /** Checklists that jobs begin with: see `readTemplates`. */
  readonly checklists: string;
}

export interface Settings extends CompanySettings {
  readonly myName: string;
}

export type CompanySettingName = keyof CompanySettings;
export type SettingName = keyof Settings;

export const NO_COMPANY_SETTINGS: CompanySettings = {
  companyName: '',
  companyAddress: '',
  companyPhone: '',
  companyLogo: '',
  checklists: '',
};

export const NO_SETTINGS: Settings = { ...NO_COMPANY_SETTINGS, myName: '' };

export const COMPANY_SETTING_NAMES = Object.keys(NO_COMPANY_SETTINGS) as readonly CompanySettingName[];

export interface ServerSettings {
  readonly version: number;
  readonly values: CompanySettings;
  /** The last changes, newest first; none where the server does not tell. */
  readonly history: readonly SettingChange[];
}

export interface SettingChange {
  readonly setting: CompanySettingName;
  /** Null where the server does not tell, as of logos and checklists. */
  readonly before: string | null;
  readonly after: string | null;
  /** Time in ms since 1970. */
  readonly at: number;
  readonly by: string;
}

/** Splits a text into printed lines and drops blank ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
