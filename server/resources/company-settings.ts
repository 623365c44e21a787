import { z } from 'zod';
import { LONG_TEXT, pictureField, textField } from '../http/fields.ts';
import { invalidInput, Problem } from '../http/problem.ts';
import type { ReadBody } from '../http/read-body.ts';
import {
  COMPANY_SETTINGS,
  type CompanySettings,
  type StoredSettings,
} from '../repositories/company-settings.ts';
import { type Expected, tagOf } from './expected-version.ts';

const LOGO_BYTES = 64 * 1024;

export const settingsInput = z
  .object({
    name: textField({ max: 200, blank: true }),
    address: textField({ max: 1_000, blank: true }),
    phone: textField({ max: 100, blank: true }),
    logo: pictureField(LOGO_BYTES),
    checklists: textField(LONG_TEXT),
    document_texts: textField(LONG_TEXT),
    price_list: textField({ max: 20_000, blank: true }),
  })
  .partial();

const change = z.object({
  setting: z.enum(COMPANY_SETTINGS),
  before: z.string().nullable(),
  after: z.string().nullable(),
  at: z.iso.datetime(),
  by: z.string(),
});

const values = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  logo: z.string(),
  checklists: z.string(),
  document_texts: z.string(),
  price_list: z.string(),
  history: z.array(change).describe('The last changes, newest first; long texts and logos are left out'),
});

/** A client that already knows the settings gets only the version. */
export const settingsBody = values.partial().extend({ version: z.int() });
export const wholeSettingsBody = values.extend({ version: z.int() });

/** Too long for a history. */
const LONG: readonly string[] = [
  'checklists',
  'document_texts',
  'price_list',
] satisfies readonly (keyof CompanySettings)[];

type WholeBody = z.output<typeof wholeSettingsBody>;

export function shownSettings({ version, values: texts, history }: StoredSettings): WholeBody {
  const shown = history.map(({ before, after, ...one }) =>
    LONG.includes(one.setting) ? { ...one, before: null, after: null } : { ...one, before, after },
  );
  return { version, ...texts, history: shown };
}

export function settingsIn({ fields, errors }: ReadBody): Partial<CompanySettings> {
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return fields;
}

/** Throws a 412 with the current settings. */
export function assertCurrentSettings(stored: StoredSettings, expected: Expected): void {
  if (expected === null || expected.has(stored.version)) return;
  throw new Problem(412, shownSettings(stored), { etag: tagOf(stored.version) });
}
