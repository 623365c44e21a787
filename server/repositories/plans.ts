import type { Transaction } from '../db/database.ts';

/** Active users per company; null means no limit. */
export const PLANS = { starter: 5, professional: 20, enterprise: null } as const;
export type Plan = keyof typeof PLANS;

export function isPlan(text: string): text is Plan {
  return Object.hasOwn(PLANS, text);
}

export class PlanFullError extends Error {
  override readonly name = 'PlanFullError';
  constructor(plan: Plan, members: number) {
    super(
      `The ${plan} plan is for up to ${PLANS[plan]} team members, and ${members} would be active. ` +
        'Deactivate somebody first, or set another plan.',
    );
  }
}

/** Fails with `PlanFullError`. Locks the company until `tx` ends. */
export async function assertSeat(tx: Transaction, companyId: number): Promise<void> {
  const [company] = await tx.query<{ plan: Plan }>('select plan from companies where id = $1 for update', [
    companyId,
  ]);
  if (company) await assertFits(tx, companyId, { plan: company.plan, more: 1 });
}

/** Fails with `PlanFullError`. */
export async function setPlan(tx: Transaction, companyId: number, plan: Plan): Promise<void> {
  await tx.query('update companies set plan = $2 where id = $1', [companyId, plan]);
  await assertFits(tx, companyId, { plan, more: 0 });
}

async function assertFits(
  tx: Transaction,
  companyId: number,
  { plan, more }: { readonly plan: Plan; readonly more: number },
): Promise<void> {
  const most = PLANS[plan];
  const [row] = await tx.query<{ active: number }>(
    'select count(*)::int as active from users where company_id = $1 and is_active',
    [companyId],
  );
  const members = (row?.active ?? 0) + more;
  if (most !== null && members > most) throw new PlanFullError(plan, members);
}
