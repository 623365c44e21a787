import { z } from 'zod';
import { collectionName } from '../../src/domain/resource-spec.ts';
import type { CompanyConnection, CompanyScope } from '../db/company-scope.ts';
import { notFound, Problem } from '../http/problem.ts';
import { readBody } from '../http/read-body.ts';
import { findAllKeyed, type Keyed } from '../repositories/client-uids.ts';
import type { Expected } from './expected-version.ts';
import type { Outcome, RecordActions } from './record-actions.ts';
import type { ServerResource } from './server-resource.ts';

export const batchItem = z.object({
  id: z.string().min(1).max(100),
  method: z.enum(['POST', 'PATCH', 'DELETE']),
  resource: z.string(),
  record: z.union([z.int().min(1), z.string().regex(/^\d{1,16}$/)]).optional(),
  if_match: z.int().min(0).optional(),
  attachments: z.int().min(0).optional(),
  attachments_hash: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional(),
  body: z.unknown().optional(),
});

export type BatchItem = z.infer<typeof batchItem>;

export interface BatchTarget {
  readonly resource: ServerResource;
  readonly actions: RecordActions;
}

/** Records by their keys in lowercase. */
type KnownKeys = ReadonlyMap<string, Keyed>;

/** Changes name their collection, and may name a record by its key. */
export class BatchChanges {
  readonly #targets: ReadonlyMap<string, BatchTarget>;

  constructor(targets: readonly BatchTarget[]) {
    this.#targets = new Map(targets.map((target) => [collectionName(target.resource.spec), target]));
  }

  async carryOut(
    company: CompanyConnection,
    { method, resource, record, if_match, attachments, attachments_hash, body }: BatchItem,
  ): Promise<Outcome> {
    const target = this.#targets.get(resource);
    if (!target) throw notFound(`There is no collection '${resource}'.`);
    const { actions } = target;
    const uids = namedIn(target.resource, body).map(({ uid }) => uid);
    const known = uids.length > 0 && (await company.within((scope) => knownKeys(scope, uids)));
    const bound = known ? withIds(target.resource, body, known) : body;
    if (method === 'POST') return actions.create(company, readBody(actions.bodies.whole, bound));
    const id = Number(record ?? Number.NaN);
    if (!Number.isSafeInteger(id)) throw notFound();
    const expected: Expected = if_match === undefined ? null : new Set([if_match]);
    if (method === 'DELETE') {
      const agreed = { attachments: attachments ?? null, attachmentsHash: attachments_hash ?? null };
      return actions.remove(company, id, { expected, ...agreed });
    }
    return actions.update(company, id, { body: readBody(actions.bodies.partial, bound), expected });
  }

  /** Must run after `drawChange`. Uses few statements. Creates nothing unless each record would get a 201. */
  async createTogether(scope: CompanyScope, items: readonly BatchItem[]): Promise<readonly Outcome[]> {
    const uids = items.flatMap(({ resource, body }) => {
      const target = this.#targets.get(resource);
      return target ? namedIn(target.resource, body).map(({ uid }) => uid) : [];
    });
    const madeHere = new Set(items.map(({ body }) => keyIn(body)));
    const known = new Map(
      await knownKeys(
        scope,
        uids.filter((uid) => !madeHere.has(uid)),
      ),
    );
    const outcomes = new Map<BatchItem, Outcome>();
    // Each kind of record comes after the kinds that it refers to.
    for (const [name, { resource, actions }] of this.#targets) {
      const own = items.filter((item) => item.resource === name);
      const bodies = own.map(({ body }) => readBody(actions.bodies.whole, withIds(resource, body, known)));
      for (const [index, { clientUid, id, outcome }] of (await actions.createAll(scope, bodies)).entries()) {
        known.set(clientUid.toLowerCase(), { table: resource.table, recordId: id });
        const item = own[index];
        if (item) outcomes.set(item, outcome);
      }
    }
    return items.map((item) => {
      const outcome = outcomes.get(item);
      if (!outcome) throw notFound();
      return outcome;
    });
  }
}

const uuid = z.uuid();

/** {"client_uid": …} stands for the record with this key. Does not use zod, because this runs for every field. */
export function keyIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('client_uid' in value)) return undefined;
  return typeof value.client_uid === 'string' ? value.client_uid : undefined;
}

interface Named {
  readonly field: string;
  readonly table: string;
  readonly uid: string;
}

function namedIn({ references }: ServerResource, body: unknown): readonly Named[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return references.flatMap(({ field, table }) => {
    const uid = keyIn(Object.getOwnPropertyDescriptor(body, field)?.value);
    return uid === undefined ? [] : [{ field, table, uid }];
  });
}

async function knownKeys(scope: CompanyScope, uids: readonly string[]): Promise<KnownKeys> {
  const asked = uids.filter((uid) => uuid.safeParse(uid).success);
  return asked.length === 0 ? new Map() : findAllKeyed(scope, asked);
}

/** Replaces keys with ids. Throws a 424 for an unknown key. The change was not executed and can be sent again. */
function withIds(resource: ServerResource, body: unknown, known: KnownKeys): unknown {
  const named = namedIn(resource, body);
  if (named.length === 0) return body;
  const ids = named.map(({ field, table, uid }): readonly [string, number] => {
    const keyed = known.get(uid.toLowerCase());
    if (keyed?.table !== table) {
      throw new Problem(424, { detail: 'The record that this refers to has not been created.' });
    }
    return [field, keyed.recordId];
  });
  return { ...Object(body), ...Object.fromEntries(ids) };
}
