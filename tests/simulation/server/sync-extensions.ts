import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../../src/domain/resource-specs.ts';
import type { Company } from './company.ts';
import { fieldsIn, json, type WireAnswer, type WireRequest } from './wire.ts';

export const CHANGES_PATH = '/api/v1/sync/changes/';
export const BATCH_PATH = '/api/v1/sync/batch/';

/** One page of the feed of what has changed since a cursor. */
export function changesPage(company: Company, query: string): WireAnswer {
  const asked = new URLSearchParams(query);
  const cursor = asked.get('cursor');
  const from = cursor === null ? company.log.length : Number(cursor.replace(/^e\d+-/, ''));
  if (cursor !== null && !cursor.startsWith(`e${company.epoch}-`)) {
    return json(410, { detail: 'This cursor is of another time.' });
  }
  const to = Math.min(company.log.length, from + Math.min(3, Number(asked.get('limit') ?? 3)));
  const newest = new Map(
    company.log.slice(from, to).map((entry) => [`${entry.resource}/${entry.id}`, entry]),
  );
  const changes = [...newest.values()].map(({ resource, id }) => {
    const row = company.of(resource).find((one) => one.id === id);
    const named = { resource: lastPart(resource), id: company.idOf(id) };
    return row ? { ...named, row: company.shown(resource, row) } : { ...named, deleted: true };
  });
  return json(200, { cursor: `e${company.epoch}-${to}`, more: to < company.log.length, changes });
}

export interface BatchItem {
  readonly id: string;
  readonly method: WireRequest['method'];
  readonly resource: string;
  readonly record?: number | string;
  readonly if_match?: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Each mutation of a batch as if it had been sent alone. */
export function batchItems(text: string): BatchItem[] {
  const { mutations } = fieldsIn(text);
  return Array.isArray(mutations) ? (mutations as BatchItem[]) : [];
}

/** The path that a mutation of a batch would have had alone; null for a kind that there is not. */
export function pathOf({ resource, record }: BatchItem): string | null {
  const name = RESOURCE_NAMES.find((one) => lastPart(one) === resource);
  if (!name) return null;
  return record === undefined
    ? specOf(name).path
    : `${specOf(name).path}${encodeURIComponent(String(record))}/`;
}

/** The body with ids in place of keys; null where a key belongs to no row. */
export function withoutKeys(
  company: Company,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const plain: Record<string, unknown> = { ...body };
  for (const [field, value] of Object.entries(body)) {
    if (typeof value !== 'object' || value === null || !('client_uid' in value)) continue;
    const number = company.uids.get(`customers/${String(value.client_uid)}`);
    const row = company.of('customers').find(({ id }) => id === number);
    if (!row) return null;
    plain[field] = company.idOf(row.id);
  }
  return plain;
}

function lastPart(resource: ResourceName): string {
  return specOf(resource).path.split('/').at(-2) ?? resource;
}
