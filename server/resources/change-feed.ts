import { z } from 'zod';
import { collectionName } from '../../src/domain/resource-spec.ts';
import type { Extensions } from '../config/extensions.ts';
import type { CompanyScope } from '../db/company-scope.ts';
import { cursorText, type FeedCursor } from '../http/feed-cursor.ts';
import { Problem } from '../http/problem.ts';
import { ANSWER_BYTES } from '../http/size-limits.ts';
import { type ChangePlace, deletionsSince, readChangeCounter } from '../repositories/change-feed.ts';
import { readSettingsVersion } from '../repositories/company-settings.ts';
import { type RecordBody, ResourceRepository } from '../repositories/resource-repository.ts';
import { recordSchema } from './record-bodies.ts';
import type { ServerResource } from './server-resource.ts';

export type FeedEntry = { readonly resource: string; readonly id: number } & (
  | { readonly row: RecordBody }
  | { readonly deleted: true }
);

export interface FeedPage {
  readonly cursor: string;
  readonly more: boolean;
  readonly changes: readonly FeedEntry[];
  /** Sent if anything is new. */
  readonly company_settings?: number;
}

export function feedPage(resources: readonly ServerResource[], extensions: Extensions) {
  const [first, ...others] = resources.map((resource) =>
    z.object({
      resource: z.literal(collectionName(resource.spec)),
      id: z.int(),
      row: recordSchema(resource, extensions).optional(),
      deleted: z.literal(true).optional(),
    }),
  );
  if (!first) throw new Error('No kinds of records were given');
  return z.object({
    cursor: z.string(),
    more: z.boolean(),
    changes: z.array(z.discriminatedUnion('resource', [first, ...others])),
    ...(extensions.has('company-settings') ? { company_settings: z.int().optional() } : {}),
  });
}

interface Placed {
  readonly change: number;
  readonly kind: number;
  readonly id: number;
  readonly bytes: number;
  readonly entry: FeedEntry;
}

/** Upper bound for the size of one deletion in a response. */
const TOMBSTONE_BYTES = 100;

const LAST_ID = Number.MAX_SAFE_INTEGER;

/** Serves a company's changes in the order of their commits. */
export class ChangeFeed {
  readonly #hasSettings: boolean;
  readonly #kinds: readonly {
    readonly name: string;
    readonly table: string;
    readonly repository: ResourceRepository;
  }[];

  constructor(resources: readonly ServerResource[], extensions: Extensions) {
    this.#hasSettings = extensions.has('company-settings');
    this.#kinds = resources.map((resource) => ({
      name: collectionName(resource.spec),
      table: resource.table,
      repository: new ResourceRepository(resource, extensions),
    }));
  }

  /** Returns an empty page. All later changes come after its cursor. */
  async begin(scope: CompanyScope): Promise<FeedPage> {
    const { epoch, last } = await readChangeCounter(scope);
    return { cursor: cursorText({ epoch, change: last, within: null }), more: false, changes: [] };
  }

  /**
   * Each record occurs once, in its latest state. A record that changes in the meantime comes again later. Throws a 410
   * if the cursor is from another epoch, or from before deletions that have been forgotten. Calls `hasNews` before rows
   * are read.
   */
  async follow(
    scope: CompanyScope,
    cursor: FeedCursor,
    { limit, hasNews }: { readonly limit: number; readonly hasNews?: () => void },
  ): Promise<FeedPage> {
    const { epoch, last, forgotten } = await readChangeCounter(scope);
    if (cursor.epoch !== epoch || cursor.change > last || cursor.change < forgotten) {
      throw unknownCursor();
    }
    // Changes committed in the meantime have numbers above `last` and come with the next page.
    const isNew = cursor.change !== last || cursor.within !== null;
    if (isNew) hasNews?.();
    const found = isNew ? await this.#read(scope, cursor, { upTo: last, limit: limit + 1 }) : [];
    const page = withRoom(found.slice(0, limit));
    const end = page.at(-1);
    const more = found.length > page.length;
    const reached =
      more && end
        ? { epoch, change: end.change, within: { kind: end.kind, id: end.id } }
        : { epoch, change: last, within: null };
    const settings =
      isNew && this.#hasSettings ? { company_settings: await readSettingsVersion(scope) } : undefined;
    return { cursor: cursorText(reached), more, changes: page.map(({ entry }) => entry), ...settings };
  }

  async #read(
    scope: CompanyScope,
    cursor: FeedCursor,
    { upTo, limit }: { readonly upTo: number; readonly limit: number },
  ): Promise<Placed[]> {
    const placed: Placed[] = [];
    for (const [kind, { name, table, repository }] of this.#kinds.entries()) {
      const range = { after: placeOf(cursor, kind), upTo, limit };
      for (const { id, change, bytes, body } of await repository.changedSince(scope, range)) {
        placed.push({ change, kind, id, bytes, entry: { resource: name, id, row: body } });
      }
      for (const { id, change } of await deletionsSince(scope, table, range)) {
        const entry: FeedEntry = { resource: name, id, deleted: true };
        placed.push({ change, kind, id, bytes: TOMBSTONE_BYTES, entry });
      }
    }
    return placed.sort((a, b) => a.change - b.change || a.kind - b.kind || a.id - b.id).slice(0, limit);
  }
}

/** Also used for a cursor from another server, after a company has moved. */
export function unknownCursor(): Problem {
  return new Problem(410, { detail: 'This cursor is no longer known. Read the collections again.' });
}

/** As many entries as fit into one response, and at least one. */
function withRoom(found: readonly Placed[]): readonly Placed[] {
  let bytes = 0;
  const end = found.findIndex((one, index) => {
    bytes += one.bytes;
    return index > 0 && bytes > ANSWER_BYTES;
  });
  return end < 0 ? found : found.slice(0, end);
}

function placeOf({ change, within }: FeedCursor, kind: number): ChangePlace {
  if (within === null || kind < within.kind) return { change, id: LAST_ID };
  return { change, id: kind === within.kind ? within.id : -1 };
}
