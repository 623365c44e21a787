import type { Fields, ResourceName, ServerId } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { type Bench, whyNot } from '../bench.ts';
import { type Check, fails, type Outcome, unless } from '../check.ts';
import type { Exchange } from '../client.ts';
import { differences } from '../compare.ts';
import { inWords, isRefusal, isSuccess } from '../exchange.ts';
import { fullSample } from '../sample.ts';
import { kindOf, prefixOf, sentence } from './kind-words.ts';
import { FREE_TEXT } from './record-checks.ts';

/** Amounts that a server which counts with too few digits gives back as others. */
const AMOUNTS: Readonly<Record<ResourceName, readonly Fields[]>> = {
  customers: [],
  projects: [{ estimated_cost: 0.3 }, { estimated_cost: 1_999_999.99 }, { estimated_cost: 0 }],
  workOrders: [{ estimated_cost: 0.3 }, { estimated_cost: 1_999_999.99 }, { estimated_cost: 0 }],
  estimates: [
    { subtotal: 0.3, tax_rate: 0, total_amount: 0.3 },
    { subtotal: 1_847_575.05, tax_rate: 8.25, total_amount: 1_999_999.99 },
  ],
};

const DAYS: Readonly<Record<ResourceName, readonly string[]>> = {
  customers: [],
  projects: ['start_date', 'estimated_completion_date'],
  workOrders: ['scheduled_date'],
  estimates: ['valid_until'],
};
/** A form that was left blank takes the day away; an estimate has to have one. */
const OPTIONAL_DAYS = ['start_date', 'estimated_completion_date', 'scheduled_date'];

const TEXT = 'Łódź & Sons <b>“wet”</b> 浸水 👷 100 %';

/** Whether values come back as they were sent. */
export function valueChecks(resource: ResourceName): readonly Check[] {
  const { noun, one, plural } = kindOf(resource);
  const about = { theme: plural, level: 'MUST' } as const;
  const values: Check[] = [
    {
      ...about,
      id: prefixOf(resource, 'text'),
      asks: 'Text comes back letter by letter, in any script.',
      otherwise:
        'Names and notes with such letters are changed or refused, and a person has to type them anew.',
      run: (bench) => comeBack(bench, resource, [{ [FREE_TEXT[resource]]: TEXT }]),
    },
    {
      ...about,
      id: prefixOf(resource, 'blanks'),
      level: 'SHOULD',
      asks: sentence(
        `${one} is taken with no more than the app asks for; the rest is sent as '' (text), null (dates) and 0 (amounts).`,
      ),
      otherwise: `Whoever leaves a field blank learns from the server, perhaps hours later, that the ${noun} was refused.`,
      run: async (bench) => {
        const { exchange, draft, made } = await bench.sparseAttempt(resource);
        if (!made) return fails(whyNot(exchange));
        const wire = await bench.read(resource, made.id);
        return unless(differences(resource, wire, draft));
      },
    },
  ];
  if (AMOUNTS[resource].length > 0) {
    values.push({
      ...about,
      id: prefixOf(resource, 'amounts'),
      asks: `Amounts are kept to the cent, sent as the app sends them: ${sentAmount(resource)}.`,
      otherwise: 'Sums of money are off by cents, or cannot be saved at all.',
      run: (bench) => comeBack(bench, resource, AMOUNTS[resource]),
    });
  }
  if (DAYS[resource].length > 0) {
    values.push({
      ...about,
      id: prefixOf(resource, 'days'),
      asks: 'A day, sent as YYYY-MM-DD, comes back as that day, or as a time that begins with it; null takes it away where it may be blank.',
      otherwise: 'Jobs are a day off in the list and on the schedule, or a date cannot be changed.',
      run: (bench) => comeBack(bench, resource, daysOf(bench, resource)),
    });
  }
  if (resource === 'estimates') values.push(totalCheck);
  return values;
}

/** A total that was agreed on: less than subtotal and tax make. */
const AGREED = { subtotal: 1000, tax_rate: 8.25, total_amount: 1050 };

const totalCheck: Check = {
  id: 'estimates.total',
  theme: kindOf('estimates').plural,
  level: 'SHOULD',
  asks: 'A total_amount that subtotal and tax_rate do not make is kept as it was sent, or refused with 400 or 422 in JSON; it is not worked out again in silence.',
  otherwise:
    'A person types the total that was agreed with the customer, and everybody else sees another one. Nobody is told.',
  run: async (bench) => {
    const created = await bench.attempt('estimates', (kind, env) => ({
      ...fullSample(kind, env),
      ...AGREED,
    }));
    const found = [
      ...(await overruled(bench, created.exchange, created.made?.id)),
      ...(await changedTotal(bench)),
    ];
    return unless(found);
  },
};

async function changedTotal(bench: Bench): Promise<readonly string[]> {
  const { id } = await bench.first('estimates');
  const body = specOf('estimates').encode(AGREED, 'update');
  return overruled(bench, await bench.ask('PATCH', bench.item('estimates', id), { body }), id);
}

/** What became of the total that an accepted POST or PATCH named, where it is not there. */
async function overruled(
  bench: Bench,
  exchange: Exchange,
  id: ServerId | undefined,
): Promise<readonly string[]> {
  if (isRefusal(exchange)) return [];
  if (!isSuccess(exchange) || id === undefined) return [inWords(exchange)];
  const { total_amount } = AGREED;
  const wire = await bench.read('estimates', id);
  return differences('estimates', wire, { total_amount }).map((words) => `${exchange.line}: ${words}`);
}

function daysOf(bench: Bench, resource: ResourceName): Fields[] {
  const each = (value: string | null, fields: readonly string[]): Fields =>
    Object.fromEntries(fields.map((field) => [field, value]));
  const optional = DAYS[resource].filter((field) => OPTIONAL_DAYS.includes(field));
  const days = [each(bench.day(60), DAYS[resource]), each(bench.day(61), DAYS[resource])];
  return optional.length > 0 ? [...days, each(null, optional)] : days;
}

/** Changes the first record to each of these in turn, and looks. */
async function comeBack(bench: Bench, resource: ResourceName, changes: readonly Fields[]): Promise<Outcome> {
  const { id } = await bench.first(resource);
  const found: string[] = [];
  for (const fields of changes) {
    const body = specOf(resource).encode(fields, 'update');
    const exchange = await bench.ask('PATCH', bench.item(resource, id), { body });
    if (!isSuccess(exchange)) found.push(inWords(exchange));
    else found.push(...differences(resource, await bench.read(resource, id), fields));
  }
  return unless(found);
}

function sentAmount(resource: ResourceName): string {
  return resource === 'workOrders' ? 'an object with amount (text) and currency USD' : 'plain numbers';
}
