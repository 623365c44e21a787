import { mirrorTable, type Tx } from '../db/app-database.ts';
import { refold } from '../db/mirror.ts';
import { appendMutation, mutationsOf } from '../db/outbox.ts';
import { withServerReferences } from '../db/references.ts';
import { sameValue } from '../domain/canonical.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields } from '../domain/resource-spec.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import { createdFields } from '../outbox/changes.ts';
import { dependenciesOf } from '../outbox/dependencies.ts';
import { type FieldChange, type Mutation, UNSENT } from '../outbox/mutation.ts';
import { confirmIn, type Evidence } from './confirm.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * Confirms a create with the row that a server made of it. Where an attempt was refused or given up, and the person has
 * changed the record since, the row may be the old attempt's after all: what was changed is sent as an update.
 */
export async function confirmCreate(
  { clock, random }: Pick<SyncContext, 'clock' | 'random'>,
  tx: Tx,
  create: Mutation,
  record: WireRecord,
  evidence: Evidence,
  lane?: readonly Mutation[],
): Promise<void> {
  const { resource, localId } = create;
  await confirmIn(tx, create, record, clock.now(), evidence, lane);
  if (!create.asSent) return;
  const made = await mirrorTable(tx, resource).get(localId);
  if (!made?.server) return;
  const later = await mutationsOf(tx, resource, localId);
  if (later.some(({ kind }) => kind === 'delete')) return;
  const fields = await changedSince(tx, create, create.asSent, made.server);
  for (const field of later.flatMap((one) => Object.keys(one.fields))) delete fields[field];
  if (Object.keys(fields).length === 0) return;
  const { seq: _, asSent: __, generated: ___, ...rest } = create;
  await appendMutation(tx, {
    ...rest,
    ...UNSENT,
    id: uuidv7(clock.now(), random),
    kind: 'update',
    uid: null,
    fields,
    deps: dependenciesOf(resource, { kind: 'update', fields }, made),
    readFirst: true,
    watched: false,
  });
  await refold(tx, resource, made);
}

/**
 * The fields that the person has changed since they were sent, where the row is the old attempt's: it has them as they
 * were sent, or as somebody else has made them since, which is then a question.
 */
async function changedSince(
  tx: Tx,
  { resource, fields }: Mutation,
  asSent: Fields,
  server: Fields,
): Promise<Record<string, FieldChange>> {
  const wanted = await withServerReferences(tx, resource, fields);
  const sent = await withServerReferences(tx, resource, createdFields(asSent));
  const edited = Object.entries(fields).flatMap(([field, { value }]) => {
    const base = sent[field]?.value ?? null;
    const isThere = sameValue(field, server[field], wanted[field]?.value);
    const isAsSent = sameValue(field, server[field], base);
    return sameValue(field, base, wanted[field]?.value) ? [] : [{ field, base, value, isThere, isAsSent }];
  });
  const isTheNewOne = edited.some(({ isThere }) => isThere);
  const open = edited.filter(({ isThere, isAsSent }) => isAsSent || !(isThere || isTheNewOne));
  return Object.fromEntries(open.map(({ field, base, value }) => [field, { base, value }]));
}
