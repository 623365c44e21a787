import type { RowOf } from '../../db/meta-rows.ts';
import type { FileRow, NetworkChoice } from '../../db/tables.ts';
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
  /** A file is being fetched. */
  readonly isFetching: boolean;
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
  readonly fetch: WantedFile | null;
  /** Device time in ms; null waits until something changes. */
  readonly dueAt: number | null;
  /** Why no file is sent, or no original fetched, although some wait. */
  readonly pause: FilesPause | null;
}

export type WantedFile = Pick<FileRow, 'sha256' | 'size' | 'isThumb'>;

type UploadPlan = Omit<FilesPlan, 'fetch'>;

const NO_UPLOAD: UploadPlan = { ask: [], send: [], dueAt: null, pause: null };

/** Waits set by the server or a failure last at most this long, in ms. */
const FILES_REST_MAX_MS = 30 * 60_000;

/** @param most how many files the server may be asked about */
export function planFiles(
  { hashes, wanted }: { readonly hashes: readonly string[]; readonly wanted: readonly WantedFile[] },
  facts: FileFacts,
  most: number,
): FilesPlan {
  const uploads = planUploads(hashes, facts, most);
  const originals = wanted.filter(({ isThumb }) => !isThumb);
  const mayFetch = [...wanted.filter(({ isThumb }) => isThumb), ...(mayUseNetwork(facts) ? originals : [])];
  const isBlocked = facts.isChangeDue || facts.isFetching;
  const { due, dueAt } = isBlocked ? NOTHING_DUE : dueNow(hashesOf(mayFetch), facts);
  const isHeld = originals.length > 0 && !mayUseNetwork(facts);
  return {
    ...uploads,
    fetch: mayFetch.find(({ sha256 }) => sha256 === due[0]) ?? null,
    dueAt: earliest([uploads.dueAt, dueAt]),
    pause: uploads.pause ?? (isHeld ? networkPause(facts) : null),
  };
}

function hashesOf(files: readonly WantedFile[]): string[] {
  return files.map(({ sha256 }) => sha256);
}

interface Due {
  readonly due: readonly string[];
  /** Device time in ms at which the next file has rested. */
  readonly dueAt: number | null;
}

const NOTHING_DUE: Due = { due: [], dueAt: null };

function dueNow(hashes: readonly string[], { now, notBefore }: FileFacts): Due {
  const waits = (hash: string): number => notBefore.get(hash) ?? 0;
  const rests = (hash: string): boolean => !isOver(waits(hash), now);
  return { due: hashes.filter((hash) => !rests(hash)), dueAt: earliest(hashes.filter(rests).map(waits)) };
}

/** @param hashes files that the server may lack, in the order in which to send them */
function planUploads(hashes: readonly string[], facts: FileFacts, most: number): UploadPlan {
  const { busy, known, isAsking } = facts;
  if (hashes.length === 0) return NO_UPLOAD;
  const { paused, now } = facts;
  if (paused && !isOver(paused.until, now)) return { ...NO_UPLOAD, dueAt: paused.until, pause: paused };
  // The person chose when to send. Asking what the server has sends no photo.
  const pause = mayUseNetwork(facts) ? null : networkPause(facts);
  if (facts.isChangeDue) return { ...NO_UPLOAD, pause };
  const idle = hashes.filter((hash) => !busy.has(hash));
  const { due, dueAt } = dueNow(idle, facts);
  const free = UPLOADS - busy.size - (isAsking ? 1 : 0);
  const next = due.slice(0, Math.max(0, free));
  const [first] = next;
  const unknown = due.filter((hash) => !known.has(hash));
  // Without an answer about the next file, nothing behind it is known either.
  const isAnswerDue = pause ? unknown.length > 0 : first !== undefined && !known.has(first);
  if (isAnswerDue && !isAsking) return { ...NO_UPLOAD, ask: unknown.slice(0, most), dueAt, pause };
  if (pause) return { ...NO_UPLOAD, dueAt, pause };
  return { ...NO_UPLOAD, send: next.filter((hash) => known.has(hash)), dueAt };
}

function networkPause({ network, isOnWifi }: FileFacts): FilesPause {
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
