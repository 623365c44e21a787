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

/** In all of Bob's texts. No answer to Ann may contain it. */
export const SECRET = 'bobs-secret';
/** An id that no record has. */
const NOWHERE = 987_654;
/** The keys of Bob's client for his records. */
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
  /** Sends a request as Ann. Checks that the answer reveals nothing of Bob's. */
  asAnn(line: Line, sent?: Sent): Promise<Answer>;
  /**
   * Sends the same request for Bob's id and for an id that does not exist. Different answers would reveal Bob's record.
   */
  sameAsNowhere(id: number, ask: (id: number) => Promise<Answer>): Promise<Answer>;
  /** Returns all rows of Bob's company. */
  bobsBook(): Promise<unknown>;
  /** Returns the fields of another valid record for Ann. */
  recordOf(name: ResourceName): Readonly<Record<string, unknown>>;
}

/** Builds a server with all extensions and the records of two companies: Ann's, and Bob's, which she must not see. */
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

/** Returns an answer without the headers that differ for each request, and with `id` replaced in the text. */
export function comparable({ status, headers, text }: Answer, id: number | null = null): object {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...others } = headers;
  return { status, headers: others, text: text.replaceAll(`\\"${id}\\"`, '\\"<id>\\"') };
}
