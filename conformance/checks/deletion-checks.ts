import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { type Check, fails, OK, unless } from '../check.ts';
import { inWords, isGone, isSuccess, recordOf, shown } from '../exchange.ts';
import { kindOf, prefixOf, sentence } from './kind-words.ts';
import { FREE_TEXT } from './record-checks.ts';

export function deletionChecks(resource: ResourceName): readonly Check[] {
  const { noun, one, plural, path } = kindOf(resource);
  const about = { theme: plural };
  const text = FREE_TEXT[resource];
  return [
    {
      ...about,
      id: prefixOf(resource, 'delete'),
      level: 'MUST',
      asks: `DELETE ${path}{id}/ returns 204 (or any 2xx), and the record is gone.`,
      otherwise: sentence(`${one} deleted in the app comes back, or the deletion is set aside as refused.`),
      run: async (context) => {
        const { id, exchange } = await context.deleted(resource);
        if (!isSuccess(exchange)) return fails(inWords(exchange));
        const look = await context.ask('GET', context.item(resource, id));
        if (recordOf(look)) return fails(`${inWords(exchange)}, and the record can still be read`);
        context.made.forget({ resource, id });
        return OK;
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'gone'),
      level: 'MUST',
      asks: 'GET, PATCH and DELETE of a missing or deleted record return 404 or 410 in JSON.',
      otherwise:
        'A web page looks like a misconfigured server: all changes on this device wait, including those to other records.',
      run: async (context) => {
        const { id, exchange } = await context.deleted(resource);
        if (!isSuccess(exchange)) return fails(inWords(exchange));
        const path = context.item(resource, id);
        const answers = [
          await context.ask('GET', path),
          await context.ask('PATCH', path, { body: { [text]: 'Nobody’s' } }),
          await context.ask('DELETE', path),
        ];
        const isRight = answers.map((one, n) => isGone(one) || (n === 2 && isSuccess(one)));
        return unless(answers.filter((_, n) => !isRight[n]).map(inWords));
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'new-ids'),
      level: 'MUST',
      asks: 'The id of a deleted record is never reused.',
      otherwise: `A device that still has the deleted ${noun} mistakes the new one for it: changes and references go to the wrong ${noun}.`,
      run: async (context) => {
        const { id } = await context.deleted(resource);
        const next = await context.make(resource);
        return next.id === id
          ? fails(`the id ${shown(id)} of a deleted ${noun} was used for the next one`)
          : OK;
      },
    },
  ];
}
