import { type BatchItem, batchResultsIn } from '../../src/api/sync-api.ts';
import { type Answer, readRecord } from '../../src/domain/answer.ts';
import type { ResourceName, Wire } from '../../src/domain/resource-spec.ts';
import { fails, OK, type Outcome, skipped, unless } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { inWords } from '../exchange.ts';
import { extensionChecks, keyedWire } from './extension.ts';

const PATH = '/api/v1/sync/batch/';
const MOST = 200;

const EXPECTED: Readonly<Record<string, { readonly what: string; readonly right: readonly number[] }>> = {
  made: { what: 'a new customer', right: [201] },
  // Some servers accept this customer.
  refused: { what: 'a customer with an impossible e-mail address and status', right: [400, 422, 201] },
  after: { what: 'a new customer after a refused one', right: [201] },
  again: { what: 'the same customer once more', right: [200] },
  changed: { what: 'a change', right: [200] },
};

export const batchChecks = extensionChecks('batch', [
  {
    name: 'results',
    asks: `POST ${PATH} returns 200 and, for each mutation by its id, the status and body that it would have gotten on its own.`,
    otherwise: 'After a day without a connection, changes stay waiting or are sent one by one.',
    run: async (context) => {
      const { results, fault } = await aBatch(context);
      if (fault !== null) return fails(fault);
      const found: string[] = [];
      for (const [id, { what, right }] of Object.entries(EXPECTED)) {
        const status = statusIn(results.get(id));
        if (!right.includes(status)) found.push(`${what} got ${inDigits(status)}, not ${right.join(' or ')}`);
      }
      return unless(found);
    },
  },
  {
    name: 'references',
    asks: 'A reference {"client_uid": "…"} stands for the record with that key. If that record was refused, the status is 424.',
    otherwise: 'Records for a customer created without a connection are refused, or belong to no customer.',
    run: async (context): Promise<Outcome> => {
      const { results, fault } = await aBatch(context);
      if (fault !== null) return fails(fault);
      const customer = readRecord(bodyIn(results.get('made')))?.id;
      const project = readRecord(bodyIn(results.get('project')));
      const wasRefused = statusIn(results.get('refused')) >= 400;
      const orphan = wasRefused ? statusIn(results.get('orphan')) : 424;
      return unless([
        ...(project && customer !== undefined && String(project.wire['customer']) === String(customer)
          ? []
          : [`the project of a new customer got ${inDigits(statusIn(results.get('project')))}`]),
        ...(orphan === 424 ? [] : [`the project of a refused customer got ${inDigits(orphan)}, not 424`]),
      ]);
    },
  },
  {
    name: 'size',
    asks: `A batch may have ${MOST} mutations.`,
    otherwise: 'A long day without a connection does not fit into a batch: changes are sent one by one.',
    run: async (context) => {
      // The record does not exist, so all mutations are refused and nothing is changed.
      const { id: record } = await context.deleted('customers');
      const mutations = Array.from({ length: MOST }, (_, n): BatchItem => {
        return { id: String(n), method: 'DELETE', resource: 'customers', record };
      });
      const exchange = await context.ask('POST', PATH, { body: { mutations } });
      const count = batchResultsIn(exchange.answer)?.size;
      return count === MOST ? OK : fails(count === undefined ? inWords(exchange) : `it got ${count} results`);
    },
  },
  {
    name: 'if-match',
    asks: 'With if-match, a mutation’s if_match works like the header.',
    otherwise: 'Two people change the same field at the same time: one change is silently overwritten.',
    run: async (context) => {
      if (!(await context.features()).has('if-match'))
        return skipped('the server does not announce if-match');
      const { id: record } = await context.first('customers');
      const version = (await context.read('customers', record))['version'];
      if (typeof version !== 'number') return skipped('the record shows no version');
      const change = { method: 'PATCH', resource: 'customers', record, body: { city: 'Elko' } } as const;
      const mutations: BatchItem[] = [{ id: 'stale', ...change, if_match: version - 1 }];
      const exchange = await context.ask('POST', PATH, { body: { mutations } });
      const status = statusIn(batchResultsIn(exchange.answer)?.get('stale'));
      return status === 412 ? OK : fails(status === 0 ? inWords(exchange) : `it got ${status}`);
    },
  },
]);

interface Tried {
  readonly results: ReadonlyMap<string, Answer>;
  readonly fault: string | null;
}

function aBatch(context: CheckContext): Promise<Tried> {
  return context.once('batch', async () => {
    const { id: record } = await context.first('customers');
    const customer = await keyedWire(context, 'customers');
    const bad = { email: 'no address', first_name: '', status: 'no such status' };
    const refused: Wire = { ...(await keyedWire(context, 'customers')), ...bad };
    const projectOf = async (of: Wire) => ({
      ...(await keyedWire(context, 'projects')),
      customer: { client_uid: of['client_uid'] },
    });
    const post = (id: string, resource: string, body: BatchItem['body']): BatchItem => {
      return { id, method: 'POST', resource, ...(body ? { body } : {}) };
    };
    const sent: BatchItem[] = [
      post('made', 'customers', customer),
      post('refused', 'customers', refused),
      post('project', 'projects', await projectOf(customer)),
      post('orphan', 'projects', await projectOf(refused)),
      post('after', 'customers', await keyedWire(context, 'customers')),
      post('again', 'customers', customer),
      { id: 'changed', method: 'PATCH', resource: 'customers', record, body: { city: 'Boise' } },
    ];
    const exchange = await context.ask('POST', PATH, { body: { mutations: sent } });
    const results = batchResultsIn(exchange.answer);
    if (!results) context.made.unsure.add('customers').add('projects');
    for (const { id, resource } of sent) await noteMade(context, resource, results?.get(id));
    return { results: results ?? new Map<string, Answer>(), fault: results ? null : inWords(exchange) };
  });
}

async function noteMade(context: CheckContext, resource: string, result: Answer | undefined): Promise<void> {
  const kind: ResourceName = resource === 'projects' ? 'projects' : 'customers';
  const record = [200, 201].includes(statusIn(result)) ? readRecord(bodyIn(result)) : null;
  if (record) await context.noteMade(kind, record);
}

function statusIn(answer: Answer | undefined): number {
  return answer?.kind === 'response' ? answer.status : 0;
}

function inDigits(status: number): string {
  return status === 0 ? 'no result' : String(status);
}

function bodyIn(answer: Answer | undefined): unknown {
  return answer?.kind === 'response' && answer.body.kind === 'json' ? answer.body.value : null;
}
