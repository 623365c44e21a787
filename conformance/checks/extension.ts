import { readRecord, type WireRecord } from '../../src/domain/answer.ts';
import type { ResourceName, Wire } from '../../src/domain/resource-spec.ts';
import { type Check, needless, type Outcome } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Exchange } from '../client.ts';
import { jsonIn } from '../exchange.ts';

/** `name` follows the extension's name in the id. */
export type ExtensionCheck = Pick<Check, 'asks' | 'otherwise' | 'run'> & { readonly name: string };

export function extensionChecks(feature: string, checks: readonly ExtensionCheck[]): readonly Check[] {
  return checks.map(({ name, run, ...words }) => ({
    ...words,
    id: `${feature}.${name}`,
    theme: themeOf(feature),
    level: 'extension',
    run: async (context): Promise<Outcome> =>
      (await context.features()).has(feature)
        ? run(context)
        : needless(`the server does not announce ${feature}`),
  }));
}

export function themeOf(feature: string): string {
  return `Extension ${feature}`;
}

export async function keyedWire(context: CheckContext, resource: ResourceName): Promise<Wire> {
  return { ...(await context.newWire(resource)), client_uid: context.key() };
}

/** Reads a record even from a refusal. */
export function recordInAny(exchange: Exchange): WireRecord | null {
  return readRecord(jsonIn(exchange));
}
