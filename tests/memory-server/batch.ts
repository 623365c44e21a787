import type { Company } from './company.ts';
import { collectionOf, KIND_NAMES, KINDS, kindAt, REFERENCES } from './kinds.ts';
import { fieldsOf } from './wire.ts';

export const BATCH_PATH = '/api/v1/sync/batch/';

type Body = Readonly<Record<string, unknown>>;

export interface BatchItem {
  readonly id: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly resource: string;
  readonly record?: number | string;
  readonly if_match?: number;
  readonly attachments?: number;
  readonly attachments_hash?: string;
  readonly body?: Body;
}

export function batchItems(body: unknown): readonly BatchItem[] {
  const { mutations } = fieldsOf(body);
  return Array.isArray(mutations) ? (mutations as BatchItem[]) : [];
}

/** The path that a mutation of a batch would have had alone; null for a kind that there is not. */
export function pathOf({ resource, record, attachments, attachments_hash }: BatchItem): string | null {
  const name = KIND_NAMES.find((one) => collectionOf(one) === resource);
  if (!name) return null;
  const query = new URLSearchParams();
  if (attachments !== undefined) query.set('attachments', String(attachments));
  if (attachments_hash !== undefined) query.set('attachments_hash', attachments_hash);
  const item = record === undefined ? '' : `${encodeURIComponent(String(record))}/`;
  return `${KINDS[name].path}${item}${query.size > 0 ? `?${query}` : ''}`;
}

/** A body with ids where keys stood; null where no row that is there has such a key. */
export function withoutKeys(company: Company, path: string, body: Body): Body | null {
  const plain: Record<string, unknown> = { ...body };
  const resource = kindAt(path);
  for (const [field, to] of resource ? REFERENCES[resource] : []) {
    const { client_uid: uid } = fieldsOf(body[field]);
    if (uid === undefined) continue;
    const row = company.keyed(to, uid);
    if (!row) return null;
    plain[field] = company.idOf(row.id);
  }
  return plain;
}
