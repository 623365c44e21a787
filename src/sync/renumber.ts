import { asObject } from '../api/answer.ts';
import { type FieldChange, generatedFields, type Mutation, type ServerRefusal } from '../domain/mutation.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { SyncContext } from './sync-context.ts';

/** How often another number is made for one create before a person is asked. */
const RENUMBER_MAX = 3;

/**
 * What becomes of a create whose number, made up by the app, the server refused: it gets another one and is
 * sent again without asking. Null for anything else that was refused, and after three new numbers.
 */
export function renumbered(
  { clock, random }: Pick<SyncContext, 'clock' | 'random'>,
  mutation: Mutation,
  refusal: Pick<ServerRefusal, 'status' | 'body'>,
): Partial<Omit<Mutation, 'seq' | 'id'>> | null {
  const refused = Object.keys(asObject(refusal.body) ?? {});
  const numbers = generatedFields(mutation);
  const times = (mutation.setbacks?.renumbered ?? 0) + 1;
  const about = refused.length > 0 && refused.every((field) => numbers.includes(field));
  if (mutation.kind !== 'create' || ![400, 422].includes(refusal.status) || !about) return null;
  if (times > RENUMBER_MAX) return null;
  const now = clock.now();
  const blank = specOf(mutation.resource).blank({ now, random: random() });
  const fields: Record<string, FieldChange> = { ...mutation.fields };
  for (const field of refused) fields[field] = { base: null, value: blank[field] ?? null };
  const setbacks = mutation.setbacks ?? { serverErrors: 0, since: now, rereads: 0 };
  return {
    fields,
    generated: {
      ...mutation.generated,
      ...Object.fromEntries(refused.map((field) => [field, blank[field] ?? null])),
    },
    setbacks: { ...setbacks, renumbered: times },
    attempts: 0,
    firstSentAt: null,
    nextAt: now,
    probe: null,
    refusal: null,
  };
}
