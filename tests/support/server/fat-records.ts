import { inCompany } from './company-sql.ts';
import { send } from './send.ts';
import type { TestAccount, TestServer } from './server.ts';

export const ESTIMATES = '/api/v1/estimates/estimates/';

/** As long as a text may be, of the signs that take most in UTF-8, and of those that take most in JSON. */
export const FATTEST = ['😀', '\u0001'] as const;

/** Gives a company so many estimates with three texts of 10,000 of this sign; '' makes thin ones. Returns their ids. */
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

/** Makes all texts of these estimates as long as they may be, or short again. */
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
