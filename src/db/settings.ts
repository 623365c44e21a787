import type { ResourceName } from '../domain/resource-spec.ts';
import type { SettingName } from '../domain/settings.ts';

/** A setting where earlier builds kept it: see `moveOldSettings`. */
export interface TextSetting {
  readonly key: SettingName;
  readonly value: string;
}

/** How a list was left: the query of its address, without the search. */
export interface ListSetting {
  readonly key: `list:${ResourceName}`;
  readonly query: string;
}

export type FirstDayKey = `firstDay:${'begun' | 'closed' | 'imported' | 'offline'}`;

/** A step of a company's first day that was taken, at this device time in ms. */
interface FirstDaySetting {
  readonly key: FirstDayKey;
  readonly at: number;
}

/** Kept on the device for one account, never sent. */
export type SettingRow = TextSetting | ListSetting | FirstDaySetting;
