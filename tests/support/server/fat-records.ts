import { inCompany } from './company-sql.ts';
import { send } from './send.ts';
import type { TestAccount, TestServer } from './server.ts';

export const ESTIMATES = '/api/v1/estimates/estimates/';

/** The characters that take the most bytes in UTF-8 and in JSON. */
export const FATTEST = ['😀', '\u0001'] as const;

/**
 * Gives a company `count` estimates, each with three texts of 10,000 times `sign`, or with empty texts for ''. Returns
 * their ids.
 */
export async function makeEstimates(
  server: TestServer,
  { token, user }: TestAccount,
  { count, sign }: { readonly count: number; readonly sign: string },
): Promise<readonly number[]> {
  const body = { first_name: 'Ann', last_name: 'Lee', email: `p${Math.random()}@example.com` };
  const made = await send(server, 'POST /api/v1/customers/customers/', { token, body });
  const rows = await inCompany<{ id: number }>(
    server.db,
    user.companyId,
    `insert into estimates (company_id, estimate_number, title, customer_id, valid_until, subtotal, total_amount,
       description, terms_and_conditions, notes)
     select $1, gen_random_uuid()::text, 'Roof', $2, '2026-01-31', 1, 1, text, text, text
     from (select repeat($3, 10000) as text) texts, generate_series(1, $4::int) returning id`,
    [user.companyId, (made.json as { id: number }).id, sign, count],
  );
  return rows.map(({ id }) => id);
}

/** Replaces all texts of these estimates by 10,000 times `sign`. */
export async function writeEstimates(
  server: TestServer,
  { user }: TestAccount,
  { ids, sign }: { readonly ids: readonly number[]; readonly sign: string },
): Promise<void> {
  await inCompany(
    server.db,
    user.companyId,
    `update estimates set description = text, terms_and_conditions = text, notes = text
     from (select repeat($2, 10000) as text) texts where id = any($1::bigint[])`,
    [ids, sign],
  );
}
