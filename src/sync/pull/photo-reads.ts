import type { PhotoWish } from '../../db/meta-rows.ts';
import { keepsFiles } from '../../domain/attachment.ts';
import { earliest, isWaitOver } from '../../domain/waits.ts';
import { FileRests } from '../files/file-rests.ts';
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

/** In ms. What a screen asked for longer ago is read as if no screen waited. */
const SHOWN_MS = 10 * 60_000;
/** In ms. A server that allows few requests may otherwise spend them all on lists. */
const OVERDUE_MS = 60_000;
/** The name under which looking at the records that stay on the device rests. */
const CHECK = 'check';

/**
 * Reads lists of photos, one at a time. Each that fails rests alone. What it knows is also in the database, apart from
 * the rests.
 */
export class PhotoReads {
  readonly #context: SyncContext;
  readonly #rests: FileRests;
  #checkedAt: number | null = null;
  /** The feed at that time. */
  #checkedFeed: number | null = null;
  /** Device time in ms of the last attempt to read a list; of the start before the first. */
  #triedAt: number;

  constructor(context: SyncContext) {
    this.#context = context;
    this.#triedAt = context.clock.now();
    this.#rests = new FileRests(context.random);
  }

  /** A person asked, or the device has another connection. */
  resetBackoff(): void {
    this.#rests.endAll();
  }

  due({ features, meta }: Poll, { now, restUntil }: Moment): PhotosDue {
    if (!keepsFiles(features)) return { shownAt: null, othersAt: null, isOverdue: false };
    const { lists = [] } = meta.get('request:photos') ?? {};
    const shown = onScreen(lists, now);
    const readAt = (wish: PhotoWish): number => this.#afterRest(nameOf(wish), now);
    const others = lists.filter((wish) => !shown.includes(wish)).map(readAt);
    const checkAt = this.#checkAt(meta, now);
    const othersAt = earliest([...others, checkAt]);
    return {
      shownAt: earliest(shown.map(readAt)),
      othersAt: othersAt === null ? null : Math.max(othersAt, restUntil),
      isOverdue: others.length > 0 && isWaitOver(this.#triedAt + OVERDUE_MS, now, OVERDUE_MS),
    };
  }

  /** Returns `now` if it does not rest. */
  #afterRest(name: string, now: number): number {
    const until = this.#rests.notBefore.get(name) ?? now;
    return isWaitOver(until, now) ? now : until;
  }

  #checkAt(meta: Poll['meta'], now: number): number | null {
    const rested = this.#afterRest(CHECK, now);
    const feed = meta.get('feed')?.since ?? null;
    if (this.#checkedAt === null || this.#checkedAt > now || this.#checkedFeed !== feed) return rested;
    return feed === null ? Math.max(this.#checkedAt + CHECK_MS, rested) : null;
  }

  async run({ meta }: Poll): Promise<WorkResult> {
    const now = this.#context.clock.now();
    const { lists = [] } = meta.get('request:photos') ?? {};
    this.#rests.keepOnly(new Set([CHECK, ...lists.map(nameOf)]));
    const wish = this.#next(lists, now);
    const name = wish ? nameOf(wish) : CHECK;
    let failed = true;
    try {
      if (!wish) {
        await (await import('./kept-photos.ts')).wishForKeptPhotos(this.#context);
        this.#checkedAt = this.#context.clock.now();
        this.#checkedFeed = meta.get('feed')?.since ?? null;
        failed = false;
        return NOTHING;
      }
      this.#triedAt = now;
      const read = await (await import('./read-photos.ts')).readPhotos(this.#context, wish);
      failed = read.failed;
      return read.work;
    } finally {
      if (failed) this.#rests.rest(name, this.#context.clock.now());
      else this.#rests.end(name);
    }
  }

  /** Undefined if all rest. */
  #next(lists: readonly PhotoWish[], now: number): PhotoWish | undefined {
    const due = lists.filter((wish) => this.#afterRest(nameOf(wish), now) <= now);
    const [shown] = onScreen(lists, now).filter((wish) => due.includes(wish));
    return shown ?? due.filter(({ isShown }) => isShown).sort(newestFirst)[0] ?? due[0];
  }
}

/** A screen that asks again does not wait for the rest of what it asked before. */
function nameOf({ resource, id, at }: PhotoWish): string {
  return `${resource}/${id}/${at}`;
}

/** Returns the wishes of the screen that asked last. People have left the others. */
function onScreen(lists: readonly PhotoWish[], now: number): readonly PhotoWish[] {
  const shown = lists.filter(({ isShown, at }) => isShown && at <= now && now - at < SHOWN_MS);
  const lastAt = Math.max(...shown.map(({ at }) => at));
  return shown.filter(({ at }) => at === lastAt);
}

function newestFirst(one: PhotoWish, other: PhotoWish): number {
  return other.at - one.at;
}
