import { z } from 'zod';
import type { Answer } from './send.ts';

const link = z.url().nullable();
const record = z.looseObject({ id: z.int(), created_at: z.iso.datetime(), updated_at: z.iso.datetime() });

const companySettings = z.strictObject({
  version: z.int(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  logo: z.string(),
  checklists: z.string(),
  document_texts: z.string(),
  price_list: z.string(),
  history: z.array(z.looseObject({ setting: z.string(), at: z.iso.datetime(), by: z.string() })),
});

/** The server's announcement of its extensions. */
const rule = z.strictObject({
  max_length: z.int().optional(),
  blank: z.literal(false).optional(),
  blank_with: z.string().optional(),
  unique: z.literal(true).optional(),
  shape: z.enum(['email', 'phone']).optional(),
});
const sync = z
  .strictObject({
    v: z.literal(1),
    features: z.array(z.string()),
    rules: z.record(z.string(), z.record(z.string(), rule)).optional(),
  })
  .optional();

const SUCCESS = z.union([
  z.strictObject({
    cursor: z.string(),
    more: z.boolean(),
    changes: z.array(z.looseObject({ id: z.int() })),
    company_settings: z.int().optional(),
  }),
  companySettings,
  z.strictObject({
    results: z.array(z.strictObject({ id: z.string(), status: z.int().lt(500), body: z.unknown() })),
  }),
  z.strictObject({ count: z.int(), next: link, previous: link, results: z.array(record) }),
  record,
  z.strictObject({ access: z.string(), refresh: z.string(), sync }),
  z.strictObject({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    sync,
  }),
  z.strictObject({ status: z.literal('ok') }),
  // Dashboard figures, and the empty answer to a sign-out.
  z.record(z.string(), z.int()),
]);

const texts = z.array(z.string()).min(1);
const REFUSAL = z.union([
  // A 412 shows the current record or settings.
  record,
  companySettings,
  z.strictObject({ detail: z.string() }),
  z.strictObject({
    detail: z.string(),
    code: z.string(),
    messages: z.array(z.record(z.string(), z.string())).optional(),
  }),
  z.record(z.string(), z.union([texts, z.record(z.string(), texts)])),
]);

const REFUSALS = [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 429, 431];

/** Patterns that show that an answer leaks the server's internals. */
const INSIDE = [
  /\n\s+at /,
  /node_modules/,
  /\.(ts|js|mjs|sql)\b:?\d*/,
  /\b(relation|column|constraint) "/i,
  /violates|syntax error|Maximum call stack|Cannot read prop|is not a function|SQLSTATE|PGlite|ECONN/i,
  /\b(insert into|returning|where company_id)\b/i,
];

/** Returns what is wrong with an answer of the API to any request, or null if clients understand it. */
export function answerFault({ status, headers, text, json }: Answer): string | null {
  const inside = INSIDE.find((pattern) => pattern.test(text));
  if (inside) return `tells of the inside: ${String(inside)}`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'lacks the safety headers';
  if (status === 204 || status === 301) return text === '' ? null : 'has a body';
  if (status !== 200 && status !== 201 && !REFUSALS.includes(status)) return `has the status ${status}`;
  // The answer to a HEAD.
  if (text === '') return null;
  const read = (status < 400 ? SUCCESS : REFUSAL).safeParse(json);
  return read.success ? null : 'has an unknown shape';
}
