/** What a company and a person set on this device, all of it text: '' where it is not set. */
export interface Settings {
  readonly companyName: string;
  /** As it is printed, a line each. */
  readonly companyAddress: string;
  readonly companyPhone: string;
  /** A picture as a data address, already scaled down. */
  readonly companyLogo: string;
  /** Of the person who uses this account on this device. */
  readonly myName: string;
  /** Checklists that jobs begin with: see `readTemplates`. */
  readonly checklists: string;
}

export type SettingName = keyof Settings;

export const NO_SETTINGS: Settings = {
  companyName: '',
  companyAddress: '',
  companyPhone: '',
  companyLogo: '',
  myName: '',
  checklists: '',
};

/** A text as printed lines, without blank ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
