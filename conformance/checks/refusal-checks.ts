import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { fieldMessages } from '../../src/domain/server-message.ts';
import { type Check, fails, needless, OK, skipped, unless } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Exchange } from '../client.ts';
import { inWords, isJson, isRefusal, isSuccess, recordOf, statusOf } from '../exchange.ts';
import { kindOf, prefixOf, sentence } from './kind-words.ts';

const NO_SUCH_NUMBER = 999_999_999;
const NO_SUCH_TEXT = '00000000-0000-4000-8000-000000000000';

export function refusalChecks(resource: ResourceName): readonly Check[] {
  const { noun, one, plural } = kindOf(resource);
  const about = { theme: plural };
  const checks: Check[] = [
    {
      ...about,
      id: prefixOf(resource, 'refusal'),
      level: 'MUST',
      asks: sentence(`${one} with invalid values is refused with 400 or 422 in JSON.`),
      otherwise: `The app treats this as a passing problem: it tries for an hour, or holds everything up, before it says that the ${noun} needs attention.`,
      run: async (context) => {
        const exchange = await unfinished(context, resource);
        if (isSuccess(exchange)) return needless('the server accepts it with only a name');
        return isRefusal(exchange) ? OK : fails(inWords(exchange));
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'refusal-words'),
      level: 'SHOULD',
      asks: 'The refusal names the fields: {"title": ["This field is required."]}.',
      otherwise: 'The user reads that it was refused, but not which field to correct.',
      run: async (context) => {
        const exchange = await unfinished(context, resource);
        if (!isRefusal(exchange)) return skipped('nothing was refused in JSON');
        const { answer } = exchange;
        const body = answer.kind === 'response' && answer.body.kind === 'json' ? answer.body.value : null;
        const named = Object.keys(fieldMessages(body)).map((field) => field.split('.')[0] ?? '');
        return named.some((field) => knows(resource, field)) ? OK : fails(inWords(exchange));
      },
    },
  ];
  if (specOf(resource).references.length > 0) {
    checks.push({
      ...about,
      id: prefixOf(resource, 'reference'),
      level: 'MUST',
      asks: sentence(`${one} of a customer that does not exist is refused with 400 or 422 in JSON.`),
      otherwise: `The ${noun} exists but belongs to no customer; or the app treats the refusal as a server problem, and holds everything up.`,
      run: async (context) => {
        const { id } = await context.first('customers');
        const nobody = typeof id === 'number' ? NO_SUCH_NUMBER : NO_SUCH_TEXT;
        const fields = specOf(resource).references.map(({ field }) => [field, nobody]);
        const body = { ...(await context.newWire(resource)), ...Object.fromEntries(fields) };
        const exchange = await context.post(resource, body);
        return isRefusal(exchange) ? OK : fails(inWords(exchange));
      },
    });
  }
  return checks;
}

function knows(resource: ResourceName, field: string): boolean {
  return specOf(resource).fieldNames.some((name) => name === field);
}

/** If the server creates this record, its name or title still marks it as ours. */
function unfinished(context: CheckContext, resource: ResourceName): Promise<Exchange> {
  return context.once(`${resource}.unfinished`, async () => {
    const draft = await context.draft(resource);
    const name = 'title' in draft ? 'title' : 'last_name';
    return context.post(resource, { [name]: draft[name] });
  });
}

export const soleChecks: Readonly<Partial<Record<ResourceName, readonly Check[]>>> = {
  customers: [
    {
      id: 'customers.protected',
      theme: kindOf('customers').plural,
      level: 'SHOULD',
      asks: 'Deleting a customer that a project refers to is refused with 409 (or 400, 403, 422) in JSON, and the customer stays.',
      otherwise:
        'The app tries for an hour before it says that the customer cannot be deleted; meanwhile its list does not show the customer.',
      run: async (context) => {
        const customer = await context.make('customers');
        const body = { ...(await context.newWire('projects')), customer: customer.id };
        const project = context.madeIn('projects', await context.post('projects', body));
        if (!project) return skipped('no project could be created');
        const exchange = await context.ask('DELETE', context.item('customers', customer.id));
        const look = await context.ask('GET', context.item('customers', customer.id));
        if (isSuccess(exchange)) return deletedAnyway(context, exchange, project.id);
        if (!recordOf(look)) {
          return fails(
            `${inWords(exchange)}, but the customer is gone`,
            'The app says that the customer could not be deleted, although it is gone.',
          );
        }
        const isReadable = [400, 403, 409, 422].includes(statusOf(exchange)) && isJson(exchange);
        return isReadable ? OK : fails(inWords(exchange));
      },
    },
  ],
  workOrders: [
    {
      id: 'work-orders.number-taken',
      theme: kindOf('workOrders').plural,
      level: 'SHOULD',
      asks: 'A number that is taken is refused with an error under work_order_number alone.',
      otherwise:
        'Two work orders may have one number, or the user is asked about a number that the app could have replaced.',
      run: async (context) => {
        const { draft } = await context.first('workOrders');
        const body = {
          ...(await context.newWire('workOrders')),
          work_order_number: draft['work_order_number'],
        };
        const exchange = await context.post('workOrders', body);
        const { answer } = exchange;
        if (!isRefusal(exchange) || answer.kind !== 'response' || answer.body.kind !== 'json') {
          return fails(inWords(exchange));
        }
        const named = Object.keys(fieldMessages(answer.body.value));
        return unless(named.join() === 'work_order_number' ? [] : [inWords(exchange)]);
      },
    },
  ],
};

async function deletedAnyway(context: CheckContext, exchange: Exchange, project: string | number) {
  const rest = await context.ask('GET', context.item('projects', project));
  const wire = recordOf(rest)?.wire;
  const fate = wire
    ? `its project still exists, with customer ${JSON.stringify(wire['customer'] ?? null)}`
    : 'its project was deleted with it';
  return fails(
    `${inWords(exchange)}: ${fate}`,
    'Deleting a customer in the app also deletes its records, or leaves them without a customer. The app asks first, and says how many records refer to the customer.',
  );
}
