import { connectToCompany } from '../../server/db/company-scope.ts';
import type { Database, Row, Transaction } from '../../server/db/database.ts';
import { ResourceRepository } from '../../server/repositories/resource-repository.ts';
import { customers } from '../../server/resources/customers.ts';
import type { Once } from './load.ts';

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const EMAIL = 'someone@example.com';

/**
 * The statement that the server sends for each kind of request, as its own repository writes it, and nothing around
 * it: no transaction, no role, no check of what is sent.
 */
export async function bareSql(db: Database): Promise<Readonly<Record<'list' | 'create' | 'change', Once>>> {
  const repository = new ResourceRepository(customers, new Set());
  const asked: Statement[] = [];
  const company = connectToCompany(recording(db, asked), 1);
  const last = (): Statement => asked.at(-1) ?? { sql: 'select 1', values: [] };

  await company.within((scope) => repository.list(scope, { start: 0, rows: 50 }));
  const list = last();
  const ann = { first_name: 'Ann', last_name: 'Lee', email: EMAIL };
  const { body } = await company.within((scope) => repository.insert(scope, ann, null));
  const create = last();
  await company.within((scope) => repository.update(scope, Number(body['id']), { city: EMAIL }));
  const change = last();

  const run = ({ sql, values }: Statement): Once => {
    const place = values.indexOf(EMAIL);
    return async (n) => {
      await db.query(
        sql,
        values.with(place < 0 ? values.length - 1 : place, place < 0 ? values.at(-1) : `${n}.${EMAIL}`),
      );
    };
  };
  return { list: run(list), create: run(create), change: run(change) };
}

/** The same database, with every statement of its transactions put down. */
function recording(db: Database, asked: Statement[]): Database {
  return {
    ...db,
    transaction: (work, options) =>
      db.transaction((tx) => {
        const watched: Transaction = {
          ...tx,
          query<R extends object = Row>(sql: string, values: readonly unknown[] = []) {
            asked.push({ sql, values });
            return tx.query<R>(sql, values);
          },
        };
        return work(watched);
      }, options),
  };
}
