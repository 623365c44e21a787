/*
 * The entry of `rescue`: the form of a file with unsent work. Next, read save-rescue.ts and load-rescue.ts.
 *
 *   {"format": …, "version": 1, …}\n    the head, in plain text
 *   {"origin": …, "lanes": […], …}      the manifest
 *   bytes of photos, one after another  in the order of the manifest's `files`
 *
 * Photos are not in the JSON, so that neither side ever holds more than one of them in memory. With a passphrase, the
 * manifest and each photo are encrypted, each by itself.
 */
import type { Hashing, Seal, Sealing } from '../../domain/ports.ts';
import { hashOf } from '../../domain/sha256.ts';
import { type Manifest, manifestIn } from './manifest.ts';
import { type Problem, RescueError } from './rescue-error.ts';
import { isCount, isText, orNull, parsed, shape } from './shapes.ts';

const RESCUE_FORMAT = 'restoration-crm-unsent-work';
const RESCUE_VERSION = 1;

/** As OWASP advises for PBKDF2 with SHA-256. A slow phone takes a second or two. */
const ROUNDS = 600_000;
/** More would only freeze the device. */
const ROUNDS_MAX = 10 * ROUNDS;
/** AES-GCM appends a tag of this many bytes to each part. */
const TAG_BYTES = 16;
/** A head is shorter. */
const HEAD_MAX = 4096;

interface Head {
  readonly format: typeof RESCUE_FORMAT;
  readonly version: number;
  /** Bytes of the manifest, and of all that follows the head. */
  readonly manifest: number;
  readonly bytes: number;
  /** Of the manifest as stored. The manifest has the hashes of the photos. */
  readonly sha256: string;
  readonly seal: { readonly salt: string; readonly rounds: number } | null;
}

export interface RescuePorts extends Hashing {
  sealing(): Promise<Sealing | null>;
}

/** Collects the parts of a file. A Blob holds its bytes outside the page's memory. */
export class RescueWriter {
  readonly #ports: RescuePorts;
  readonly #key: { readonly seal: Seal; readonly salt: string } | null;
  readonly #parts: Blob[] = [];

  private constructor(ports: RescuePorts, key: { readonly seal: Seal; readonly salt: string } | null) {
    this.#ports = ports;
    this.#key = key;
  }

  /** @throws RescueError if there is a passphrase and this device cannot encrypt */
  static async begin(ports: RescuePorts, passphrase: string): Promise<RescueWriter> {
    if (passphrase === '') return new RescueWriter(ports, null);
    const sealing = await ports.sealing();
    if (!sealing) throw new RescueError('cannotDecrypt');
    const salt = sealing.newSalt();
    return new RescueWriter(ports, { salt, seal: await sealing.sealWith(passphrase, salt, ROUNDS) });
  }

  async add(bytes: ArrayBuffer): Promise<void> {
    const n = this.#parts.length + 1;
    this.#parts.push(new Blob([await this.#sealed(n, bytes)]));
  }

  async end(manifest: Manifest): Promise<Blob> {
    const bytes = await this.#sealed(0, new TextEncoder().encode(JSON.stringify(manifest)).buffer);
    const head: Head = {
      format: RESCUE_FORMAT,
      version: RESCUE_VERSION,
      manifest: bytes.byteLength,
      bytes: this.#parts.reduce((sum, { size }) => sum + size, bytes.byteLength),
      sha256: await hashOf(this.#ports, bytes),
      seal: this.#key && { salt: this.#key.salt, rounds: ROUNDS },
    };
    // Without a type, Safari would show the head as text.
    const type = 'application/octet-stream';
    return new Blob([`${JSON.stringify(head)}\n`, bytes, ...this.#parts], { type });
  }

  async #sealed(n: number, bytes: ArrayBuffer): Promise<ArrayBuffer> {
    return this.#key ? this.#key.seal.seal(n, bytes) : bytes;
  }
}

/** A file whose manifest was read and checked. */
export interface OpenedRescue {
  readonly manifest: Manifest;
  /** Returns the bytes of the nth file. @throws RescueError if they are damaged */
  readonly bytesOf: (n: number) => Promise<ArrayBuffer>;
}

/** @throws RescueError */
export async function openRescue(ports: RescuePorts, file: Blob, passphrase: string): Promise<OpenedRescue> {
  const { head, start } = await readHead(file);
  const rest = file.size - start;
  if (rest < head.bytes) throw new RescueError('cut');
  if (rest > head.bytes) throw new RescueError('damaged');
  const stored = await bytesIn(file, start, head.manifest);
  if ((await hashOf(ports, stored)) !== head.sha256) throw new RescueError('damaged');
  const seal = head.seal && (await sealOf(ports, head.seal, passphrase));
  const bytes = seal ? await opened(seal.open(0, stored), 'wrongPassphrase') : stored;
  const manifest = manifestIn(new TextDecoder().decode(bytes));
  const extra = seal ? TAG_BYTES : 0;
  const offsets = [start + head.manifest];
  for (const { size } of manifest.files) offsets.push((offsets.at(-1) ?? 0) + size + extra);
  if (offsets.at(-1) !== file.size) throw new RescueError('damaged');
  return {
    manifest,
    bytesOf: async (n) => {
      const { sha256, size } = manifest.files[n] ?? { sha256: '', size: 0 };
      const part = await bytesIn(file, offsets[n] ?? 0, size + extra);
      const found = seal ? await opened(seal.open(n + 1, part), 'damaged') : part;
      if ((await hashOf(ports, found)) !== sha256) throw new RescueError('damaged');
      return found;
    },
  };
}

async function bytesIn(file: Blob, from: number, size: number): Promise<ArrayBuffer> {
  // The card or the cloud that held the file may be gone.
  const bytes = await opened(file.slice(from, from + size).arrayBuffer(), 'cut');
  if (bytes.byteLength !== size) throw new RescueError('cut');
  return bytes;
}

async function opened(bytes: Promise<ArrayBuffer>, problem: Problem): Promise<ArrayBuffer> {
  return bytes.catch((cause: unknown) => {
    throw new RescueError(problem, { cause });
  });
}

async function sealOf(
  ports: RescuePorts,
  { salt, rounds }: NonNullable<Head['seal']>,
  passphrase: string,
): Promise<Seal> {
  if (passphrase === '') throw new RescueError('needsPassphrase');
  const sealing = await ports.sealing();
  if (!sealing) throw new RescueError('cannotDecrypt');
  return sealing.sealWith(passphrase, salt, rounds);
}

async function readHead(file: Blob): Promise<{ readonly head: Head; readonly start: number }> {
  const first = new Uint8Array(await bytesIn(file, 0, Math.min(HEAD_MAX, file.size)));
  const end = first.indexOf(0x0a);
  const head = end < 0 ? null : parsed(new TextDecoder().decode(first.subarray(0, end)));
  if (head?.['format'] !== RESCUE_FORMAT || typeof head['version'] !== 'number')
    throw new RescueError('foreign');
  if (head['version'] > RESCUE_VERSION) throw new RescueError('newer');
  if (!isHead(head)) throw new RescueError('damaged');
  return { head, start: end + 1 };
}

const isHead = shape<Head>({
  format: (value): value is Head['format'] => value === RESCUE_FORMAT,
  version: isCount,
  manifest: isCount,
  bytes: isCount,
  sha256: isText,
  seal: orNull(
    shape<NonNullable<Head['seal']>>({
      salt: (value): value is string => isText(value) && /^(?:[\da-f]{2}){8,64}$/.test(value),
      rounds: (value): value is number => isCount(value) && value <= ROUNDS_MAX,
    }),
  ),
});
