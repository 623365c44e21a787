import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

// Preloaded into a server (`node --import`), which a worker then keeps for all its tests: starting one takes longer
// than many a test. The server itself knows nothing of it.

/** A copy of every table, and where the counters stand, in a schema that the server never looks into. */
const KEEP = `
  do $$
  declare name text;
  begin
    create schema kept;
    create table kept.counters as
      select sequencename, last_value from pg_sequences where schemaname = 'public';
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create table kept.%I as table public.%I', name, name);
    end loop;
  end $$;`;

/** Without the checks of foreign keys: the tables are filled one after the other. */
const RESET = `
  begin;
  set local session_replication_role = replica;
  do $$
  declare
    name text;
    counter record;
  begin
    execute (select 'truncate ' || string_agg(format('public.%I', tablename), ', ')
      from pg_tables where schemaname = 'public');
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('insert into public.%I overriding system value select * from kept.%I', name, name);
    end loop;
    for counter in select * from kept.counters loop
      perform setval(format('public.%I', counter.sequencename), coalesce(counter.last_value, 1),
        counter.last_value is not null);
    end loop;
  end $$;
  commit;`;

/** @type {Record<string, string>} */
const ORDERS = { keep: KEEP, reset: RESET };

// The database is in a thread of its own, which loads this file as well; the tests speak to the process.
const threads = new BroadcastChannel('resettable');
if (isMainThread) {
  process.on('message', (order) => threads.postMessage({ order }));
  // A server ends by itself when it is told to, though the tests could still give it orders.
  process.channel?.unref();
  threads.onmessage = (event) => {
    process.send?.(/** @type {MessageEvent} */ (event).data);
  };
} else {
  const opened = openedDatabase();
  threads.onmessage = (event) => {
    void carryOut(opened, /** @type {MessageEvent} */ (event).data.order).then((done) =>
      threads.postMessage(done),
    );
  };
}
threads.unref();

/** @returns {Promise<PGlite>} */
function openedDatabase() {
  return new Promise((resolve) => {
    const create = PGlite.create.bind(PGlite);
    PGlite.create = /** @type {typeof create} */ (
      async (/** @type {Parameters<typeof create>} */ ...options) => {
        const opened = await create(...options);
        resolve(opened);
        return opened;
      }
    );
  });
}

/**
 * @param {Promise<PGlite>} opened
 * @param {string} order
 */
async function carryOut(opened, order) {
  const script = ORDERS[order];
  if (script === undefined) return { failed: `There is no order '${order}'` };
  try {
    await (await opened).exec(script);
    return { done: order };
  } catch (error) {
    return { failed: String(error) };
  }
}
