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
      asks: `POST ${path} with the fields of ${one} returns 201 (or 200) with the new record in JSON. Its id is a string or a whole number.`,
      otherwise: sentence(
        `${one} created in the app stays marked as waiting; if the server created it anyway, the app has to look for it, and it may exist twice.`,
      ),
      run: async (context) => {
        const { exchange, made } = await context.firstAttempt(resource);
        if (!made) return fails(whyNot(exchange));
        return typeof made.id === 'number' && !Number.isSafeInteger(made.id)
          ? fails(`the id ${made.id} is too large a number for a browser: such ids have to be texts`)
          : OK;
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'created'),
      level: 'SHOULD',
      asks: `That status is 201.`,
      otherwise: 'The app works. The server’s log does not tell a new record from an existing one.',
      run: async (context) => {
        const { exchange } = await context.first(resource);
        return statusOf(exchange) === 201 ? OK : fails(`${exchange.line}: ${statusOf(exchange)}`);
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'read'),
      level: 'MUST',
      asks: `GET ${path}{id}/ returns 200 with the record, under the same id.`,
      otherwise: `The app cannot look up ${one}: records deleted elsewhere stay in its list, and changes whose answer was lost stay waiting.`,
      run: async (context) => {
        const { id } = await context.first(resource);
        const exchange = await context.ask('GET', context.item(resource, id));
        const record = statusOf(exchange) === 200 ? recordOf(exchange) : null;
        if (!record) return fails(inWords(exchange));
        return record.id === id
          ? OK
          : fails(`created with the id ${shown(id)}, read with ${shown(record.id)}`);
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'kept'),
      level: 'MUST',
      asks: sentence(
        `${one} is stored as it was sent. Leading and trailing spaces may be removed; amounts may come back as a number, a numeric string or an object with amount.`,
      ),
      otherwise: `Others see other values than the user typed. If the answer is lost, the app does not recognize its own ${noun} and creates it twice.`,
      run: async (context) => {
        const { id, draft } = await context.first(resource);
        return unless(differences(resource, await context.read(resource, id), draft));
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'update'),
      level: 'MUST',
      asks: `PATCH ${path}{id}/ changes only the fields that it contains.`,
      otherwise: 'Saving one field clears others: another person’s work is lost, or the change is refused.',
      run: async (context) => {
        const { id } = await context.first(resource);
        const before = await context.read(resource, id);
        const value = `Conformance check ${context.run}, changed`;
        const exchange = await context.ask('PATCH', context.item(resource, id), { body: { [text]: value } });
        if (!isSuccess(exchange)) return fails(inWords(exchange));
        const named = recordOf(exchange)?.id ?? id;
        if (named !== id) return fails(`the answer shows the record ${shown(named)}, not ${shown(id)}`);
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
      asks: 'That PATCH returns 200 with the whole record.',
      otherwise: 'The app reads the record again after each change, which is slower on a weak signal.',
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
      asks: `Without a token, ${path}{id}/ cannot be read or changed: 401 or 403.`,
      otherwise: `Anyone who reaches the server can read or change every ${noun}, one id after the other.`,
      run: async (context) => {
        const { id } = await context.first(resource);
        const item = context.item(resource, id);
        const body = { [text]: `Conformance check ${context.run}, changed without a token` };
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
