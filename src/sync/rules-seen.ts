import { learnFromAcceptance, learnFromRefusal, readServerRules } from '../db/known-server.ts';
import type { Answer } from '../domain/answer.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { fieldMessages } from '../domain/server-message.ts';
import { rulesAfterAcceptance } from '../domain/server-rules.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

const REFUSALS = [400, 409, 422];

/**
 * Remembers what a refusal shows of the server's rules, for the hints of forms and imports. After a crash it is
 * forgotten, and seen another time.
 */
export async function noteRefusedValues(
  context: SyncContext,
  mutation: Mutation,
  answer: Answer,
): Promise<void> {
  const { resource, kind } = mutation;
  if (kind === 'delete' || answer.kind !== 'response' || answer.body.kind !== 'json') return;
  if (!REFUSALS.includes(answer.status)) return;
  const { relaxed } = context.db;
  if ((await readServerRules(relaxed, resource)).isTold) return;
  const messages = fieldMessages(answer.body.value);
  assertOwner(context);
  await relaxed.transaction('rw', relaxed.meta, (tx) =>
    learnFromRefusal(tx, resource, valuesOf(mutation), messages),
  );
}

/** Forgets rules that the server did not apply. Most acceptances show nothing new: then nothing is written. */
export async function noteAcceptedValues(
  context: SyncContext,
  mutations: readonly Mutation[],
): Promise<void> {
  const { relaxed } = context.db;
  for (const resource of new Set(mutations.map((mutation) => mutation.resource))) {
    const { rules, isTold } = await readServerRules(relaxed, resource);
    if (isTold) continue;
    const accepted = mutations
      .filter((mutation) => mutation.resource === resource && mutation.kind !== 'delete')
      .map(valuesOf);
    const news = accepted.filter((values) => rulesAfterAcceptance(rules, values) !== rules);
    if (news.length === 0) continue;
    assertOwner(context);
    await relaxed.transaction('rw', relaxed.meta, async (tx) => {
      for (const values of news) await learnFromAcceptance(tx, resource, values);
    });
  }
}

function valuesOf({ fields }: Mutation): Fields {
  return Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]));
}
