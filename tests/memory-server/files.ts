import { sha256Hex } from '../../src/domain/sha256.ts';
import { fieldsOf, json, notAllowed, notFound, type WireAnswer, type WireRequest } from './wire.ts';

export const FILES_PATH = '/api/v1/files/';

const MIB = 1024 * 1024;
const MOST_STATES = 200;
const HASH = /^[0-9a-f]{64}$/;

/** A part of an unfinished file. */
interface Range {
  readonly from: number;
  /** Of the whole file, as the client says. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

interface Stored {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

type State =
  | { readonly stored: true }
  | { readonly stored: false; readonly have: readonly (readonly [number, number])[] };

const MAGIC: readonly (readonly [mediaType: string, from: number, text: string, most: number])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff', 25 * MIB],
  ['image/png', 0, '\x89PNG\r\n\x1a\n', 25 * MIB],
  ['image/webp', 8, 'WEBP', 25 * MIB],
  ['image/heic', 4, 'ftyp', 25 * MIB],
  ['application/pdf', 0, '%PDF-', 50 * MIB],
];

/** The files of one company, by their SHA-256. */
export class Shelf {
  readonly ranges = new Map<string, readonly Range[]>();
  readonly #stored = new Map<string, Stored>();
  /** Names of files that were here at some time. */
  readonly seen = new Set<string>();
  /** How often `lose` was called. */
  lost = 0;
  isFull = false;
  /** Simulates a server that stops after a file's last range, before it joins them. Once. */
  stopsBeforeJoin = false;
  /** False for a server that knows no header Range. */
  givesParts = true;

  has(sha256: string): boolean {
    return this.#stored.has(sha256);
  }

  /** Names of the files that are here. */
  get names(): readonly string[] {
    return [...this.#stored.keys()];
  }

  bytesOf(sha256: string): Uint8Array | undefined {
    return this.#stored.get(sha256)?.bytes;
  }

  mediaTypeOf(sha256: string): string | undefined {
    return this.#stored.get(sha256)?.mediaType;
  }

  /** Simulates a server that was restored without its files. */
  lose(): void {
    this.lost += 1;
    this.#stored.clear();
    this.ranges.clear();
  }

  /**
   * Simulates the end of the time for which bytes without a row are kept.
   * @param found what a sweep found without a row, perhaps some time ago
   */
  sweep(isNamed: (sha256: string) => boolean, found = this.names): void {
    for (const sha256 of found) if (maySweep(sha256, isNamed)) this.#stored.delete(sha256);
  }

  /** Clears the second half of each range, as a disk does that loses its last writes. */
  spoil(): void {
    for (const [sha256, ranges] of this.ranges) {
      const spoiled = ranges.map((range) => ({
        ...range,
        bytes: range.bytes.slice().fill(0, range.bytes.length / 2),
      }));
      this.ranges.set(sha256, spoiled);
    }
  }

  /** Puts other bytes in the place of a file. */
  replace(sha256: string, bytes: Uint8Array): void {
    this.#stored.set(sha256, { bytes, mediaType: 'image/jpeg' });
  }

  state(sha256: string): State {
    if (this.#stored.has(sha256)) return { stored: true };
    return { stored: false, have: joined(this.ranges.get(sha256) ?? []) };
  }

  put(sha256: string, { from, size, bytes }: Range): WireAnswer {
    if (this.#stored.has(sha256)) return json(200, { stored: true });
    if (this.isFull) return json(507, { detail: 'The server has no room for files.' });
    const to = from + bytes.length;
    if (size === 0) return wrongType();
    if (size > 50 * MIB) return tooLarge();
    if (bytes.length === 0 || to > size) return json(400, { detail: 'The file has no such bytes.' });
    if (bytes.length > MIB && bytes.length < size)
      return json(413, { detail: 'The range is too large.', code: 'range_too_large' });
    const known = this.ranges.get(sha256) ?? [];
    if (known.some((range) => range.size !== size)) return this.#differs(sha256);
    if (from === 0 && bytes.length >= Math.min(16, size)) {
      const refused = refusalOf(bytes, size);
      if (refused) return refused;
    }
    this.ranges.set(sha256, [...known, { from, size, bytes }]);
    return this.#finish(sha256, size);
  }

  /** @param range such as 'bytes=0-99' */
  get(sha256: string, range: string | null = null): WireAnswer {
    const file = this.#stored.get(sha256);
    if (!file) return notFound();
    const headers = { 'content-type': file.mediaType, etag: `"${sha256}"` };
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (from === undefined || !this.givesParts) return { status: 200, text: '', bytes: file.bytes, headers };
    const bytes = file.bytes.subarray(Number(from), Number(last) + 1);
    if (bytes.length === 0) return json(416, { detail: 'The file has no such bytes.' });
    return { status: 206, text: '', bytes, headers };
  }

  #finish(sha256: string, size: number): WireAnswer {
    const whole = new Uint8Array(size);
    const ranges = this.ranges.get(sha256) ?? [];
    const [first, ...others] = joined(ranges);
    if (!first || others.length > 0 || first[0] !== 0 || first[1] !== size)
      return json(200, this.state(sha256));
    if (this.stopsBeforeJoin) {
      this.stopsBeforeJoin = false;
      return json(500, { detail: 'The server stopped.' });
    }
    for (const { from, bytes } of ranges) whole.set(bytes, from);
    if (!isWhole(whole, sha256)) return this.#differs(sha256);
    const refused = refusalOf(whole, size);
    this.ranges.delete(sha256);
    if (refused) return refused;
    this.seen.add(sha256);
    this.#stored.set(sha256, { bytes: whole, mediaType: typeOf(whole)?.[0] ?? '' });
    return json(200, { stored: true });
  }

  #differs(sha256: string): WireAnswer {
    this.ranges.delete(sha256);
    return json(422, { detail: 'The bytes are not those of the file. Begin again.', code: 'hash_differs' });
  }
}

export function isWhole(bytes: Uint8Array<ArrayBuffer>, sha256: string): boolean {
  return sha256Hex(bytes.buffer) === sha256;
}

/** Holds the lock that rows and sweeps share: a row may have come since the sweep looked for one. */
export function maySweep(sha256: string, isNamed: (sha256: string) => boolean): boolean {
  return !isNamed(sha256);
}

/** Answers a request below `FILES_PATH`. */
export function answerFiles(
  shelf: Shelf,
  { method, path, bytes, range = null }: Pick<WireRequest, 'method' | 'path' | 'bytes' | 'range'>,
  body: unknown,
): WireAnswer {
  const [own = '', search] = path.split('?', 2);
  const sha256 = own.slice(FILES_PATH.length).replace(/\/$/, '');
  if (sha256 === 'state')
    return method === 'POST' ? states(shelf, body) : notAllowed(method, 'POST, OPTIONS');
  if (!HASH.test(sha256)) return notFound();
  if (method === 'GET') return shelf.get(sha256, range);
  if (method !== 'PUT') return notAllowed(method, 'PUT, GET, HEAD, OPTIONS');
  const query = new URLSearchParams(search);
  const [from, size] = [query.get('from'), query.get('size')].map((text) =>
    /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN,
  );
  if (from === undefined || size === undefined || Number.isNaN(from + size))
    return json(400, { detail: 'The address must name from and size.' });
  if (!bytes) return json(415, { detail: 'Send the bytes as application/octet-stream.' });
  return shelf.put(sha256, { from, size, bytes });
}

function states(shelf: Shelf, body: unknown): WireAnswer {
  const { files } = fieldsOf(body);
  const hashes: readonly unknown[] = Array.isArray(files) ? files : [];
  const isGood = hashes.every((hash) => typeof hash === 'string' && HASH.test(hash));
  if (!Array.isArray(files) || !isGood || hashes.length > MOST_STATES)
    return json(400, { files: ['Name at most 200 SHA-256 hashes.'] });
  return json(200, Object.fromEntries(hashes.map((hash) => [hash, shelf.state(String(hash))])));
}

/** Joins what touches or overlaps: [[0, 262144]]. */
function joined(ranges: readonly Range[]): [number, number][] {
  const parts: [number, number][] = [];
  for (const { from, bytes } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = parts.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], from + bytes.length);
    else parts.push([from, from + bytes.length]);
  }
  return parts;
}

function typeOf(bytes: Uint8Array) {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return MAGIC.find(([, from, text]) => head.startsWith(text, from));
}

function refusalOf(bytes: Uint8Array, size: number): WireAnswer | null {
  const type = typeOf(bytes);
  if (!type) return wrongType();
  return size > type[3] ? tooLarge() : null;
}

function wrongType(): WireAnswer {
  return json(415, { detail: 'Only pictures and PDF documents are stored.' });
}

function tooLarge(): WireAnswer {
  return json(413, { detail: 'The file is too large.' });
}
