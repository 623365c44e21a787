import { type Answer, asObject, jsonObject, readRecord, type WireRecord } from '../domain/answer.ts';
import { collectionName, type RecordKind, type ServerId, type Wire } from '../domain/resource-spec.ts';
import { RECORD_KINDS, RESOURCE_NAMES, resourceSpecs, specOf } from '../domain/resource-specs.ts';
import type { AnnouncedRules, ServerRules } from '../domain/server-rules.ts';
import type { AuthorizedSend } from './authorized.ts';
import type { HttpRequest } from './http-client.ts';
import { z } from './schema.ts';

const CHANGES_PATH = '/api/v1/sync/changes/';
const BATCH_PATH = '/api/v1/sync/batch/';
const CHANGES_LIMIT = 500;

/** `refresh-grace` is not one of them: the app repeats an unanswered refresh anyway. */
export const FEATURES = [
  'client-uid',
  'if-match',
  'changes',
  'batch',
  'events',
  'sign-out',
  'company-settings',
  'field-rules',
  'attachments',
] as const;
export type Feature = (typeof FEATURES)[number];

const announcement = z.object({ sync: z.object({ v: z.literal(1), features: z.array(z.string()) }) });

export function announcedIn(profile: unknown): Feature[] {
  const read = announcement.safeParse(profile);
  return read.success ? FEATURES.filter((feature) => read.data.sync.features.includes(feature)) : [];
}

const fieldRule = z.object({
  max_length: z.int().positive().optional().catch(undefined),
  blank: z.boolean().optional().catch(undefined),
  blank_with: z.string().optional().catch(undefined),
  unique: z.boolean().optional().catch(undefined),
  shape: z.enum(['email', 'phone']).optional().catch(undefined),
});
const announcedRules = z.object({
  sync: z.object({
    v: z.literal(1),
    features: z.array(z.string()),
    rules: z.record(z.string(), z.record(z.string(), fieldRule)),
  }),
});

export function rulesAnnouncedIn(profile: unknown): AnnouncedRules | null {
  const read = announcedRules.safeParse(profile);
  if (!read.success || !read.data.sync.features.includes('field-rules')) return null;
  const { rules } = read.data.sync;
  const known = RESOURCE_NAMES.flatMap((name) => {
    const fields = rules[collectionName(resourceSpecs[name])];
    return fields ? [[name, readRules(fields)] as const] : [];
  });
  return Object.fromEntries(known);
}

function readRules(fields: Readonly<Record<string, z.output<typeof fieldRule>>>): ServerRules {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { max_length, blank, blank_with, unique, shape }]) => [
      field,
      {
        ...(max_length === undefined ? {} : { maxLength: max_length }),
        ...(blank === false ? { mayBeBlank: false } : {}),
        ...(blank_with === undefined ? {} : { blankWith: blank_with }),
        ...(unique === true ? { isUnique: true } : {}),
        ...(shape === undefined ? {} : { shape }),
      },
    ]),
  );
}

/** `record` is null if the record was deleted. */
export interface FeedChange {
  readonly resource: RecordKind;
  readonly id: ServerId;
  readonly record: WireRecord | null;
}

export interface FeedPage {
  readonly cursor: string;
  readonly more: boolean;
  readonly changes: readonly FeedChange[];
  readonly settings: number | undefined;
}

/** A null `cursor` requests the current cursor. */
export function requestChanges(
  send: AuthorizedSend,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Answer> {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}&limit=${CHANGES_LIMIT}`;
  return send({ method: 'GET', path: CHANGES_PATH + query, signal });
}

const feedPage = z.object({
  cursor: z.string().min(1),
  more: z.boolean(),
  changes: z.array(z.unknown()),
  company_settings: z.int().optional().catch(undefined),
});

/** Leaves out unknown kinds, and rows without a usable id. */
export function feedPageIn(answer: Answer): FeedPage | null {
  const read = feedPage.safeParse(jsonObject(answer));
  if (!read.success) return null;
  const changes = read.data.changes.map(readChange).filter((change) => change !== null);
  const { cursor, more, company_settings: settings } = read.data;
  return { cursor, more, changes, settings };
}

function readChange(value: unknown): FeedChange | null {
  const change = asObject(value);
  const resource = RECORD_KINDS.find((name) => collectionName(specOf(name)) === change?.['resource']);
  const named = readRecord(change);
  if (!resource || !named) return null;
  if (change?.['deleted'] === true) return { resource, id: named.id, record: null };
  const record = readRecord(change?.['row']);
  return record && record.id === named.id ? { resource, id: named.id, record } : null;
}

/** The server executes each mutation of a batch on its own, in order. */
export interface BatchItem {
  /** Repeated in the result. */
  readonly id: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly resource: string;
  readonly record?: ServerId;
  readonly if_match?: number;
  /** The most attachments that a deletion may take with it. */
  readonly attachments?: number;
  /** The hash of the attachments' ids. */
  readonly attachments_hash?: string;
  readonly body?: Wire;
}

/** Takes at most 200 mutations. */
export function sendBatch(
  send: AuthorizedSend,
  mutations: readonly BatchItem[],
  options: Pick<HttpRequest, 'timeoutMs' | 'signal' | 'mayRepeat'>,
): Promise<Answer> {
  return send({ method: 'POST', path: BATCH_PATH, body: { mutations }, ...options });
}

const batchResults = z.object({
  results: z.array(z.object({ id: z.string(), status: z.int().min(100).max(599), body: z.unknown() })),
});

export function batchResultsIn(answer: Answer): ReadonlyMap<string, Answer> | null {
  const read = batchResults.safeParse(jsonObject(answer));
  if (!read.success) return null;
  return new Map(
    read.data.results.map(({ id, status, body }) => [
      id,
      {
        kind: 'response',
        status,
        body: body === null || body === undefined ? { kind: 'empty' } : { kind: 'json', value: body },
        retryAfter: null,
      },
    ]),
  );
}
