import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../config/error-code.ts';
import { HEAD_BYTES } from './media-type.ts';
import { diskNearlyFull, wrongRange } from './refusals.ts';

export interface Received {
  readonly path: string;
  readonly length: number;
  readonly sha256: string;
  /** The first bytes. */
  readonly head: Buffer;
}

/** Disk full, or the quota of the user who runs the server. */
const FULL = ['ENOSPC', 'EDQUOT'];
const LEFT = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Writes bytes to a new file and syncs it. Throws what `tooMany` returns after more than `most` bytes. */
export async function receive(
  bytes: AsyncIterable<Buffer>,
  path: string,
  { most, tooMany }: { readonly most: number; readonly tooMany: () => Error },
): Promise<Received> {
  const hash = createHash('sha256');
  let length = 0;
  let head = Buffer.alloc(0);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > most) throw tooMany();
      hash.update(chunk);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
      yield chunk;
    }
  }
  try {
    await pipeline(watched(), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (FULL.includes(code)) throw diskNearlyFull();
    throw LEFT.includes(code) ? wrongRange('The connection ended before the request did.') : error;
  }
  return { path, length, sha256: hash.digest('hex'), head };
}
