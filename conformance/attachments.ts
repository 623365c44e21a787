import { createHash } from 'node:crypto';
import type { ServerId } from '../src/domain/resource-spec.ts';
import type { CheckContext } from './check-context.ts';
import type { Exchange } from './client.ts';
import { inWords, isGone, isSuccess, objectIn, recordOf, statusOf } from './exchange.ts';

export const ATTACHMENTS_PATH = '/api/v1/attachments/attachments/';
export const FILES_PATH = '/api/v1/files/';

/** A JPEG of one gray pixel, without its first two bytes. */
const PIXEL =
  '/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk/9sAQwEcHh4oIyhOKytOpG5dbqSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk/8AAEQgAAQABAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAC/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCgAf/Z';
const START = [0xff, 0xd8];
/** A comment, and the length of its text and of the length itself. */
const COMMENT = [0xff, 0xfe];

const DOCUMENT = Buffer.from('%PDF-1.4\n% Conformance check: documents stay\n');
/** The keys of documents. Only a server that deleted one needs another. */
const documentKey = (n: number): string => `019a1f00-0000-7000-8000-d0c0000000${String(n).padStart(2, '0')}`;
const DOCUMENTS_MOST = 20;

export interface TestFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** Returns a picture that no other run has, of about `length` bytes. */
function testPicture(text: string, length = 400): TestFile {
  const comment = Buffer.from(text.padEnd(length));
  const size = comment.length + 2;
  const bytes = Buffer.concat([
    Buffer.from([...START, ...COMMENT, size >> 8, size & 0xff]),
    comment,
    Buffer.from(PIXEL, 'base64'),
  ]);
  return { bytes, sha256: hashOf(bytes) };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Files and attachments of one run. */
export class TestAttachments {
  readonly #context: CheckContext;
  readonly #made = new Set<ServerId>();
  #number = 0;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  picture(length?: number): TestFile {
    this.#number += 1;
    return testPicture(`Conformance check ${this.#context.run}-${this.#number}`, length);
  }

  put(sha256: string, bytes: Uint8Array, { from = 0, size = bytes.length } = {}): Promise<Exchange> {
    return this.#context.ask('PUT', `${FILES_PATH}${sha256}/?from=${from}&size=${size}`, { bytes });
  }

  get(sha256: string): Promise<Exchange> {
    return this.#context.ask('GET', `${FILES_PATH}${sha256}/`);
  }

  /** A picture that is on the server. */
  stored(): Promise<TestFile & { readonly exchange: Exchange }> {
    return this.#context.once('attachments.file', async () => {
      const file = this.picture();
      return { ...file, exchange: await this.put(file.sha256, file.bytes) };
    });
  }

  /** Notes the row, so that it is deleted in the end. */
  async post(body: object): Promise<Exchange> {
    const exchange = await this.#context.ask('POST', ATTACHMENTS_PATH, { body });
    const record = recordOf(exchange);
    if (record) this.#made.add(record.id);
    return exchange;
  }

  /** Posts a document without a record. It should never be deleted, so it is the same one in every run. */
  async document(): Promise<Exchange> {
    const sha256 = hashOf(DOCUMENT);
    await this.put(sha256, DOCUMENT);
    for (let n = 0; ; n += 1) {
      const body = { kind: 'document', name: 'Conformance check.pdf', sha256, client_uid: documentKey(n) };
      const exchange = await this.post(body);
      if (statusOf(exchange) !== 410 || n === DOCUMENTS_MOST) return exchange;
    }
  }

  /** Leaves the row where it is in the end. */
  leave(id: ServerId): void {
    this.#made.delete(id);
  }

  /** Returns what is left behind, and why. Bytes without a row are the server's to delete. */
  async removeAll(): Promise<readonly { readonly what: string; readonly because: string }[]> {
    const left: { what: string; because: string }[] = [];
    for (const id of this.#made) {
      const because = await this.#remove(attachmentPath(id));
      if (because !== null) left.push({ what: `attachment ${id}`, because });
    }
    return left;
  }

  /** Returns why it is still there. */
  async #remove(path: string): Promise<string | null> {
    const exchange = await this.#context.ask('DELETE', path);
    if (isGone(exchange)) return null;
    if (!isSuccess(exchange)) return inWords(exchange);
    const isThere = recordOf(await this.#context.ask('GET', path)) !== null;
    return isThere ? `${inWords(exchange)}, and it is still there` : null;
  }
}

export function attachmentPath(id: ServerId): string {
  return `${ATTACHMENTS_PATH}${encodeURIComponent(id)}/`;
}

/** Returns true for 200 with {"stored": true}. */
export function isStored(exchange: Exchange): boolean {
  return objectIn(exchange)?.['stored'] === true;
}
