import { rulesAnnouncedIn } from '../../src/api/sync-api.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { fieldMessages } from '../../src/domain/server-message.ts';
import { brokenRules } from '../../src/domain/server-rules.ts';
import { fails, skipped, unless } from '../check.ts';
import { inWords, isRefusal, objectIn } from '../exchange.ts';
import { extensionChecks } from './extension.ts';

export const fieldRulesChecks = extensionChecks('field-rules', [
  {
    name: 'told',
    asks: 'The answer about the signed-in user has rules for every collection, next to the features.',
    otherwise: 'The app learns of a rule when the server refuses something for the first time.',
    run: async (context) => {
      const rules = rulesAnnouncedIn(objectIn(await context.profile()));
      if (!rules) return fails('there are no rules beside the features');
      return unless(RESOURCE_NAMES.filter((name) => !rules[name]).map((name) => `no rules for ${name}`));
    },
  },
  {
    name: 'kept',
    asks: 'A customer that breaks no announced rule is accepted; text that is too long is refused with an error under its field.',
    otherwise:
      'The app warns of values that the server would accept, or does not warn of values that it refuses.',
    run: async (context) => {
      const resource: ResourceName = 'customers';
      const rules = rulesAnnouncedIn(objectIn(await context.profile()))?.[resource];
      const draft = await context.draft(resource);
      if (!rules) return skipped('no rules are told');
      const broken = brokenRules(draft, rules);
      const faults = broken.map(
        ({ field, rule }) => `a customer that it accepts breaks the ${rule} of ${field}`,
      );
      const long = specOf(resource).fieldNames.find((field) => rules[field]?.maxLength !== undefined);
      if (long === undefined) return unless(faults);
      const max = rules[long]?.maxLength ?? 0;
      const body = { ...(await context.newWire(resource)), [long]: 'x'.repeat(max + 1) };
      const exchange = await context.post(resource, body);
      const { answer } = exchange;
      if (!isRefusal(exchange) || answer.kind !== 'response' || answer.body.kind !== 'json') {
        return fails(`${long} with ${max + 1} characters: ${inWords(exchange)}`);
      }
      const named = Object.keys(fieldMessages(answer.body.value));
      const isNamed = named.includes(long)
        ? []
        : [`${long} with ${max + 1} characters: ${inWords(exchange)}`];
      return unless([...faults, ...isNamed]);
    },
  },
]);
