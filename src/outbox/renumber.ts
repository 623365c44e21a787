import { asObject } from '../domain/answer.ts';
import type { Random } from '../domain/ports.ts';
import { specOf } from '../domain/resource-specs.ts';
import { createdFields } from './changes.ts';
import { generatedFields, type Mutation, type MutationChange, type ServerRefusal } from './mutation.ts';

/** How often another number is made for one create before a person is asked. */
const RENUMBER_MAX = 3;

/** Whether the server refused a create for nothing but a number that the app made up. */
export function isNumberTaken(
  mutation: Mutation,
  { status, body }: Pick<ServerRefusal, 'status' | 'body'>,
): boolean {
  const refused = Object.keys(asObject(body) ?? {});
  const numbers = generatedFields(mutation);
  const about = refused.length > 0 && refused.every((field) => numbers.includes(field));
  return mutation.kind === 'create' && [400, 422].includes(status) && about;
}

/** Whether such a create may get another number without asking. */
export function mayRenumber(mutation: Mutation, refusal: Pick<ServerRefusal, 'status' | 'body'>): boolean {
  return isNumberTaken(mutation, refusal) && (mutation.setbacks?.renumbered ?? 0) < RENUMBER_MAX;
}

/**
 * What becomes of a create whose number, made up by the app, the server refused: it gets another one and is
 * sent again without asking. Null for anything else that was refused, and after three new numbers.
 */
export function renumbered(
  { now, random }: { readonly now: number; readonly random: Random },
  mutation: Mutation,
  refusal: Pick<ServerRefusal, 'status' | 'body'>,
): MutationChange | null {
  if (!mayRenumber(mutation, refusal)) return null;
  const refused = { ...asObject(refusal.body) };
  const env = { now, random: random() };
  const anew = Object.fromEntries(
    Object.entries(specOf(mutation.resource).fields).flatMap(([name, field]) =>
      name in refused && field.type === 'text' && field.generate ? [[name, field.generate(env)]] : [],
    ),
  );
  const setbacks = mutation.setbacks ?? { serverErrors: 0, since: now, rereads: 0 };
  return {
    fields: { ...mutation.fields, ...createdFields(anew) },
    generated: { ...mutation.generated, ...anew },
    setbacks: { ...setbacks, renumbered: (setbacks.renumbered ?? 0) + 1 },
    attempts: 0,
    firstSentAt: null,
    nextAt: now,
    probe: null,
    refusal: null,
  };
}
