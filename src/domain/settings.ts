/** Shared by a company's devices if the server can store them; '' if not set. */
export interface CompanySettings {
  readonly companyName: string;
  readonly companyAddress: string;
  readonly companyPhone: string;
  /** A data URL, already scaled down. */
  readonly companyLogo: string;
  /** See `readTemplates`. */
  readonly checklists: string;
  /** Agreements and notices, by document: see `agreementOf`. */
  readonly documentTexts: string;
  /** Prices of items: see `readPriceList`. */
  readonly priceList: string;
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
  documentTexts: '',
  priceList: '',
};

export const NO_SETTINGS: Settings = { ...NO_COMPANY_SETTINGS, myName: '' };

export const COMPANY_SETTING_NAMES = Object.keys(NO_COMPANY_SETTINGS) as readonly CompanySettingName[];

export interface ServerSettings {
  readonly version: number;
  readonly values: CompanySettings;
  /** Newest first; empty if the server sends none. */
  readonly history: readonly SettingChange[];
}

export interface SettingChange {
  readonly setting: CompanySettingName;
  /** Null if the server does not send it, as for logos and long texts. */
  readonly before: string | null;
  readonly after: string | null;
  /** Ms since 1970. */
  readonly at: number;
  readonly by: string;
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
