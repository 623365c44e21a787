import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { S3Bucket } from '../config/config.ts';
import { diskRoom } from './disk-room.ts';
import {
  type BytePart,
  type DiskRoom,
  type FileFacts,
  type FileStorage,
  MissingFileError,
  StorageUnavailableError,
} from './file-storage.ts';
import { LARGEST_FILE } from './media-type.ts';

/** For an answer without bytes, all repetitions included. A request of the app fails after 30 s. */
const TIMEOUT_MS = 15_000;
/** In bytes per ms. Behind a slow line, a large file takes minutes; the app asks later whether it is stored. */
const SLOWEST = 64;
const RETRIES = 3;
const MISSING = 404;

function timeLimit(bytes: number): AbortSignal {
  return AbortSignal.timeout(TIMEOUT_MS + Math.ceil(bytes / SLOWEST));
}

/** Keeps files in a bucket that all servers share. Files that are still being written are on this machine's disk. */
export class S3Storage implements FileStorage {
  readonly scratch: string;
  readonly #client: AwsClient;
  readonly #url: string;

  constructor(dataDir: string, { url, ...keys }: S3Bucket) {
    this.scratch = join(resolve(dataDir), 'incoming', 'unfinished');
    this.#client = new AwsClient({ ...keys, service: 's3', retries: RETRIES });
    this.#url = url.replace(/\/+$/, '');
  }

  /** Measures the disk that holds unfinished files. The embedded database may be on it too. */
  room(): Promise<DiskRoom> {
    return diskRoom(this.scratch);
  }

  async keep(key: string, path: string): Promise<void> {
    const body = await readFile(path);
    // The storage compares it with the bytes that arrive.
    const sha256 = createHash('sha256').update(body).digest('hex');
    const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' };
    const signal = timeLimit(body.length);
    await this.#ask('PUT', this.#objectUrl(key), { headers, body: new Uint8Array(body), signal });
    await rm(path, { force: true });
  }

  async read(key: string, part?: BytePart): Promise<Readable> {
    const headers = part ? { range: `bytes=${part.from}-${part.to - 1}` } : {};
    const signal = timeLimit(part ? part.to - part.from : LARGEST_FILE);
    const answer = await this.#ask('GET', this.#objectUrl(key), { headers, signal });
    if (!answer?.body) throw new MissingFileError(key);
    // The types of the browser and of Node differ.
    return Readable.fromWeb(answer.body as ReadableStream);
  }

  async list(folder: string): Promise<readonly string[]> {
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` });
      if (token !== undefined) query.set('continuation-token', token);
      const answer = await this.#ask('GET', `${this.#url}?${query.toString()}`);
      const xml = (await answer?.text()) ?? '';
      // Our keys have no characters that XML escapes.
      for (const [, key] of xml.matchAll(/<Key>([^<]+)<\/Key>/g)) if (key !== undefined) keys.push(key);
      token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1];
    } while (token !== undefined);
    return keys;
  }

  async stat(key: string): Promise<FileFacts | null> {
    const answer = await this.#ask('HEAD', this.#objectUrl(key));
    if (!answer) return null;
    const { headers } = answer;
    return {
      size: headers.has('content-length') ? Number(headers.get('content-length')) : null,
      changedAt: Date.parse(headers.get('last-modified') ?? ''),
    };
  }

  async remove(key: string, withinMs = TIMEOUT_MS): Promise<void> {
    await this.#ask('DELETE', this.#objectUrl(key), { signal: AbortSignal.timeout(withinMs) });
  }

  #objectUrl(key: string): string {
    return `${this.#url}/${key}`;
  }

  /** Returns null for 404. Repeats a request after a 429 or 5xx. */
  async #ask(method: string, url: string, sent: RequestInit = {}): Promise<Response | null> {
    const what = `${method} ${new URL(url).pathname}`;
    const signal = sent.signal ?? timeLimit(0);
    const answer = await this.#client.fetch(url, { ...sent, method, signal }).catch((error: unknown) => {
      throw new StorageUnavailableError(what, error);
    });
    if (answer.ok) return answer;
    const reason = await answer.text();
    if (answer.status === MISSING && !reason.includes('NoSuchBucket')) return null;
    throw new StorageUnavailableError(`${what}: ${answer.status} ${reason.slice(0, 500)}`);
  }
}
