import type { Fields, ResourceName, ServerId } from '../domain/resource-spec.ts';
import { createdFields } from './changes.ts';
import { sentCreate, sentFields } from './match-create.ts';
import type { FieldChanges, Mutation } from './mutation.ts';
import type { References } from './references.ts';

/** How long a second row like a confirmed create is looked for, in ms. */
export const DUPLICATE_WATCH_MS = 24 * 60 * 60 * 1000;

/**
 * A create that a server without `client-uid` has confirmed. A POST that was given up may still be carried out,
 * and browsers repeat one on their own: for a day, a further row like it is put before a person.
 */
export interface DuplicateWatch {
  /** Of the create. */
  readonly id: string;
  readonly resource: ResourceName;
  readonly localId: string;
  /** The row that it was confirmed with. */
  readonly serverId: ServerId;
  /** What tells the create from other records, as the server took it: it may have made other values of it. */
  readonly marks: FieldChanges;
  /** What it was sent with before it was refused and changed: that attempt may have made a row after all. */
  readonly earlier?: FieldChanges;
  /** Device time in ms. */
  readonly until: number;
  /** Rows that may be duplicates; a person is asked while there are any. */
  readonly possibleDuplicates: readonly ServerId[];
  /** Device time in ms at which the last of them was noticed; null before. */
  readonly seenAt: number | null;
}

interface Confirmation {
  readonly serverId: ServerId;
  readonly copy: Fields;
}

/**
 * Looks for a day for a second row like a create that a server has confirmed.
 * @param now device time in ms
 */
export function watchOver(
  { references, now }: { readonly references: References; readonly now: number },
  create: Mutation,
  { serverId, copy }: Confirmation,
): DuplicateWatch {
  const { id, resource, localId, firstSentFields } = create;
  const taken = Object.keys(sentCreate(references, create).fingerprint).map(
    (field) => [field, { base: null, value: copy[field] ?? null }] as const,
  );
  return {
    id,
    resource,
    localId,
    serverId,
    marks: Object.fromEntries(taken),
    ...(firstSentFields && {
      earlier: sentFields(references, { resource, fields: createdFields(firstSentFields) }),
    }),
    until: now + DUPLICATE_WATCH_MS,
    possibleDuplicates: [],
    seenAt: null,
  };
}
