import { z } from 'zod';
import { collectionName } from '../../src/domain/resource-spec.ts';
import type { CompanyDoor, CompanyScope } from '../db/company-scope.ts';
import { notFound, Problem } from '../http/problem.ts';
import { findKeyed } from '../repositories/client-uids.ts';
import type { Expected } from './expected-version.ts';
import type { Outcome, RecordActions } from './record-actions.ts';
import type { ServerResource } from './server-resource.ts';

/** So many changes go into one request. */
const BATCH_LIMIT = 200;

const item = z.object({
  id: z.string().min(1).max(100),
  method: z.enum(['POST', 'PATCH', 'DELETE']),
  resource: z.string(),
  record: z.union([z.int().min(1), z.string().regex(/^\d{1,16}$/)]).optional(),
  if_match: z.int().min(0).optional(),
  body: z.unknown().optional(),
});

export const batchInput = z.object({
  mutations: z.array(item).max(BATCH_LIMIT, {
    error: `Ensure this field has no more than ${BATCH_LIMIT} elements.`,
  }),
});

type Item = z.infer<typeof item>;

export interface BatchTarget {
  readonly resource: ServerResource;
  readonly actions: RecordActions;
}

/**
 * Carries out many changes in their order, each by itself as if it had been sent alone: one that fails holds up none
 * behind it but those that refer to what it would have made.
 */
export class Batch {
  readonly #targets: ReadonlyMap<string, BatchTarget>;

  constructor(targets: readonly BatchTarget[]) {
    this.#targets = new Map(targets.map((target) => [collectionName(target.resource.spec), target]));
  }

  async carryOut(company: CompanyDoor, { method, resource, record, if_match, body }: Item): Promise<Outcome> {
    const target = this.#targets.get(resource);
    if (!target) throw notFound(`There is no collection '${resource}'.`);
    const { actions } = target;
    const bound = await this.#bound(company, target, body);
    if (method === 'POST') return actions.create(company, bound);
    const id = Number(record ?? Number.NaN);
    if (!Number.isSafeInteger(id)) throw notFound();
    const expected: Expected = if_match === undefined ? null : new Set([if_match]);
    const change = { body: bound, expected };
    return method === 'PATCH' ? actions.update(company, id, change) : actions.remove(company, id, change);
  }

  /** The body with ids where {"client_uid": …} stands for a record that may have been made in the same batch. */
  async #bound(company: CompanyDoor, { resource }: BatchTarget, body: unknown): Promise<unknown> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const named = resource.references.flatMap(({ field, table }) => {
      const uid = keyIn(Object.getOwnPropertyDescriptor(body, field)?.value);
      return uid === undefined ? [] : [{ field, table, uid }];
    });
    if (named.length === 0) return body;
    return company.within(async (scope) => {
      const bound: Record<string, unknown> = { ...body };
      for (const { field, table, uid } of named) bound[field] = await idOf(scope, table, uid);
      return bound;
    });
  }
}

const key = z.object({ client_uid: z.string() });
const uuid = z.uuid();

function keyIn(value: unknown): string | undefined {
  const read = key.safeParse(value);
  return read.success ? read.data.client_uid : undefined;
}

/** 424 where nothing was made with the key: the change was not carried out, and can be sent again. */
async function idOf(scope: CompanyScope, table: string, uid: string): Promise<number> {
  const keyed = uuid.safeParse(uid).success ? await findKeyed(scope, uid) : undefined;
  if (keyed?.table !== table) {
    throw new Problem(424, { detail: 'The record that this refers to has not been made.' });
  }
  return keyed.recordId;
}
