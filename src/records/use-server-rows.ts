import { readCollection } from '../db/meta-rows.ts';
import { allMutations, findByServerId } from '../db/mirror-and-outbox.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import { isForeignRow } from '../domain/ids.ts';
import type { Fields, RecordKind, ServerId } from '../domain/resource-spec.ts';

import { useLiveRead } from './live-read.ts';
import type { RecordRow } from './use-records.ts';

export interface ServerRow extends RecordRow<Fields> {
  /** The row was first seen on the server, so it may duplicate a local record. */
  readonly foreign: boolean;
}

/** `deletedHere`: the row's deletion is waiting to be sent. */
export type Absent = 'notFetched' | 'gone' | 'deletedHere';

/** @param at device time in ms at which the server had the rows */
export function useServerRows(
  resource: RecordKind,
  ids: readonly ServerId[],
  at: number,
): ReadonlyMap<ServerId, ServerRow | Absent> | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, resource), async (tx) => {
        const rows = new Map<ServerId, ServerRow | Absent>();
        for (const id of ids) {
          const record = await findByServerId(tx, resource, id);
          if (!record) rows.set(id, await whyAbsent(tx, { resource, id, at }));
          else if (!record.view) rows.set(id, 'deletedHere');
          else {
            const { localId, serverId, view, mark, seen } = record;
            rows.set(id, { localId, serverId, view, mark, seen, foreign: isForeignRow(record) });
          }
        }
        return rows;
      }),
    [resource, ids.join(' '), at],
  );
}

interface SoughtRow {
  readonly resource: RecordKind;
  readonly id: ServerId;
  /** Device time in ms. */
  readonly at: number;
}

/**
 * A row is gone after a confirmed deletion, or a later complete pull without it. While a sent create is unconfirmed,
 * the row may just be hidden.
 */
async function whyAbsent(tx: Tx, { resource, id, at }: SoughtRow): Promise<Absent> {
  const { removed, complete, pulledAt } = await readCollection(tx, resource);
  if (removed.includes(id)) return 'gone';
  if (!complete || pulledAt === null || pulledAt <= at) return 'notFetched';
  const keptOut = (await allMutations(tx)).some(
    ({ resource: of, kind, state, firstSentAt }) =>
      of === resource && kind === 'create' && state !== 'parked' && firstSentAt !== null,
  );
  return keptOut ? 'notFetched' : 'gone';
}
