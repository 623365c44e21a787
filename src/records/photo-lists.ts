import { useEffect, useEffectEvent, useState } from 'react';
import type { PhotoWish } from '../db/meta-rows.ts';
import { photoListKey, wishForPhotos } from '../db/photo-lists.ts';
import { keepsFiles } from '../domain/attachment.ts';
import { useLiveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';
import { keyOf, type PhotoParent } from './use-photos.ts';

/** How well the device knows the photos that the server has of some records. */
interface PhotoListState {
  /** Device time in ms as of which all photos are here. Null if the server has never been asked about all records. */
  readonly readAt: number | null;
  readonly isBeingRead: boolean;
  /** Why the last read failed. */
  readonly error: string | null;
  readonly isConnected: boolean;
  /** The server reports new photos by itself. */
  readonly isFollowed: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Has the photos of these records fetched. Without a feed, again each minute. Returns null if the server has none of the
 * records, and undefined until it is read.
 * @param now device time in ms
 */
export function usePhotoList(
  parents: readonly PhotoParent[],
  now: number,
): PhotoListState | null | undefined {
  const [openedAt] = useState(now);
  const state = usePhotoListState(parents);
  const isPolled = state?.isFollowed === false && state.readAt !== null;
  useShownPhotos(parents, isPolled ? Math.floor((now - openedAt) / MINUTE_MS) : 0);
  return state;
}

function usePhotoListState(parents: readonly PhotoParent[]): PhotoListState | null | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.settings, relaxed.meta, async () => {
        const sent = parents.flatMap(({ resource, localId, serverId }) =>
          serverId === undefined ? [] : [{ resource, localId, key: photoListKey(resource, serverId) }],
        );
        if (sent.length === 0) return null;
        const rows = await relaxed.settings.bulkGet(sent.map(({ key }) => key));
        const [request, engine, feed, collection] = await relaxed.meta.bulkGet([
          'request:photos',
          'engine',
          'feed',
          'collection:attachments',
        ]);
        const lists = rows.flatMap((row) => (row && 'feed' in row ? [row] : []));
        const isFollowed = (list: (typeof lists)[number]): boolean => !!feed && list.feed === feed.since;
        const times = lists.map((list) =>
          list.readAt === null
            ? null
            : Math.max(list.readAt, isFollowed(list) ? (collection?.pulledAt ?? 0) : 0),
        );
        const known = times.filter((at) => at !== null);
        return {
          readAt: known.length < sent.length ? null : Math.min(...known),
          isBeingRead: sent.some(({ resource, localId }) =>
            request?.lists.some((wish) => wish.resource === resource && wish.id === localId),
          ),
          error: lists.find(({ error }) => error !== null)?.error ?? null,
          isConnected: (engine?.reasons.length ?? 0) === 0,
          isFollowed: lists.length === sent.length && lists.every(isFollowed),
        };
      }),
    [keyOf(parents)],
  );
}

/**
 * Asks for the photos of records that a screen shows.
 * @param turn asks again when it changes
 */
function useShownPhotos(parents: readonly PhotoParent[], turn: number): void {
  const services = useRecordServices();
  const ask = useEffectEvent(() => {
    const at = services.clock.now();
    const sent = parents.filter(({ serverId }) => serverId !== undefined);
    wish(
      services,
      sent.map(({ resource, localId: id }) => ({ resource, id, at, isShown: true })),
    ).catch((error: unknown) => services.log.error('photos could not be asked for', error));
  });
  const key = keyOf(parents);
  useEffect(() => {
    ask();
    // biome-ignore lint/correctness/useExhaustiveDependencies: other records or another turn need an answer of their own
  }, [services, key, turn]);
}

async function wish({ db: { relaxed } }: RecordServices, wishes: readonly PhotoWish[]): Promise<void> {
  if (wishes.length > 0) await relaxed.transaction('rw', relaxed.meta, (tx) => wishForPhotos(tx, wishes));
}

/** Requests the photos of jobs that no screen shows, so that they are here without a connection. */
export async function wishForJobs(
  { db: { relaxed }, clock }: RecordServices,
  jobs: readonly Pick<PhotoParent, 'localId' | 'serverId'>[],
): Promise<void> {
  const at = clock.now();
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    if (!keepsFiles((await relaxed.meta.get('capabilities'))?.features)) return;
    const sent = jobs.filter(({ serverId }) => serverId !== undefined);
    await wishForPhotos(
      tx,
      sent.map(({ localId: id }) => ({ resource: 'workOrders', id, at, isShown: false })),
    );
  });
}
