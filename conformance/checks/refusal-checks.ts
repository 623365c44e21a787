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
  const { noun, one, plural, path } = kindOf(resource);
  const about = { theme: plural };
  const checks: Check[] = [
    {
      ...about,
      id: prefixOf(resource, 'refusal'),
      level: 'MUST',
      asks: `POST ${path} with ${one} that is not good is refused with 400 or 422 in JSON.`,
      otherwise: `The app takes this for trouble that passes: it tries for an hour, or holds up everything, before it says that the ${noun} needs attention.`,
      run: async (context) => {
        const exchange = await unfinished(context, resource);
        if (isSuccess(exchange)) return needless('the server takes it with nothing but a name');
        return isRefusal(exchange) ? OK : fails(inWords(exchange));
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'refusal-words'),
      level: 'SHOULD',
      asks: 'The refusal names the fields: {"title": ["This field is required."]}.',
      otherwise: 'A person reads that it was refused, and not which field to mend.',
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
      asks: sentence(`${one} of a customer that is not there is refused with 400 or 422 in JSON.`),
      otherwise: `The ${noun} is there and belongs to nobody; or the app takes the refusal for trouble of the server, and holds up everything.`,
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

/** If the server makes this record, it is still known as ours. */
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
      asks: 'DELETE of a customer that a project refers to is refused with 409 (400, 403 or 422 will do) in JSON, and the customer stays.',
      otherwise:
        'The app tries for an hour before it says that the customer cannot be deleted; meanwhile the customer is gone from its list.',
      run: async (context) => {
        const customer = await context.make('customers');
        const body = { ...(await context.newWire('projects')), customer: customer.id };
        const project = context.madeIn('projects', await context.post('projects', body));
        if (!project) return skipped('no project could be made');
        const exchange = await context.ask('DELETE', context.item('customers', customer.id));
        const look = await context.ask('GET', context.item('customers', customer.id));
        if (isSuccess(exchange)) return deletedAnyway(context, exchange, project.id);
        if (!recordOf(look)) {
          return fails(
            `${inWords(exchange)}, and the customer is gone all the same`,
            'The app says that the customer could not be deleted, and it is gone.',
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
      asks: 'A work_order_number that another work order has is refused with 400 or 422 under that name: {"work_order_number": ["…"]}.',
      otherwise:
        'Two work orders may have one number, or a person is asked about a number that the app could have made anew.',
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
    ? `its project is still there, with customer ${JSON.stringify(wire['customer'] ?? null)}`
    : 'its project was deleted with it';
  return fails(
    `${inWords(exchange)}: ${fate}`,
    'Whoever deletes a customer in the app also deletes what belongs to it, or leaves it without a customer. The app asks beforehand, and says how many records refer to the customer.',
  );
}
