import type { CompanyScope } from '../db/company-scope.ts';
import { drawChange } from './change-feed.ts';

/** The names in the API and of the columns. */
export const COMPANY_SETTINGS = [
  'name',
  'address',
  'phone',
  'logo',
  'checklists',
  'document_texts',
  'price_list',
] as const;
export type CompanySettingName = (typeof COMPANY_SETTINGS)[number];
export type CompanySettings = Readonly<Record<CompanySettingName, string>>;

interface SettingChange {
  readonly setting: CompanySettingName;
  /** Null for a logo, because earlier logos are not kept. */
  readonly before: string | null;
  readonly after: string | null;
  readonly at: string;
  readonly by: string;
}

export interface StoredSettings {
  /** 0 before the first change. */
  readonly version: number;
  readonly values: CompanySettings;
  /** Newest first. */
  readonly history: readonly SettingChange[];
}

/** How many changes a response shows. */
const SHOWN = 20;
/** Versions whose changes are kept. */
const KEPT = 500;
const BLANK = {
  version: 0,
  name: '',
  address: '',
  phone: '',
  logo: '',
  checklists: '',
  document_texts: '',
  price_list: '',
};

export async function readSettingsVersion(scope: CompanyScope): Promise<number> {
  const [row] = await scope.query<{ version: number }>(
    'select version from company_settings where company_id = $1',
  );
  return row?.version ?? 0;
}

export async function readCompanySettings(scope: CompanyScope): Promise<StoredSettings> {
  const [row] = await scope.query<CompanySettings & { version: number }>(
    `select version, ${COMPANY_SETTINGS.join(', ')} from company_settings where company_id = $1`,
  );
  const { version, ...values } = row ?? BLANK;
  return { version, values, history: await readHistory(scope) };
}

async function readHistory(scope: CompanyScope): Promise<readonly SettingChange[]> {
  const rows = await scope.query<Omit<SettingChange, 'at'> & { at: Date }>(
    `select setting, before, after, changed_at as at, changed_by as by from company_settings_changes
     where company_id = $1 order by version desc, setting limit ${SHOWN}`,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** `judge` gets the current settings, and throws to refuse. Equal values change nothing. */
export async function changeCompanySettings(
  scope: CompanyScope,
  { values, by }: { readonly values: Partial<CompanySettings>; readonly by: string },
  judge: (stored: StoredSettings) => void,
): Promise<StoredSettings> {
  // Makes the company's other changes wait.
  await drawChange(scope);
  const stored = await readCompanySettings(scope);
  judge(stored);
  const next = { ...stored.values, ...values };
  const changed = COMPANY_SETTINGS.filter((setting) => next[setting] !== stored.values[setting]);
  if (changed.length === 0) return stored;
  const version = stored.version + 1;
  await scope.query(
    `insert into company_settings (company_id, version, ${COMPANY_SETTINGS.join(', ')})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (company_id) do update set version = excluded.version,
     ${COMPANY_SETTINGS.map((setting) => `${setting} = excluded.${setting}`).join(', ')}`,
    [version, ...COMPANY_SETTINGS.map((setting) => next[setting])],
  );
  for (const setting of changed) {
    const texts = setting === 'logo' ? [null, null] : [stored.values[setting], next[setting]];
    await scope.query(
      `insert into company_settings_changes (company_id, version, setting, before, after, changed_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [version, setting, ...texts, by],
    );
  }
  await scope.query('delete from company_settings_changes where company_id = $1 and version <= $2', [
    version - KEPT,
  ]);
  return { version, values: next, history: await readHistory(scope) };
}

/** Gives a company without settings a version that no device saw before the restore. */
export async function leapSettings(scope: CompanyScope, version: number): Promise<void> {
  await scope.query(
    'insert into company_settings (company_id, version) values ($1, $2) on conflict (company_id) do nothing',
    [version],
  );
}
