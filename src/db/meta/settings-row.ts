/** What of the company's settings the server does not have, for the screens that count what waits. */
export interface SettingsRow {
  readonly key: 'settings';
  /** 1 where changes of them wait to be sent. */
  readonly waiting: number;
  /** How many questions about them wait for a person. */
  readonly asks: number;
}

/** The settings were changed here, and are to be sent. */
export interface SettingsRequestRow {
  readonly key: 'request:settings';
  readonly at: number;
}
