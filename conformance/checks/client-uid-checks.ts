import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { fails, OK, skipped, unless } from '../check.ts';
import { type CheckContext, whyNot } from '../check-context.ts';
import { inWords, isGone, isSuccess, recordOf, shown, statusOf } from '../exchange.ts';
import { extensionChecks, keyedWire } from './extension.ts';

const TWICE = 'A record is silently created twice when the connection breaks during a save.';

export const clientUidChecks = extensionChecks('client-uid', [
  {
    name: 'again',
    asks: 'For every kind, the first POST with a client_uid returns 201, and the same POST again returns 200 with the same record.',
    otherwise: TWICE,
    run: async (context) => {
      const found: string[] = [];
      for (const resource of RESOURCE_NAMES) {
        const body = await keyedWire(context, resource);
        const [first, again] = [await context.post(resource, body), await context.post(resource, body)];
        const [id, sameId] = [context.madeIn(resource, first)?.id, recordOf(again)?.id];
        if (id === undefined) found.push(whyNot(first));
        else if (sameId === undefined) found.push(`the second time, ${inWords(again)}`);
        else if (id !== sameId) found.push(`${first.line}: created ${shown(id)} and then ${shown(sameId)}`);
        else if (statusOf(again) !== 200) found.push(`the second time, ${again.line}: ${statusOf(again)}`);
      }
      return unless(found);
    },
  },
  {
    name: 'echo',
    asks: 'client_uid is in every answer that shows the record: after POST, after GET, and in lists.',
    otherwise: 'The app does not recognize its own record in a list, and shows it twice for a while.',
    run: async (context) => {
      const { body, record } = await keyed(context);
      if (!record) return skipped('no record could be created with a key');
      const uid = body['client_uid'];
      const list = await context.readAnew('customers');
      const row = list.records.find(({ id }) => id === record.id)?.wire;
      const places = [
        ['the answer to POST', record.wire],
        ['the answer to GET', await context.read('customers', record.id)],
        ...(row ? [['the list', row] as const] : []),
      ] as const;
      return unless(
        places
          .filter(([, wire]) => wire['client_uid'] !== uid)
          .map(([place, wire]) => `in ${place} it is ${shown(wire['client_uid'])}`),
      );
    },
  },
  {
    name: 'together',
    asks: 'Two such POSTs at the same time create one record, and both return it.',
    otherwise: TWICE,
    run: async (context) => {
      const body = await keyedWire(context, 'customers');
      const both = await Promise.all([
        context.post('customers', body),
        context.post('customers', body, { atOnce: true }),
      ]);
      const ids = both.map((exchange) => recordOf(exchange)?.id);
      if (ids.includes(undefined)) return unless(both.filter((one) => !recordOf(one)).map(inWords));
      return ids[0] === ids[1] ? OK : fails(`two records were created: ${ids.map(shown).join(' and ')}`);
    },
  },
  {
    name: 'as-it-is',
    asks: 'A repeated POST returns the record as it is now, and does not change it.',
    otherwise: 'A change that another person made in the meantime is silently overwritten.',
    run: async (context) => {
      const { body, record } = await keyed(context);
      if (!record) return skipped('no record could be created with a key');
      const path = context.item('customers', record.id);
      const changed = await context.ask('PATCH', path, { body: { city: 'Elko' } });
      if (!isSuccess(changed)) return skipped('it could not be changed');
      const again = await context.post('customers', body);
      const wire = await context.read('customers', record.id);
      return unless([
        ...(wire['city'] === 'Elko' ? [] : [`city was Elko and is ${shown(wire['city'])}`]),
        ...(recordOf(again)?.wire['city'] === 'Elko' ? [] : [inWords(again)]),
      ]);
    },
  },
  {
    name: 'deleted',
    asks: 'A POST with the key of a deleted record returns 410 in JSON.',
    otherwise: 'A deleted record comes back.',
    run: async (context) => {
      const body = await keyedWire(context, 'customers');
      const record = context.madeIn('customers', await context.post('customers', body));
      if (!record) return skipped('no record could be created with a key');
      const because = await context.remove('customers', record.id);
      if (because !== null) return skipped(`it could not be deleted: ${because}`);
      const again = await context.post('customers', body);
      return isGone(again) && statusOf(again) === 410 ? OK : fails(inWords(again));
    },
  },
]);

function keyed(context: CheckContext) {
  return context.once('keyed', async () => {
    const body = await keyedWire(context, 'customers');
    return { body, record: context.madeIn('customers', await context.post('customers', body)) };
  });
}
