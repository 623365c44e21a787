import type { Table } from 'dexie';
import { readServerRules } from '../../db/known-server.ts';
import { type RowOf, readRow, writeMeta } from '../../db/meta-rows.ts';
import type { Tx } from '../../db/tables.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Fields, RecordKind } from '../../domain/resource-spec.ts';
import { fieldsTo, RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { fieldMessages } from '../../domain/server-message.ts';
import {
  rulesAfterAcceptance,
  rulesAfterRefusal,
  type ServerRules,
  USUAL_RULES,
} from '../../domain/server-rules.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';

type Dependent = RowOf<`deletions:${RecordKind}`>['watched'][number];

/** Without 403, which may be about the person. */
const REFUSALS = [400, 409, 422];
const LOOKED_AT = 5000;
const AT_ONCE = 500;

/**
 * Notes how the server treats records that refer to a deleted one, only to word the next question.
 * @param answer a refusal's status, or `deleting` while the references still exist
 */
export async function noteDeletion(
  context: SyncContext,
  { resource, localId, kind }: Pick<Mutation, 'resource' | 'localId' | 'kind'>,
  answer: number | 'deleting',
): Promise<void> {
  if (kind !== 'delete' || !(answer === 'deleting' || REFUSALS.includes(answer))) return;
  const dependents = await dependentsOf(context, resource, localId);
  if (dependents.length === 0) return;
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, (tx) =>
    answer === 'deleting' ? watchDependents(tx, resource, dependents) : noteRefusedDeletion(tx, resource),
  );
}

async function dependentsOf(
  { db }: SyncContext,
  resource: Mutation['resource'],
  localId: string,
): Promise<Dependent[]> {
  const record = await db.relaxed[resource].get(localId);
  const referredTo = [localId, String(record?.serverId ?? localId)];
  const found: Dependent[] = [];
  for (const name of RESOURCE_NAMES) {
    const fields = fieldsTo(name, resource);
    if (fields.length === 0) continue;
    const one = await findAmong(
      db.relaxed[name],
      ({ mark, serverId, view }) =>
        serverId !== undefined &&
        mark === 'synced' &&
        fields.some((field) => referredTo.includes(String(view?.[field]))),
    );
    if (one) found.push({ resource: name, localId: one.localId, referredTo });
  }
  return found;
}

/** Checks only the first `LOOKED_AT` records. A later change may teach the rest. */
async function findAmong(
  table: Table<MirrorRecord, string>,
  isMeant: (record: MirrorRecord) => boolean,
): Promise<MirrorRecord | undefined> {
  let from = '';
  for (let looked = 0; looked < LOOKED_AT; looked += AT_ONCE) {
    const records = await table.where('localId').above(from).limit(AT_ONCE).toArray();
    const found = records.find(isMeant);
    if (found || records.length < AT_ONCE) return found;
    from = records.at(-1)?.localId ?? '';
  }
  return undefined;
}

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

async function learnFromRefusal(
  tx: Tx,
  resource: RecordKind,
  sent: Fields,
  messages: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await changeRules(tx, resource, (rules) => rulesAfterRefusal(rules, sent, messages));
}

async function learnFromAcceptance(tx: Tx, resource: RecordKind, accepted: Fields): Promise<void> {
  await changeRules(tx, resource, (rules) => rulesAfterAcceptance(rules, accepted));
}

async function changeRules(
  tx: Tx,
  resource: RecordKind,
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

async function noteRefusedDeletion(tx: Tx, resource: RecordKind): Promise<void> {
  await writeMeta(tx, { key: `deletions:${resource}`, refused: true, gone: [], watched: [] });
}

/** Watches records that refer to a deleted one, to learn whether the server deletes them too. */
async function watchDependents(
  tx: Tx,
  resource: RecordKind,
  dependents: readonly Dependent[],
): Promise<void> {
  const key = `deletions:${resource}` as const;
  const { gone = [] } = (await readRow(tx, key)) ?? {};
  const watched = dependents.filter((one) => !gone.includes(one.resource));
  if (watched.length > 0) await writeMeta(tx, { key, refused: false, gone, watched });
}
