import { keepsFiles } from '../../domain/attachment.ts';
import { backoff, isWaitOver } from '../../domain/waits.ts';
import type { Poll } from '../poll.ts';
import { NOTHING, type SyncContext, type WorkResult } from '../sync-context.ts';
import type { PhotosDue } from './plan-pull.ts';

/** In ms. Without a feed, photos of records that stay on the device are looked at again after this. */
const CHECK_MS = 30 * 60_000;

/** Device times in ms. */
interface Moment {
  readonly now: number;
  /** Until then, only reads that a screen waits for are made. */
  readonly restUntil: number;
}

/** Reads lists of photos, one at a time. What it knows is also in the database. */
export class PhotoReads {
  readonly #context: SyncContext;
  #failures = 0;
  #restUntil = 0;
  #checkedAt: number | null = null;
  /** The feed at that time. */
  #checkedFeed: number | null = null;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** A person asked, or the device has another connection. */
  resetBackoff(): void {
    this.#restUntil = 0;
  }

  due({ features, meta }: Poll, { now, restUntil }: Moment): PhotosDue {
    if (!keepsFiles(features)) return { shownAt: null, othersAt: null };
    const { lists = [] } = meta.get('request:photos') ?? {};
    const readAt = isWaitOver(this.#restUntil, now) ? now : this.#restUntil;
    const checkAt = lists.length > 0 ? readAt : this.#checkAt(meta.get('feed')?.since ?? null, now);
    return {
      shownAt: lists.some(({ isShown }) => isShown) ? readAt : null,
      othersAt: checkAt === null ? null : Math.max(checkAt, restUntil),
    };
  }

  #checkAt(feed: number | null, now: number): number | null {
    if (this.#checkedAt === null || this.#checkedAt > now || this.#checkedFeed !== feed) return now;
    return feed === null ? this.#checkedAt + CHECK_MS : null;
  }

  async run({ meta }: Poll): Promise<WorkResult> {
    const { clock, random } = this.#context;
    const { lists = [] } = meta.get('request:photos') ?? {};
    const wish = lists.find(({ isShown }) => isShown) ?? lists[0];
    let failed = true;
    try {
      if (!wish) {
        await (await import('./kept-photos.ts')).wishForKeptPhotos(this.#context);
        this.#checkedAt = clock.now();
        this.#checkedFeed = meta.get('feed')?.since ?? null;
        failed = false;
        return NOTHING;
      }
      const read = await (await import('./read-photos.ts')).readPhotos(this.#context, wish);
      failed = read.failed;
      return read.work;
    } finally {
      this.#failures = failed ? this.#failures + 1 : 0;
      this.#restUntil = failed ? clock.now() + backoff(this.#failures, random) : 0;
    }
  }
}
