import { versionOf } from '../../src/domain/answer.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { fails, OK, skipped, unless } from '../check.ts';
import { inWords, isSuccess, recordOf, shown, statusOf } from '../exchange.ts';
import { extensionChecks, recordInAny } from './extension.ts';
import { FREE_TEXT } from './record-checks.ts';

const OVERWRITTEN = 'Two people change the same field at the same time: one change is silently overwritten.';
const atVersion = (version: number) => ({ 'if-match': `"${version}"` });

export const ifMatchChecks = extensionChecks('if-match', [
  {
    name: 'version',
    asks: 'Every answer that shows a record has its version, a whole number.',
    otherwise:
      'The app cannot tell the server which version a change is based on, and sends it as on the plain contract.',
    run: async (context) => {
      const found: string[] = [];
      for (const resource of RESOURCE_NAMES) {
        const { id, exchange } = await context.first(resource);
        const path = context.item(resource, id);
        const body = { [FREE_TEXT[resource]]: `Conformance check ${context.run}, with a version` };
        const answers = [
          exchange,
          await context.ask('GET', path),
          await context.ask('PATCH', path, { body }),
        ];
        for (const answer of answers) {
          const record = recordOf(answer);
          if (!record) found.push(inWords(answer));
          else if (versionOf(record) === undefined) {
            found.push(`${answer.line}: version is ${shown(record.wire['version'])}`);
          }
        }
        const listed = (await context.pull(resource)).records.filter((row) => versionOf(row) === undefined);
        if (listed.length > 0) found.push(`${listed.length} rows of the list of ${resource} show none`);
      }
      return unless(found);
    },
  },
  {
    name: 'current',
    asks: 'A PATCH that names the current version is carried out, and returns a higher version.',
    otherwise: 'No change of a record can be saved.',
    run: async (context) => {
      const { id } = await context.first('customers');
      const version = versionOf({ id, wire: await context.read('customers', id) });
      if (version === undefined) return skipped('the record shows no version');
      const exchange = await context.ask('PATCH', context.item('customers', id), {
        body: { city: 'Elko' },
        headers: atVersion(version),
      });
      const record = isSuccess(exchange) ? recordOf(exchange) : null;
      if (!record) return fails(inWords(exchange));
      const next = versionOf(record) ?? 0;
      return next > version
        ? OK
        : fails(`the version was ${version} and is ${shown(record.wire['version'])}`);
    },
  },
  {
    name: 'stale',
    asks: 'For every kind, a PATCH that names an earlier version returns 412 with the current record, and changes nothing.',
    otherwise: OVERWRITTEN,
    run: async (context) => {
      const found: string[] = [];
      for (const resource of RESOURCE_NAMES) {
        const { id } = await context.first(resource);
        const path = context.item(resource, id);
        const field = FREE_TEXT[resource];
        const old = versionOf({ id, wire: await context.read(resource, id) });
        if (old === undefined) return skipped('the record shows no version');
        const theirs = `Conformance check ${context.run}, theirs`;
        await context.ask('PATCH', path, { body: { [field]: theirs } });
        const exchange = await context.ask('PATCH', path, {
          body: { [field]: `Conformance check ${context.run}, mine` },
          headers: atVersion(old),
        });
        const now = (await context.read(resource, id))[field];
        if (statusOf(exchange) !== 412) found.push(inWords(exchange));
        else if (now !== theirs) found.push(`${exchange.line}: 412, but it was changed`);
        else if (recordInAny(exchange)?.id !== id)
          found.push(`${inWords(exchange)}, which is not the record`);
      }
      return unless(found);
    },
  },
  {
    name: 'stale-delete',
    asks: 'A DELETE that names an earlier version returns 412, and the record stays.',
    otherwise: 'A record that another person just changed is silently deleted with that change.',
    run: async (context) => {
      const { id } = await context.make('customers');
      const path = context.item('customers', id);
      const old = versionOf({ id, wire: await context.read('customers', id) });
      if (old === undefined) return skipped('the record shows no version');
      await context.ask('PATCH', path, { body: { city: 'Elko' } });
      const exchange = await context.ask('DELETE', path, { headers: atVersion(old) });
      if (statusOf(exchange) !== 412) return fails(inWords(exchange));
      return recordOf(await context.ask('GET', path)) ? OK : fails('412, but it was deleted');
    },
  },
]);
