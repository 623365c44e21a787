import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { connectToCompany } from '../../server/db/company-scope.ts';
import { beginEpoch, forgetDeletions } from '../../server/repositories/change-feed.ts';
import { inCompany } from '../support/server/company-sql.ts';

import { send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';
import { watchedDatabase } from '../support/server/watched-database.ts';

const CHANGES = '/api/v1/sync/changes/';
const CUSTOMERS = '/api/v1/customers/customers/';
const PROJECTS = '/api/v1/projects/projects/';
/** Changes that the writers make. Set the variable for more. */
const WRITTEN = Number(process.env['CHANGES'] ?? '400');

let server: TestServer;
beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
});
afterAll(() => server.close());

interface Entry {
  readonly resource: string;
  readonly id: number;
  readonly row?: Readonly<Record<string, unknown>>;
  readonly deleted?: true;
}
interface FeedPage {
  readonly cursor: string;
  readonly more: boolean;
  readonly changes: readonly Entry[];
}

let serial = 0;
async function someone(): Promise<TestAccount> {
  serial += 1;
  return server.account(`user${serial}`);
}

async function pageOf(token: string, cursor?: string, limit = 500): Promise<FeedPage> {
  const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}&limit=${limit}`;
  const answer = await send(server, `GET ${CHANGES}${query}`, { token });
  expect(answer.status).toBe(200);
  return answer.json as FeedPage;
}

async function make(token: string, over: Readonly<Record<string, unknown>> = {}): Promise<number> {
  serial += 1;
  const body = { first_name: 'Ann', last_name: 'Lee', email: `p${serial}@example.com`, ...over };
  const made = await send(server, `POST ${CUSTOMERS}`, { token, body });
  expect(made.status).toBe(201);
  return (made.json as { id: number }).id;
}

/** Time passes for what the company has deleted. */
async function agedBy(companyId: number, days: number): Promise<void> {
  await server.db.transaction(async (tx) => {
    await tx.query("select set_config('app.company_id', $1, true)", [String(companyId)]);
    await tx.query('update deletions set deleted_at = deleted_at - make_interval(days => $1)', [days]);
  });
}

const named = ({ changes }: FeedPage) =>
  changes.map(({ resource, id, deleted }) => [resource, id, deleted === true ? 'deleted' : 'row']);

describe('the change feed', () => {
  it('tells what has happened since, in order, of every kind, with the newest row', async () => {
    const { token } = await someone();
    const before = await make(token);
    const start = await pageOf(token);
    expect(start).toMatchObject({ more: false, changes: [] });
    const gone = await make(token);
    const stays = await make(token);
    const body = { title: 'Dry-out', project_type: 'water_damage', customer: stays };
    const project = (await send(server, `POST ${PROJECTS}`, { token, body })).json as { id: number };
    await send(server, `PATCH ${CUSTOMERS}${before}/`, { token, body: { city: 'Reno' } });
    await send(server, `DELETE ${CUSTOMERS}${gone}/`, { token });
    const page = await pageOf(token, start.cursor);
    expect(named(page)).toEqual([
      ['customers', stays, 'row'],
      ['projects', project.id, 'row'],
      ['customers', before, 'row'],
      ['customers', gone, 'deleted'],
    ]);
    expect(page.changes[2]?.row).toEqual((await send(server, `GET ${CUSTOMERS}${before}/`, { token })).json);
    expect(await pageOf(token, page.cursor)).toMatchObject({ cursor: page.cursor, more: false, changes: [] });
  });

  it('asks nothing but the counter of changes where there is nothing new', async () => {
    const { token } = await someone();
    await make(token);
    const { cursor } = await pageOf(token);
    const statements: string[] = [];
    const watched = watchedDatabase(server.db, async (sql) => statements.push(sql));
    const reading = await build({ db: watched, extensions: new Set(EXTENSIONS) });
    // The requests of its start.
    statements.length = 0;
    const answer = await send(reading, `GET ${CHANGES}?cursor=${cursor}`, { token });
    expect(answer.json).toEqual({ cursor, more: false, changes: [] });
    expect(statements.map((sql) => /\bfrom (\w+)/.exec(sql)?.[1])).toEqual([undefined, 'change_counters']);
    await reading.app.close();
  });

  it("holds nothing of another company's", async () => {
    const [ours, theirs] = [await someone(), await someone()];
    const start = await pageOf(ours.token);
    await make(theirs.token);
    expect(await pageOf(ours.token, start.cursor)).toMatchObject({ changes: [] });
    const answer = await send(server, `GET ${CHANGES}?cursor=${(await pageOf(theirs.token)).cursor}`, {
      token: ours.token,
    });
    expect(answer.status).toBe(410);
  });

  it('is cut into pages anywhere, also among the changes of one transaction', async () => {
    const { token, user } = await someone();
    const start = await pageOf(token);
    await inCompany(
      server.db,
      user.companyId,
      `insert into customers (company_id, first_name, last_name, email)
       select $1, 'Bulk', 'Lee', 'bulk' || n || '@example.com' from generate_series(1, 25) n`,
      [user.companyId],
    );
    const last = await make(token);
    const whole = named(await pageOf(token, start.cursor));
    expect(whole).toHaveLength(26);
    expect(whole.at(-1)).toEqual(['customers', last, 'row']);
    for (const limit of [1, 7, 25, 26]) {
      const met: unknown[] = [];
      for (
        let page = await pageOf(token, start.cursor, limit);
        ;
        page = await pageOf(token, page.cursor, limit)
      ) {
        met.push(...named(page));
        expect(page.changes.length).toBeLessThanOrEqual(limit);
        if (!page.more) break;
      }
      expect(met).toEqual(whole);
    }
  });

  it('has a reader begin anew in another epoch, and after deletions were forgotten', async () => {
    const { token, user } = await someone();
    const company = connectToCompany(server.db, user.companyId);
    const start = await pageOf(token);
    const id = await make(token);
    await send(server, `DELETE ${CUSTOMERS}${id}/`, { token });
    const between = await pageOf(token);
    await company.within((scope) => forgetDeletions(scope, 180));
    expect(named(await pageOf(token, start.cursor))).toEqual([['customers', id, 'deleted']]);
    await agedBy(user.companyId, 181);
    await company.within((scope) => forgetDeletions(scope, 180));
    expect((await send(server, `GET ${CHANGES}?cursor=${start.cursor}`, { token })).status).toBe(410);
    expect((await pageOf(token, between.cursor)).changes).toEqual([]);
    await company.within(beginEpoch);
    expect((await send(server, `GET ${CHANGES}?cursor=${between.cursor}`, { token })).status).toBe(410);
    expect((await pageOf(token, (await pageOf(token)).cursor)).changes).toEqual([]);
  });

  it.each(['', 'x', '1.2', '00000000-0000-0000-0000-000000000000.-1', '../..'])(
    'has a client with the cursor %j of another server begin anew',
    async (cursor) => {
      const { token } = await someone();
      const answer = await send(server, `GET ${CHANGES}?cursor=${encodeURIComponent(cursor)}`, { token });
      const detail = 'This cursor is no longer known. Read the collections again.';
      expect([answer.status, answer.json]).toEqual([410, { detail }]);
    },
  );

  it(`misses nothing and shows nothing twice under 8 writers (${WRITTEN} changes)`, {
    timeout: 120_000 + WRITTEN * 100,
  }, async () => {
    const { token } = await someone();
    const start = await pageOf(token);
    let left = WRITTEN;
    const wanted = new Map<number, number>();
    const gone = new Set<number>();
    const writer = async (): Promise<void> => {
      const own: number[] = [];
      while (left > 0) {
        left -= 1;
        const [id] = own;
        if (id === undefined || left % 4 === 0) {
          const made = await make(token);
          own.push(made);
          wanted.set(made, 1);
        } else if (left % 7 === 0) {
          await send(server, `DELETE ${CUSTOMERS}${id}/`, { token });
          own.shift();
          wanted.delete(id);
          gone.add(id);
        } else {
          const body = { city: `City ${left}` };
          const changed = await send(server, `PATCH ${CUSTOMERS}${id}/`, { token, body });
          wanted.set(id, (changed.json as { version: number }).version);
        }
      }
    };
    const seen = new Map<number, number>();
    const deleted = new Set<number>();
    let states = 0;
    let written = false;
    const reader = async (): Promise<void> => {
      for (let { cursor } = start, last = false; !last; ) {
        last = written;
        for (let more = true; more; ) {
          const page = await pageOf(token, cursor, 50);
          ({ cursor, more } = page);
          for (const { id, row } of page.changes) {
            states += 1;
            const version = row === undefined ? Number.POSITIVE_INFINITY : Number(row['version']);
            // Never the same state twice, and never an older one.
            expect(version).toBeGreaterThan(seen.get(id) ?? 0);
            seen.set(id, version);
            if (row === undefined) deleted.add(id);
          }
        }
      }
    };
    const writing = Promise.all(Array.from({ length: 8 }, writer)).finally(() => {
      written = true;
    });
    await Promise.all([writing, reader()]);
    expect(states).toBeLessThanOrEqual(WRITTEN);
    for (const [id, version] of wanted) expect([id, seen.get(id)]).toEqual([id, version]);
    const stillHere = [...gone].filter((id) => seen.has(id) && !deleted.has(id));
    expect(stillHere).toEqual([]);
  });
});
