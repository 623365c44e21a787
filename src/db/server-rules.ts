import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import {
  rulesAfterAcceptance,
  rulesAfterRefusal,
  type ServerRules,
  USUAL_RULES,
} from '../domain/server-rules.ts';
import { readRow, writeMeta } from './meta/meta-rows.ts';
import type { AppDatabase, Tx } from './tables.ts';

/** The rules that this account's server has for a kind of record, as far as they are known. */
export interface KnownRules {
  readonly rules: ServerRules;
  /** The server has told them. Else they are those of stock servers, and what refusals have shown. */
  readonly isTold: boolean;
}

export async function readServerRules(
  relaxed: Pick<AppDatabase, 'meta'>,
  resource: ResourceName,
): Promise<KnownRules> {
  const [capabilities, row] = await relaxed.meta.bulkGet(['capabilities', `rules:${resource}`]);
  const told = capabilities?.rules?.[resource];
  return { rules: told ?? row?.rules ?? USUAL_RULES[resource], isTold: told !== undefined };
}

/** Remembers what a refusal shows of the rules. */
export async function learnFromRefusal(
  tx: Tx,
  resource: ResourceName,
  sent: Fields,
  messages: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await changeRules(tx, resource, (rules) => rulesAfterRefusal(rules, sent, messages));
}

/** Forgets the rules that the server did not apply to what it has accepted. */
export async function learnFromAcceptance(tx: Tx, resource: ResourceName, accepted: Fields): Promise<void> {
  await changeRules(tx, resource, (rules) => rulesAfterAcceptance(rules, accepted));
}

async function changeRules(
  tx: Tx,
  resource: ResourceName,
  change: (rules: ServerRules) => ServerRules,
): Promise<void> {
  const [capabilities, row] = await Promise.all([
    readRow(tx, 'capabilities'),
    readRow(tx, `rules:${resource}`),
  ]);
  if (capabilities?.rules?.[resource]) return;
  const before = row?.rules ?? USUAL_RULES[resource];
  const rules = change(before);
  if (rules !== before) await writeMeta(tx, { key: `rules:${resource}`, rules });
}
