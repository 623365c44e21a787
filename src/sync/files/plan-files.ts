import type { RowOf } from '../../db/meta-rows.ts';
import type { NetworkChoice } from '../../db/tables.ts';
import { earliest, isWaitOver } from '../../domain/waits.ts';

/** Uploads at once. Pulls and changes share the browser's connections. */
const UPLOADS = 2;

export type FilesPause = Pick<RowOf<'filesPause'>, 'why' | 'until'>;

/** The server takes no files until then. */
export interface ServerPause extends FilesPause {
  readonly why: 'serverFull' | 'serverProblem';
  /** Device time in ms. */
  readonly until: number;
}

export interface FileFacts {
  /** Device time in ms. */
  readonly now: number;
  /** A change is due, or was sent and not answered. */
  readonly isChangeDue: boolean;
  /** Names of files that are being sent. */
  readonly busy: ReadonlySet<string>;
  /** The server is being asked which files it has. */
  readonly isAsking: boolean;
  /** Files whose state on the server is known. */
  readonly known: ReadonlySet<string>;
  /** Device times in ms before which a file is not tried again. */
  readonly notBefore: ReadonlyMap<string, number>;
  readonly paused: ServerPause | null;
  readonly network: NetworkChoice;
  /** Null if the browser does not say. */
  readonly isOnWifi: boolean | null;
  /** A person wants the files sent over any network. */
  readonly isPressed: boolean;
}

export interface FilesPlan {
  readonly ask: readonly string[];
  readonly send: readonly string[];
  /** Device time in ms; null waits until something changes. */
  readonly dueAt: number | null;
  /** Why no file is sent although some wait. */
  readonly pause: FilesPause | null;
}

const NOTHING: FilesPlan = { ask: [], send: [], dueAt: null, pause: null };

/** Waits set by the server or a failure last at most this long, in ms. */
const FILES_REST_MAX_MS = 30 * 60_000;

/**
 * @param hashes files that the server may lack, in the order in which to send them
 * @param most how many the server may be asked about
 */
export function planFiles(hashes: readonly string[], facts: FileFacts, most: number): FilesPlan {
  const { now, busy, known, isAsking } = facts;
  const pause = hashes.length === 0 ? null : pauseIn(facts);
  if (pause) return { ...NOTHING, dueAt: pause.until, pause };
  if (facts.isChangeDue || hashes.length === 0) return NOTHING;
  const waits = (hash: string): number => facts.notBefore.get(hash) ?? 0;
  const due = hashes.filter((hash) => !busy.has(hash) && isOver(waits(hash), now));
  const later = hashes.filter((hash) => !busy.has(hash) && !isOver(waits(hash), now));
  const dueAt = earliest(later.map(waits));
  const free = UPLOADS - busy.size - (isAsking ? 1 : 0);
  const next = due.slice(0, Math.max(0, free));
  const [first] = next;
  // Without an answer about the next file, nothing behind it is known either.
  if (first !== undefined && !known.has(first) && !isAsking)
    return { ...NOTHING, ask: due.filter((hash) => !known.has(hash)).slice(0, most), dueAt };
  return { ...NOTHING, send: next.filter((hash) => known.has(hash)), dueAt };
}

function pauseIn(facts: FileFacts): FilesPause | null {
  const { paused, now, network, isOnWifi } = facts;
  if (paused && !isOver(paused.until, now)) return paused;
  if (mayUseNetwork(facts)) return null;
  return { why: network === 'wifi' && isOnWifi === false ? 'notOnWifi' : 'whenPressed', until: null };
}

export function mayUseNetwork({
  network,
  isOnWifi,
  isPressed,
}: Pick<FileFacts, 'network' | 'isOnWifi' | 'isPressed'>): boolean {
  return isPressed || network === 'always' || (network === 'wifi' && isOnWifi === true);
}

function isOver(at: number, now: number): boolean {
  return isWaitOver(at, now, FILES_REST_MAX_MS);
}
