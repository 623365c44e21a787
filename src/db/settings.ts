import type { ResourceName } from '../domain/resource-spec.ts';

/** What stands at the head of a printed page. */
export interface CompanySetting {
  readonly key: 'company';
  readonly name: string;
  /** As it is printed, a line each. */
  readonly address: string;
  readonly phone: string;
  readonly logo: Blob | null;
}

/** The person who uses this account on this device. */
export interface PersonSetting {
  readonly key: 'person';
  readonly name: string;
}

/** How a list was left: the query of its address, without the search. */
export interface ListSetting {
  readonly key: `list:${ResourceName}`;
  readonly query: string;
}

/** Kept on the device for one account, never sent. */
export type SettingRow = CompanySetting | PersonSetting | ListSetting;
