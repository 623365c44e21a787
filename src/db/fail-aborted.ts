import Dexie, {
  type DBCore,
  type DBCoreCursor,
  type DBCoreTable,
  type DBCoreTransaction,
  type Middleware,
} from 'dexie';

type Fail = (error: Error) => void;

/** What a request waits for in each transaction. */
const waiting = new WeakMap<object, Fail[]>();

/**
 * Has Dexie fail what still waits in a transaction that was aborted. Dexie relies on each request to say so: WebKit delivers an
 * answer that was under way when the page was left after the abort, and a cursor that goes on from there throws where nobody
 * hears it.
 */
export const failAborted: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'fail-aborted',
  create: (core) => ({
    ...core,
    table: (name) => {
      const table = core.table(name);
      const failing: Pick<DBCoreTable, 'get' | 'getMany' | 'query' | 'count' | 'openCursor' | 'mutate'> = {
        get: (request) => orAborted(request.trans, table.get(request)),
        getMany: (request) => orAborted(request.trans, table.getMany(request)),
        query: (request) => orAborted(request.trans, table.query(request)),
        count: (request) => orAborted(request.trans, table.count(request)),
        openCursor: ({ trans, ...request }) =>
          orAborted(trans, table.openCursor({ trans, ...request })).then((cursor) =>
            withFailingStart(cursor, trans),
          ),
        mutate: (request) => orAborted(request.trans, table.mutate(request)),
      };
      return { ...table, ...failing };
    },
  }),
};

/** Going through a cursor is one more wait. */
function withFailingStart(cursor: DBCoreCursor | null, trans: DBCoreTransaction): DBCoreCursor | null {
  if (!cursor) return null;
  const start = cursor.start.bind(cursor);
  cursor.start = (onNext) => orAborted(trans, start(onNext));
  return cursor;
}

function orAborted<T>(trans: DBCoreTransaction, answer: Promise<T>): Promise<T> {
  return new Dexie.Promise<T>((resolve, reject) => {
    failsOf(trans as IDBTransaction).push(reject);
    answer.then(resolve, reject);
  }) as unknown as Promise<T>;
}

function failsOf(transaction: IDBTransaction): Fail[] {
  const known = waiting.get(transaction);
  if (known) return known;
  const fails: Fail[] = [];
  waiting.set(transaction, fails);
  transaction.addEventListener('abort', () => {
    for (const fail of fails) fail(new Dexie.AbortError('The transaction was aborted.'));
  });
  return fails;
}
