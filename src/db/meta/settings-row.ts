/** Counts of the company's settings that the server does not have, for the screens that count waiting changes. */
export interface SettingsRow {
  readonly key: 'settings';
  /** 1 where changes of them wait to be sent. */
  readonly waiting: number;
  /** Questions about them that wait for a person. */
  readonly asks: number;
}

/** The settings were changed here, and are to be sent. */
export interface SettingsRequestRow {
  readonly key: 'request:settings';
  readonly at: number;
}
