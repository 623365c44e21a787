import { uuidv7 } from '../domain/ids.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { createdFields } from './changes.ts';
import { confirm, type Proof } from './confirm.ts';
import { dependenciesOf } from './dependencies.ts';
import type { LaneDraft } from './lane-draft.ts';
import { type FieldChange, type Mutation, UNSENT } from './mutation.ts';
import { withServerReferences } from './references.ts';

/**
 * Confirms a create with the row that a server made of it. Where an attempt was refused or given up, and the person has
 * changed the record since, the row may be the old attempt's after all: what was changed is sent as an update.
 */
export function confirmCreate(draft: LaneDraft, create: Mutation, proof: Proof): void {
  confirm(draft, create, proof);
  const { record, open, env } = draft;
  if (!create.firstSentFields || !record?.server || open.some(({ kind }) => kind === 'delete')) return;
  const fields = changedSince(draft, create, {
    firstSentFields: create.firstSentFields,
    server: record.server,
  });
  for (const field of open.flatMap((one) => Object.keys(one.fields))) delete fields[field];
  if (Object.keys(fields).length === 0) return;
  const { seq: _, firstSentFields: __, generated: ___, ...rest } = create;
  draft.append({
    ...rest,
    ...UNSENT,
    id: uuidv7(env.now, env.random),
    kind: 'update',
    idempotencyKey: null,
    fields,
    deps: dependenciesOf(draft.resource, { kind: 'update', fields }, record),
    readFirst: true,
    watched: false,
  });
}

/**
 * The fields that the person has changed since they were sent, where the row is the old attempt's: it has them as they
 * were sent, or as somebody else has made them since, which is then a question.
 */
function changedSince(
  { env: { references }, resource }: LaneDraft,
  { fields }: Mutation,
  { firstSentFields, server }: { readonly firstSentFields: Fields; readonly server: Fields },
): Record<string, FieldChange> {
  const wanted = withServerReferences(references, resource, fields);
  const sent = withServerReferences(references, resource, createdFields(firstSentFields));
  const { sameValue } = specOf(resource);
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
