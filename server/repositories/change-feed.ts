import type { CompanyScope } from '../db/company-scope.ts';

export interface ChangeCounter {
  readonly epoch: string;
  readonly last: number;
  /** Deletions up to this number have been removed. */
  readonly forgotten: number;
}

/** The place right after this record of this change. */
export interface ChangePlace {
  readonly change: number;
  readonly id: number;
}

export interface Deletion {
  readonly id: number;
  readonly change: number;
}

/** All changes up to the returned `last` are committed and visible. */
export async function readChangeCounter(scope: CompanyScope): Promise<ChangeCounter> {
  const select = `select epoch, last_change as last, forgotten_change as forgotten
     from change_counters where company_id = $1`;
  const [counter] = await scope.query<ChangeCounter>(select);
  if (counter) return counter;
  // The epoch begins with the first reader.
  await scope.query('insert into change_counters (company_id) values ($1) on conflict do nothing');
  const [begun] = await scope.query<ChangeCounter>(select);
  if (!begun) throw new Error('The counter of changes was not created');
  return begun;
}

const drawn = new WeakSet<CompanyScope>();

/**
 * Takes the number of the next change, and a lock. Must come before any row lock, because different orders would
 * deadlock, and before any `attempt`, whose rollback would return the number. An insert that locks nothing else needs
 * no call: its trigger draws the number.
 */
export async function drawChange(scope: CompanyScope): Promise<void> {
  if (drawn.has(scope)) return;
  await scope.query('select draw_change($1)');
  drawn.add(scope);
}

export async function deletionsSince(
  scope: CompanyScope,
  table: string,
  range: { readonly after: ChangePlace; readonly upTo: number; readonly limit: number },
): Promise<readonly Deletion[]> {
  return scope.query<Deletion>(
    `select record_id as id, change from deletions
     where company_id = $1 and resource = $2 and (change, record_id) > ($3, $4) and change <= $5
     order by change, record_id limit $6`,
    [table, range.after.change, range.after.id, range.upTo, range.limit],
  );
}

/** Clients that have not seen the removed deletions must read all data again. */
export async function forgetDeletions(scope: CompanyScope, days: number): Promise<void> {
  await scope.query(
    `with gone as (
       delete from deletions where company_id = $1 and deleted_at < now() - make_interval(days => $2)
       returning change
     )
     update change_counters set forgotten_change = greatest(forgotten_change, (select max(change) from gone))
     where company_id = $1 and exists (select from gone)`,
    [days],
  );
}

/** After a restore, what clients know about changes is no longer true. */
export async function beginEpoch(scope: CompanyScope): Promise<void> {
  await scope.query('update change_counters set epoch = gen_random_uuid() where company_id = $1');
}
