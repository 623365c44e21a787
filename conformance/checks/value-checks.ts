import type { Fields, ResourceName, ServerId } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { type Check, fails, type Outcome, unless } from '../check.ts';
import { type CheckContext, whyNot } from '../check-context.ts';
import type { Exchange } from '../client.ts';
import { differences } from '../compare.ts';
import { inWords, isRefusal, isSuccess } from '../exchange.ts';
import { fullSample } from '../sample.ts';
import { kindOf, prefixOf, sentence } from './kind-words.ts';
import { FREE_TEXT } from './record-checks.ts';

/** Amounts that a server with too little precision changes. */
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
/** Dates that may be cleared, unlike an estimate's. */
const OPTIONAL_DAYS = ['start_date', 'estimated_completion_date', 'scheduled_date'];

const TEXT = 'Łódź & Sons <b>“wet”</b> 浸水 👷 100 %';

export function valueChecks(resource: ResourceName): readonly Check[] {
  const { noun, one, plural } = kindOf(resource);
  const about = { theme: plural, level: 'MUST' } as const;
  const values: Check[] = [
    {
      ...about,
      id: prefixOf(resource, 'text'),
      asks: 'Text in any script comes back unchanged.',
      otherwise:
        'Names and notes with such letters are changed or refused, and the user has to type them again.',
      run: (context) => comeBack(context, resource, [{ [FREE_TEXT[resource]]: TEXT }]),
    },
    {
      ...about,
      id: prefixOf(resource, 'blanks'),
      level: 'SHOULD',
      asks: sentence(
        `${one} is accepted with only the fields that the app requires; the rest is sent as '' (text), null (dates) and 0 (amounts).`,
      ),
      otherwise: `A user who leaves a field blank learns perhaps hours later that the ${noun} was refused.`,
      run: async (context) => {
        const { exchange, draft, made } = await context.sparseAttempt(resource);
        if (!made) return fails(whyNot(exchange));
        const wire = await context.read(resource, made.id);
        return unless(differences(resource, wire, draft));
      },
    },
  ];
  if (AMOUNTS[resource].length > 0) {
    values.push({
      ...about,
      id: prefixOf(resource, 'amounts'),
      asks: `Amounts are stored to the cent, sent as the app sends them: ${sentAmount(resource)}.`,
      otherwise: 'Amounts are off by cents, or cannot be saved at all.',
      run: (context) => comeBack(context, resource, AMOUNTS[resource]),
    });
  }
  if (DAYS[resource].length > 0) {
    values.push({
      ...about,
      id: prefixOf(resource, 'days'),
      asks: 'A day comes back as that day, or as a time that begins with it. Where a day may be blank, null clears it.',
      otherwise: 'Jobs are a day off in the list and on the schedule, or a date cannot be changed.',
      run: (context) => comeBack(context, resource, daysOf(context, resource)),
    });
  }
  if (resource === 'estimates') values.push(totalCheck);
  return values;
}

/** A total that a person may have agreed on. Subtotal and tax would add up to more. */
const AGREED = { subtotal: 1000, tax_rate: 8.25, total_amount: 1050 };

const totalCheck: Check = {
  id: 'estimates.total',
  theme: kindOf('estimates').plural,
  level: 'SHOULD',
  asks: 'A total_amount that differs from subtotal plus tax is stored as it was sent, or refused with 400 or 422 in JSON. It is never silently recalculated.',
  otherwise:
    'The user types the total agreed with the customer, and everyone else sees another one, without notice.',
  run: async (context) => {
    const created = await context.attempt('estimates', (kind, env) => ({
      ...fullSample(kind, env),
      ...AGREED,
    }));
    const found = [
      ...(await overruled(context, created.exchange, created.made?.id)),
      ...(await changedTotal(context)),
    ];
    return unless(found);
  },
};

async function changedTotal(context: CheckContext): Promise<readonly string[]> {
  const { id } = await context.first('estimates');
  const body = specOf('estimates').encode(AGREED, 'update');
  return overruled(context, await context.ask('PATCH', context.item('estimates', id), { body }), id);
}

async function overruled(
  context: CheckContext,
  exchange: Exchange,
  id: ServerId | undefined,
): Promise<readonly string[]> {
  if (isRefusal(exchange)) return [];
  if (!isSuccess(exchange) || id === undefined) return [inWords(exchange)];
  const { total_amount } = AGREED;
  const wire = await context.read('estimates', id);
  return differences('estimates', wire, { total_amount }).map((words) => `${exchange.line}: ${words}`);
}

function daysOf(context: CheckContext, resource: ResourceName): Fields[] {
  const each = (value: string | null, fields: readonly string[]): Fields =>
    Object.fromEntries(fields.map((field) => [field, value]));
  const optional = DAYS[resource].filter((field) => OPTIONAL_DAYS.includes(field));
  const days = [each(context.day(60), DAYS[resource]), each(context.day(61), DAYS[resource])];
  return optional.length > 0 ? [...days, each(null, optional)] : days;
}

async function comeBack(
  context: CheckContext,
  resource: ResourceName,
  changes: readonly Fields[],
): Promise<Outcome> {
  const { id } = await context.first(resource);
  const found: string[] = [];
  for (const fields of changes) {
    const body = specOf(resource).encode(fields, 'update');
    const exchange = await context.ask('PATCH', context.item(resource, id), { body });
    if (!isSuccess(exchange)) found.push(inWords(exchange));
    else found.push(...differences(resource, await context.read(resource, id), fields));
  }
  return unless(found);
}

function sentAmount(resource: ResourceName): string {
  return resource === 'workOrders' ? 'an object with amount (text) and currency USD' : 'plain numbers';
}
