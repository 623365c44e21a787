import { createHash } from 'node:crypto';
import { type Answer, send } from './send.ts';
import type { TestServer } from './server.ts';

const BEGINNINGS = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [...Buffer.from('RIFF\0\0\0\0WEBP')],
  heic: [...Buffer.from('\0\0\0\x18ftypheic')],
  pdf: [...Buffer.from('%PDF-1.7')],
} as const;

export type FileFormat = keyof typeof BEGINNINGS;

/** Returns `length` bytes that start like a file of this format. Another text makes another file. */
export function fileOf(format: FileFormat, text: string, length = 200): Buffer {
  const bytes = Buffer.alloc(length, `${text} `);
  bytes.set(BEGINNINGS[format]);
  return bytes;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Part {
  readonly from?: number;
  readonly to?: number;
  /** What the client says. */
  readonly size?: number | string;
  readonly sha256?: string;
  readonly type?: string;
}

/** Answers to bytes: the server has the whole file, or these ranges of it. */
export const STORED = { status: 200, json: { stored: true } };
export const has = (...have: readonly (readonly [number, number])[]) => ({
  status: 200,
  json: { stored: false, have },
});

/** Returns what the server has of these files. */
export async function statesOf(
  server: TestServer,
  token: string,
  files: readonly string[],
): Promise<unknown> {
  return (await send(server, 'POST /api/v1/files/state/', { token, body: { files } })).json;
}

/** Sends a file, or the bytes of it from `from` to `to`. */
export function putFile(
  server: TestServer,
  token: string,
  bytes: Buffer,
  { from = 0, to = bytes.length, size = bytes.length, sha256 = hashOf(bytes), type }: Part = {},
): Promise<Answer> {
  return send(server, `PUT /api/v1/files/${sha256}/?from=${from}&size=${size}`, {
    token,
    raw: bytes.subarray(from, to),
    headers: { 'content-type': type ?? 'application/octet-stream' },
  });
}

export async function getFile(
  server: TestServer,
  token: string,
  sha256: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{
  readonly status: number;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}> {
  const {
    statusCode,
    rawPayload,
    headers: told,
  } = await server.app.inject({
    method: 'GET',
    url: `/api/v1/files/${sha256}/`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: statusCode, bytes: rawPayload, headers: told };
}

/** Stores a picture, and returns its hash. */
export async function storedPicture(server: TestServer, token: string, text: string): Promise<string> {
  const bytes = fileOf('jpeg', text);
  const { status, json } = await putFile(server, token, bytes);
  if (status !== 200) throw new Error(`The picture was refused: ${JSON.stringify(json)}`);
  return hashOf(bytes);
}
