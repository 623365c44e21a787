import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../../server/db/database-errors.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { postgresDriver } from '../../server/db/postgres-driver.ts';
import { seedDemo } from '../../server/seed/seed-demo.ts';
import { customersContract } from '../support/contract/customers-contract.ts';
import { describeDatabaseContract } from '../support/contract/database-contract.ts';
import { describeResourceContract } from '../support/contract/resource-contract.ts';
import { startPostgres } from '../support/postgres.ts';
import { send, sortedStatuses } from '../support/send.ts';
import { build, listen } from '../support/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const postgres = await startPostgres();

const open = (url: string) => guardDatabase(postgresDriver(url, () => undefined));

describe('a PostgreSQL that does not answer', () => {
  it('is told from a statement that is wrong', async () => {
    const db = open('postgres://test@127.0.0.1:1/none');
    await expect(db.query('select 1')).rejects.toThrow(DatabaseUnavailableError);
    await db.close();
  });
});

if (postgres.missing) console.warn(`PostgreSQL is not tested: ${postgres.missing}`);

describe.runIf(!postgres.missing)('on PostgreSQL', () => {
  afterAll(() => postgres.stop());

  describeDatabaseContract('the database port', async () => open(await postgres.database()));

  describeResourceContract({
    ...customersContract,
    name: 'the customers keep the plain contract',
    async start() {
      const db = open(await postgres.database());
      await migrate(db);
      const server = await build({ db });
      await server.account('ann');
      const { fetch } = await listen(server);
      return { fetch, close: () => server.close() };
    },
    credentials: { username: 'ann', password: "ann's password" },
  });

  describe('many at once', () => {
    it('eight that send one email at once make one customer, time and again', async () => {
      const db = open(await postgres.database());
      await migrate(db);
      const server = await build({ db });
      const { token } = await server.account('ann');
      for (let round = 0; round < 10; round += 1) {
        const body = { first_name: 'Ann', last_name: 'Lee', email: `race${round}@example.com` };
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => send(server, `POST ${CUSTOMERS}`, { token, body })),
        );
        expect(sortedStatuses(answers)).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
      }
      await server.close();
    });

    it('six that send one refresh token at once spend it once', async () => {
      const db = open(await postgres.database());
      await migrate(db);
      const server = await build({ db });
      await server.account('ann');
      const body = { username: 'ann', password: "ann's password" };
      const { json } = await send(server, 'POST /api/v1/auth/token/', { body });
      const { refresh } = json as { refresh: string };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          send(server, 'POST /api/v1/auth/token/refresh/', { body: { refresh } }),
        ),
      );
      expect(sortedStatuses(answers)).toEqual([200, 401, 401, 401, 401, 401]);
      await server.close();
    });

    it('two servers that start on one new database seed it once', async () => {
      const url = await postgres.database();
      const servers = [open(url), open(url)];
      const seeded = await Promise.all(
        servers.map(async (db) => {
          await migrate(db);
          return seedDemo(db, new Date());
        }),
      );
      expect(seeded.filter(Boolean)).toHaveLength(1);
      await Promise.all(servers.map((db) => db.close()));
    });
  });
});
