import { type Answer, jsonObject, SLOW_TIMEOUT_MS } from '../domain/answer.ts';
import { fieldErrors } from '../domain/server-message.ts';
import type {
  CompanySettingName,
  CompanySettings,
  ServerSettings,
  SettingChange,
} from '../domain/settings.ts';
import type { AuthorizedSend } from './authorized.ts';
import { z } from './schema.ts';

export const COMPANY_SETTINGS_PATH = '/api/v1/company/settings/';

const WIRE_NAMES = {
  companyName: 'name',
  companyAddress: 'address',
  companyPhone: 'phone',
  companyLogo: 'logo',
  checklists: 'checklists',
  documentTexts: 'document_texts',
  priceList: 'price_list',
} as const satisfies Readonly<Record<CompanySettingName, string>>;

const NAMES = Object.entries(WIRE_NAMES) as readonly (readonly [CompanySettingName, string])[];

/** If the version equals `known`, the answer may contain nothing else. */
export function requestSettings(
  send: AuthorizedSend,
  known: number | null,
  signal: AbortSignal,
): Promise<Answer> {
  const query = known === null ? '' : `?known=${known}`;
  return send({ method: 'GET', path: COMPANY_SETTINGS_PATH + query, timeoutMs: SLOW_TIMEOUT_MS, signal });
}

export function sendSettings(
  send: AuthorizedSend,
  changes: Partial<CompanySettings>,
  { version, signal }: { readonly version: number; readonly signal: AbortSignal },
): Promise<Answer> {
  const body = Object.fromEntries(
    NAMES.flatMap(([name, wire]) => (changes[name] === undefined ? [] : [[wire, changes[name]]])),
  );
  return send({
    method: 'PATCH',
    path: COMPANY_SETTINGS_PATH,
    body,
    ifMatch: version,
    timeoutMs: SLOW_TIMEOUT_MS,
    signal,
  });
}

/** Accepts only embedded images: other URLs could lead elsewhere. */
const logo = z.string().transform((text) => (/^data:image\/(png|jpeg);base64,/.test(text) ? text : ''));
const version = z.int();
const change = z.object({
  setting: z.string(),
  before: z.string().nullish(),
  after: z.string().nullish(),
  at: z.string().transform((text) => Date.parse(text)),
  by: z.string(),
});
const settings = z.object({
  version,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  logo,
  checklists: z.string(),
  document_texts: z.string(),
  // Servers from before the price list leave it out.
  price_list: z.string().default(''),
  history: z.array(z.unknown()).catch([]),
});

/** Also reads the settings in a 412. */
export function settingsIn(answer: Answer): ServerSettings | null {
  const read = settings.safeParse(bodyOf(answer));
  if (!read.success) return null;
  const { history, ...shown } = read.data;
  const values = Object.fromEntries(NAMES.map(([name, wire]) => [name, shown[wire as keyof typeof shown]]));
  return {
    version: shown.version,
    values: values as unknown as CompanySettings,
    history: history.flatMap(changeIn),
  };
}

export function settingsVersionIn(answer: Answer): number | null {
  const read = version.safeParse(jsonObject(answer)?.['version']);
  return read.success ? read.data : null;
}

export function refusalsIn(answer: Answer): Partial<CompanySettings> {
  const errors = fieldErrors(bodyOf(answer));
  return Object.fromEntries(
    NAMES.flatMap(([name, wire]) => (errors[wire] === undefined ? [] : [[name, errors[wire]]])),
  );
}

function bodyOf(answer: Answer): unknown {
  return answer.kind === 'response' && answer.body.kind === 'json' ? answer.body.value : null;
}

function changeIn(value: unknown): SettingChange[] {
  const read = change.safeParse(value);
  const [name] = NAMES.find(([, wire]) => wire === read.data?.setting) ?? [];
  if (!read.success || name === undefined || Number.isNaN(read.data.at)) return [];
  const { before = null, after = null, at, by } = read.data;
  return [{ setting: name, before, after, at, by }];
}
