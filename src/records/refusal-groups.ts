import { attachmentsIn, isDocument } from '../domain/attachment.ts';
import { isWritten } from '../domain/field.ts';
import { type FieldChanges, valuesOf } from '../domain/field-changes.ts';
import { specOf } from '../domain/resource-specs.ts';
import { fieldMessages, messageOf } from '../domain/server-message.ts';
import type { Mutation, ServerRefusal } from '../outbox/mutation.ts';

/** Several changes that were refused for the same reason, or a single change. */
export interface ParkedEntry {
  readonly key: string;
  readonly changes: readonly [Mutation, ...Mutation[]];
}

/** Fewer changes are read just as quickly one by one. */
const FEWEST_ALIKE = 3;
/** Other refusals ask a question about one record. */
const GROUPED: readonly ServerRefusal['reason'][] = ['rejected', 'serverErrors', 'fromFile'];

/**
 * Returns the same key for refusals that differ only in the values they repeat. Null for a change that needs its own
 * decision.
 */
export function refusalKey({ state, refusal, resource, kind, fields }: Mutation): string | null {
  if (state !== 'parked' || refusal === null || !GROUPED.includes(refusal.reason)) return null;
  // A signed document is saved elsewhere before it leaves, one by one.
  if (isDocument(valuesOf(fields))) return null;
  const { reason, status, body } = refusal;
  // Each takes other photos with it.
  if (attachmentsIn(body) !== undefined) return null;
  if (reason === 'fromFile') return reason;
  const said = Object.entries(fieldMessages(body)).map(([path, texts]) =>
    [path, ...texts.map((text) => withoutValues(text, path, fields))].join('\n'),
  );
  const whole = withoutValues(messageOf(body) ?? '', '', fields);
  return JSON.stringify([resource, kind, reason, status, whole, said.sort()]);
}

export function groupRefused(parked: readonly Mutation[]): readonly ParkedEntry[] {
  const alike = new Map<string, [Mutation, ...Mutation[]]>();
  for (const change of parked) {
    const key = refusalKey(change) ?? change.id;
    const others = alike.get(key);
    if (others) others.push(change);
    else alike.set(key, [change]);
  }
  return [...alike]
    .flatMap(([key, changes]): ParkedEntry[] =>
      changes.length >= FEWEST_ALIKE
        ? [{ key, changes }]
        : changes.map((change) => ({ key: change.id, changes: [change] })),
    )
    .sort((a, b) => a.changes[0].seq - b.changes[0].seq);
}

/** Masks the refused value, which servers repeat: '"gone" is not a valid choice.', 'it has 312'. */
function withoutValues(text: string, path: string, fields: FieldChanges): string {
  const value = String(fields[path]?.value ?? '').trim();
  const masked = value.length > 1 ? text.replaceAll(value, '…') : text;
  return masked.replace(/"[^"]*"/g, '…').replace(/\d+/g, '0');
}

export interface RefusedText {
  readonly field: string;
  readonly value: string;
}

/** Returns null unless all changes have the same single refused text. */
export function refusedText({ changes }: ParkedEntry): RefusedText | null {
  const [{ resource, kind, refusal, fields }] = changes;
  const [field, ...others] = Object.keys(fieldMessages(refusal?.body));
  if (field === undefined || others.length > 0 || kind === 'delete') return null;
  const value = fields[field]?.value;
  const known = specOf(resource).fields[field];
  if (typeof value !== 'string' || !known || !isWritten(known)) return null;
  return changes.every((change) => change.fields[field]?.value === value) ? { field, value } : null;
}
