import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseUnavailableError } from '../../server/db/database-errors.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { DatabaseThreadError } from '../../server/db/thread-calls.ts';
import { workerDriver } from '../../server/db/worker-driver.ts';
import { describeDatabaseContract } from '../support/contract/database-contract.ts';
import { databaseTemplate } from '../support/server/database-template.ts';
import { shippedWorker, threadDatabase } from '../support/server/database-thread.ts';
import { build, listen } from '../support/server/server.ts';
import { preparedDataDir, startServer } from '../support/server/server-process.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

const HEAVY = 'select count(*) from generate_series(1, 2000000) a where a::text = $1';

describeDatabaseContract('the database in a thread of its own', () => threadDatabase());

describe('the thread of the embedded database', () => {
  it('leaves the server free to answer while a heavy query runs', async () => {
    const db = await threadDatabase();
    await migrate(db);
    const server = await build({ db });
    onTestFinished(() => server.close());
    const { fetch } = await listen(server);

    const events: string[] = [];
    const heavy = db.query(HEAVY, ['none']).then(() => events.push('the heavy query'));
    for (let n = 1; n <= 5; n += 1) {
      expect((await fetch('/api/v1/customers/customers/')).status).toBe(401);
      events.push(`answer ${n}`);
    }
    await heavy;
    expect(events).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4', 'answer 5', 'the heavy query']);
  });

  it('that ends by itself fails waiting and later queries, and is reported once', async () => {
    const told: DatabaseThreadError[] = [];
    const worker = new Worker(shippedWorker(), { workerData: { template: await databaseTemplate() } });
    const db = guardDatabase(await workerDriver(worker, (error) => told.push(error)));
    const waiting = [
      db.query(HEAVY, ['none']),
      db.transaction(async (tx) => {
        await tx.query('select 1');
      }),
    ];
    await Promise.all([
      worker.terminate(),
      ...waiting.map((query) => expect(query).rejects.toThrow(DatabaseUnavailableError)),
    ]);
    await expect(db.query('select 1')).rejects.toThrow(DatabaseUnavailableError);
    await expect(db.transaction(async () => undefined)).rejects.toThrow(DatabaseUnavailableError);
    expect(told.map(({ message }) => message)).toEqual([
      expect.stringContaining('The embedded database has stopped (its thread exited with code 1)'),
    ]);
    await db.close();
  });

  it('says why where it cannot open the database', async () => {
    const dataDir = await temporaryFolder();
    await writeFile(join(dataDir, 'PG_VERSION'), 'none');
    await expect(threadDatabase({ dataDir })).rejects.toThrow('Database already exists');
  });

  it('takes the server with it, which says so and starts again with what was stored', async () => {
    const crash = join(await temporaryFolder(), 'crash');
    const fault = `import { isMainThread } from 'node:worker_threads'; import { existsSync } from 'node:fs';
      if (!isMainThread) setInterval(() => { if (existsSync('${crash}')) throw new Error('out of memory'); }, 10);`;
    const env = { DATA_DIR: await preparedDataDir() };
    const server = await startServer({
      ...env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    });
    const ended = server.ended;
    await writeFile(crash, '');
    expect(await ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The embedded database has stopped (out of memory)') as string,
    });
    const again = await startServer(env);
    expect((await fetch(`${again.url}/api/health/`)).status).toBe(200);
  }, 120_000);
});
