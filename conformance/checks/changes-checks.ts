import { type FeedChange, type FeedPage, feedPageIn } from '../../src/api/sync-api.ts';
import { collectionName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { fails, OK, skipped, unless } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Exchange } from '../client.ts';
import { inWords, isJson, shown, statusOf } from '../exchange.ts';
import { extensionChecks } from './extension.ts';
import { FREE_TEXT } from './record-checks.ts';

const PATH = '/api/v1/sync/changes/';
const MOST_PAGES = 50;
const STALE = 'Changes and deletions by others do not reach this device: it works with old records.';

export const changesChecks = extensionChecks('changes', [
  {
    name: 'begin',
    asks: `GET ${PATH} returns the current cursor and no changes.`,
    otherwise: 'The app cannot follow the feed, and reads whole lists instead.',
    run: async (context) => {
      const exchange = await context.ask('GET', PATH);
      const page = feedPageIn(exchange.answer);
      if (!page) return fails(inWords(exchange));
      return page.changes.length === 0 && !page.more ? OK : fails('it lists changes that were not asked for');
    },
  },
  {
    name: 'changes',
    asks: 'GET ?cursor=…&limit=500 lists every record created or changed since, in its current state, page after page while more is true.',
    otherwise: STALE,
    run: async (context) => {
      const { told } = await aFewChanges(context);
      if ('fault' in told) return fails(told.fault);
      const found: string[] = [];
      for (const resource of RESOURCE_NAMES) {
        const { id } = await context.first(resource);
        const record = latest(told.changes, resource, id)?.record;
        const field = FREE_TEXT[resource];
        const now = (await context.read(resource, id))[field];
        if (!record) found.push(`nothing about a change of ${collectionName(specOf(resource))}`);
        else if (record.wire[field] !== now) {
          found.push(
            `${collectionName(specOf(resource))}: ${field} is ${shown(now)}, the feed says ${shown(record.wire[field])}`,
          );
        }
      }
      return unless(found);
    },
  },
  {
    name: 'tombstone',
    asks: 'A deleted record is listed as {"resource": "customers", "id": …, "deleted": true}.',
    otherwise: 'Records that others deleted stay in the lists of this device.',
    run: async (context) => {
      const { told, deleted } = await aFewChanges(context);
      if ('fault' in told) return fails(told.fault);
      if (deleted === null) return skipped('no record could be deleted');
      const change = latest(told.changes, 'customers', deleted);
      if (!change) return fails('nothing about the deletion of a customer');
      return change.record === null ? OK : fails('it shows the deleted customer as if it still existed');
    },
  },
  {
    name: 'again',
    asks: 'The same cursor returns the same changes again.',
    otherwise: STALE,
    run: async (context) => {
      const { told, cursor } = await aFewChanges(context);
      if ('fault' in told) return fails(told.fault);
      const again = await follow(context, cursor);
      if ('fault' in again) return fails(again.fault);
      const missing = told.changes.filter((one) => !latest(again.changes, one.resource, one.id));
      return missing.length === 0 ? OK : fails(`${missing.length} of its changes did not come again`);
    },
  },
  {
    name: 'unknown-cursor',
    asks: 'An unknown or expired cursor returns 410: the app then reads everything again.',
    otherwise:
      'After the server was restored from a backup, or after a long vacation, this device never catches up.',
    run: async (context) => {
      const exchange = await ask(context, 'conformance-check-no-cursor');
      return statusOf(exchange) === 410 && isJson(exchange) ? OK : fails(inWords(exchange));
    },
  },
]);

type Told = { readonly changes: readonly FeedChange[] } | { readonly fault: string };

function aFewChanges(context: CheckContext) {
  return context.once('feed', async () => {
    for (const resource of RESOURCE_NAMES) await context.first(resource);
    const doomed = await context.make('customers');
    const begin = await context.ask('GET', PATH);
    const cursor = feedPageIn(begin.answer)?.cursor;
    if (cursor === undefined) return { told: { fault: inWords(begin) }, cursor: '', deleted: null };
    for (const resource of RESOURCE_NAMES) {
      const { id } = await context.first(resource);
      const body = { [FREE_TEXT[resource]]: `Conformance check ${context.run}, in the feed` };
      await context.ask('PATCH', context.item(resource, id), { body });
    }
    const isDeleted = (await context.remove('customers', doomed.id)) === null;
    return { told: await follow(context, cursor), cursor, deleted: isDeleted ? doomed.id : null };
  });
}

async function follow(context: CheckContext, from: string): Promise<Told> {
  const changes: FeedChange[] = [];
  let cursor = from;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const exchange = await ask(context, cursor);
    const page: FeedPage | null = feedPageIn(exchange.answer);
    if (!page) return { fault: inWords(exchange) };
    changes.push(...page.changes);
    if (!page.more) return { changes };
    if (page.cursor === cursor)
      return { fault: `${exchange.line}: more is true, but its cursor did not move` };
    cursor = page.cursor;
  }
  return { fault: `more was true on each of ${MOST_PAGES} pages` };
}

function ask(context: CheckContext, cursor: string): Promise<Exchange> {
  return context.ask('GET', `${PATH}?cursor=${encodeURIComponent(cursor)}&limit=500`);
}

function latest(
  changes: readonly FeedChange[],
  resource: string,
  id: string | number,
): FeedChange | undefined {
  return changes.filter((change) => change.resource === resource && change.id === id).at(-1);
}
