import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { type Check, fails, OK, unless } from '../check.ts';
import { whyNot } from '../check-context.ts';
import { alsoChanged, differences } from '../compare.ts';
import { inWords, isSuccess, recordOf, shown, statusOf } from '../exchange.ts';
import { kindOf, prefixOf, sentence } from './kind-words.ts';

/** Free text, which a check may change without changing what the record means. */
export const FREE_TEXT: Readonly<Record<ResourceName, string>> = {
  customers: 'company_name',
  projects: 'description',
  estimates: 'notes',
  workOrders: 'notes',
};

export function recordChecks(resource: ResourceName): readonly Check[] {
  const { noun, one, plural, path } = kindOf(resource);
  const about = { theme: plural };
  const text = FREE_TEXT[resource];
  return [
    {
      ...about,
      id: prefixOf(resource, 'create'),
      level: 'MUST',
      asks: `POST ${path} with the fields of ${one} answers 201 (200 will do) with the new record in JSON and its id, a text or a whole number.`,
      otherwise: sentence(
        `${one} made in the app stays marked as waiting; where the server has made it all the same, the app has to look for it, and it may be there twice.`,
      ),
      run: async (context) => {
        const { exchange, made } = await context.firstAttempt(resource);
        if (!made) return fails(whyNot(exchange));
        return typeof made.id === 'number' && !Number.isSafeInteger(made.id)
          ? fails(`the id ${made.id} is too large a number for a browser: ids like this have to be texts`)
          : OK;
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'created'),
      level: 'SHOULD',
      asks: `That answer has the status 201.`,
      otherwise:
        'The app works. Who reads the server’s log cannot tell a new record from one that was there.',
      run: async (context) => {
        const { exchange } = await context.first(resource);
        return statusOf(exchange) === 201 ? OK : fails(`${exchange.line}: ${statusOf(exchange)}`);
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'read'),
      level: 'MUST',
      asks: `GET ${path}{id}/ answers 200 with the record, under the same id.`,
      otherwise: `The app cannot make sure of ${one}: what was deleted elsewhere stays in its list, and changes whose answer was lost stay waiting.`,
      run: async (context) => {
        const { id } = await context.first(resource);
        const exchange = await context.ask('GET', context.item(resource, id));
        const record = statusOf(exchange) === 200 ? recordOf(exchange) : null;
        if (!record) return fails(inWords(exchange));
        return record.id === id ? OK : fails(`made with the id ${shown(id)}, read with ${shown(record.id)}`);
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'kept'),
      level: 'MUST',
      asks: sentence(
        `${one} is kept as it was sent; blanks at both ends may go, amounts may come as number, numeric text or an object with amount.`,
      ),
      otherwise: `What a person typed is not what the others see. And where the answer was lost, the app does not know its own ${noun} again and makes it twice.`,
      run: async (context) => {
        const { id, draft } = await context.first(resource);
        return unless(differences(resource, await context.read(resource, id), draft));
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'update'),
      level: 'MUST',
      asks: `PATCH ${path}{id}/ with one field changes that field and no other.`,
      otherwise:
        'Saving one field wipes others: the work of another person is lost, or the change is refused.',
      run: async (context) => {
        const { id } = await context.first(resource);
        const before = await context.read(resource, id);
        const value = `Conformance check ${context.run}, changed`;
        const exchange = await context.ask('PATCH', context.item(resource, id), { body: { [text]: value } });
        if (!isSuccess(exchange)) return fails(inWords(exchange));
        const named = recordOf(exchange)?.id ?? id;
        if (named !== id) return fails(`the answer shows the record ${shown(named)} and not ${shown(id)}`);
        const after = await context.read(resource, id);
        return unless([
          ...differences(resource, after, { [text]: value }),
          ...alsoChanged(resource, before, after, text),
        ]);
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'updated'),
      level: 'SHOULD',
      asks: 'The answer to PATCH is 200 with the whole record.',
      otherwise: 'The app reads the record once more after each change: slower where the signal is weak.',
      run: async (context) => {
        const { id } = await context.first(resource);
        const body = { [text]: `Conformance check ${context.run}, changed again` };
        const exchange = await context.ask('PATCH', context.item(resource, id), { body });
        const record = recordOf(exchange);
        if (!record || statusOf(exchange) !== 200) return fails(inWords(exchange));
        const missing = specOf(resource).fieldNames.filter((field) => record.wire[field] === undefined);
        return missing.length === 0 ? OK : fails(`it leaves out ${missing.join(', ')}`);
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'signed-out'),
      level: 'MUST',
      asks: `Without a token ${path}{id}/ can neither be read nor changed: 401 or 403.`,
      otherwise: `Anybody who reaches the server can read or change every ${noun}, one id after the other.`,
      run: async (context) => {
        const { id } = await context.first(resource);
        const item = context.item(resource, id);
        const body = { [text]: `Conformance check ${context.run}, changed by nobody` };
        const { client } = context.session;
        const answers = [
          await client.send({ method: 'GET', path: item }),
          await client.send({ method: 'PATCH', path: item, body }),
        ];
        return unless(answers.filter(isSuccess).map(inWords));
      },
    },
  ];
}
