import { COMPANY_SETTINGS_PATH, settingsIn } from '../src/api/company-settings-api.ts';
import type { ServerSettings } from '../src/domain/settings.ts';
import { Unavailable } from './check.ts';
import type { Ask, Exchange } from './client.ts';
import { inWords, isSuccess } from './exchange.ts';

type Send = (method: Ask['method'], path: string, sent?: Pick<Ask, 'body' | 'headers'>) => Promise<Exchange>;

export type SettingsBody = Readonly<Partial<Record<'logo' | 'checklists', string>>>;

export class ChangedSettings {
  readonly #ask: Send;
  #before: ServerSettings | null = null;
  readonly #sent = new Set<string>();

  constructor(ask: Send) {
    this.#ask = ask;
  }

  async read(): Promise<ServerSettings> {
    const exchange = await this.#ask('GET', COMPANY_SETTINGS_PATH);
    const settings = isSuccess(exchange) ? settingsIn(exchange.answer) : null;
    if (!settings) throw new Unavailable(`the settings could not be read (${inWords(exchange)})`);
    return settings;
  }

  async change(body: SettingsBody, version: number): Promise<Exchange> {
    this.#before ??= await this.read();
    for (const text of Object.values(body)) this.#sent.add(text);
    const headers = { 'if-match': `"${version}"` };
    return this.#ask('PATCH', COMPANY_SETTINGS_PATH, { body, headers });
  }

  /** Restores only the settings that are still as a check set them. Returns why that failed, or null. */
  async putBack(): Promise<string | null> {
    if (!this.#before) return null;
    const now = await this.read();
    const { checklists, companyLogo: logo } = this.#before.values;
    const isOurs = (text: string, before: string): boolean => text !== before && this.#sent.has(text);
    const body = {
      ...(isOurs(now.values.checklists, checklists) && { checklists }),
      ...(isOurs(now.values.companyLogo, logo) && { logo }),
    };
    if (Object.keys(body).length === 0) return null;
    const headers = { 'if-match': `"${now.version}"` };
    const exchange = await this.#ask('PATCH', COMPANY_SETTINGS_PATH, { body, headers });
    return isSuccess(exchange) ? null : inWords(exchange);
  }
}
