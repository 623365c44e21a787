import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { EXTENSIONS } from '../../../server/config/extensions.ts';
import { serverResources } from '../../../server/resources/server-resources.ts';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { type BookIds, makeBook, validRecord } from './company-book.ts';
import { inCompany } from './company-sql.ts';
import { type Answer, type Sent, send } from './send.ts';
import { build, type TestAccount, type TestServer } from './server.ts';

export type Line = Parameters<typeof send>[1];

/** What stands in every text of Bob's, and must stand in no answer to Ann. */
export const SECRET = 'bobs-secret';
/** An id that no record of anybody has. */
const NOWHERE = 987_654;
/** What Bob's client calls his records. */
export const BOBS_KEYS = {
  customers: randomUUID(),
  projects: randomUUID(),
  estimates: randomUUID(),
  workOrders: randomUUID(),
};

export interface TwoCompanies {
  readonly server: TestServer;
  readonly ann: TestAccount;
  readonly bob: TestAccount;
  readonly annIds: BookIds;
  readonly bobIds: BookIds;
  /** A request of Ann's: that its answer tells her nothing of Bob's is looked at each time. */
  asAnn(line: Line, sent?: Sent): Promise<Answer>;
  /** Asks the same of Bob's id and of one that exists nowhere: who can tell the answers apart knows what Bob has. */
  sameAsNowhere(id: number, ask: (id: number) => Promise<Answer>): Promise<Answer>;
  /** All that Bob's company has, as its tables hold it. */
  bobsBook(): Promise<unknown>;
  /** What Ann may send for one more record of hers. */
  recordOf(name: ResourceName): Readonly<Record<string, unknown>>;
}

/** A server that offers all it can, with the books of two companies: Ann's, and Bob's that she must not know of. */
export async function twoCompanies(): Promise<TwoCompanies> {
  const server = await build({ extensions: new Set(EXTENSIONS) });
  const ann = await server.account('ann');
  const bob = await server.account('bob');
  const annIds = await makeBook(server, ann, 'anns');
  const bobIds = await makeBook(server, bob, SECRET, BOBS_KEYS);
  let made = 0;
  return {
    server,
    ann,
    bob,
    annIds,
    bobIds,
    async asAnn(line, sent = {}) {
      const answer = await send(server, line, { ...sent, token: ann.token });
      expect(answer.text).not.toContain(SECRET);
      expect(answer.text).not.toContain('bob@example.com');
      return answer;
    },
    async sameAsNowhere(id, ask) {
      const foreign = await ask(id);
      expect(comparable(foreign, id)).toEqual(comparable(await ask(NOWHERE), NOWHERE));
      return foreign;
    },
    bobsBook() {
      const tables = Object.values(serverResources).map(({ table }) => table);
      return Promise.all(
        tables.map((table) => inCompany(server.db, bob.user.companyId, `select * from ${table} order by id`)),
      );
    },
    recordOf: (name) => validRecord(name, `anns-${(made += 1)}`, annIds.customers),
  };
}

/** An answer without what differs from request to request, and with one id taken for any. */
export function comparable({ status, headers, text }: Answer, id: number | null = null): object {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...others } = headers;
  return { status, headers: others, text: text.replaceAll(`\\"${id}\\"`, '\\"<id>\\"') };
}
