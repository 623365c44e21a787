import type { ResourceName, Wire } from '../../src/domain/resource-spec.ts';
import { readRecord, type WireRecord } from '../../src/domain/wire-record.ts';
import { type Check, needless, type Outcome } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Exchange } from '../client.ts';

/** A check of an extension, by what it is called after the extension's name. */
export type ExtensionCheck = Pick<Check, 'asks' | 'otherwise' | 'run'> & { readonly name: string };

/** Checks of what a server offers beyond the plain contract: looked at only where it announces that. */
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

/** The heading of an extension's checks. */
export function themeOf(feature: string): string {
  return `Extension ${feature}`;
}

/** A create of a kind with a key, ready to be sent more than once. */
export async function keyedWire(context: CheckContext, resource: ResourceName): Promise<Wire> {
  return { ...(await context.newWire(resource)), client_uid: context.key() };
}

/** The record in any JSON answer, refusals included. */
export function recordInAny({ answer }: Exchange): WireRecord | null {
  return answer.kind === 'response' && answer.body.kind === 'json' ? readRecord(answer.body.value) : null;
}
