import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.ts';
import type { Database } from '../db/database.ts';
import type { FileOwner, FileShelf, SentPart } from '../files/file-shelf.ts';
import { MissingFileError } from '../files/file-storage.ts';
import { endingOf, LARGEST_FILE } from '../files/media-type.ts';
import { byteRangeIn } from '../http/byte-range.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { sha256Field } from '../http/fields.ts';
import { detailBody, notFound, Problem } from '../http/problem.ts';
import { textParameter } from '../http/query-fields.ts';
import { authentication, callerOf, companyOf } from '../plugins/authentication.ts';
import type { StoredFile } from '../repositories/stored-files.ts';

const TAGS = ['files'];
const MOST_STATES = 200;

interface FileServices {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly shelf: FileShelf;
}

const fileParams = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'Not found.' }) });
const fileState = z.object({
  stored: z.boolean(),
  have: z.array(z.tuple([z.int(), z.int()])).optional(),
});
const statesInput = z.object({
  files: z.array(sha256Field()).max(MOST_STATES, {
    error: `Ensure this field has no more than ${MOST_STATES} elements.`,
  }),
});

/** Bytes by their SHA-256, apart from the records that use them. */
export async function fileRoutes(app: FastifyInstance, { db, tokens, shelf }: FileServices): Promise<void> {
  // Bytes go to the disk as they arrive. No other route accepts them.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.addHook('onRequest', authentication(db, tokens));
  const ownerOf = (request: FastifyRequest): FileOwner => ({
    companyId: callerOf(request).companyId,
    rows: companyOf(db, request),
  });
  registerStates(app, shelf, ownerOf);
  registerEndpoint(app, '/api/v1/files/:sha256/', {
    PUT: {
      bodyLimit: LARGEST_FILE,
      schema: {
        tags: TAGS,
        summary: 'Send a file, or a part of it that begins at `from`',
        params: fileParams,
        querystring: z.object({ from: textParameter(), size: textParameter() }),
        response: {
          200: fileState.describe('What is stored'),
          413: detailBody.describe('Too large'),
          415: detailBody.describe('No type that is stored'),
          422: detailBody.describe('The bytes are not those of the hash; all parts were dropped'),
          507: detailBody.describe('There is no space for files'),
        },
      },
      async handler(request) {
        const part = partIn(request.params.sha256, request.query);
        return shelf.put(ownerOf(request), part, bytesOf(request));
      },
    },
    GET: {
      config: { files: true },
      schema: {
        tags: TAGS,
        summary: 'The bytes of a file',
        params: fileParams,
        response: {
          200: z.unknown().describe('The file'),
          206: z.unknown().describe('The part that Range names'),
          304: z.undefined().describe('The client has it'),
          404: detailBody.describe('Not found'),
          416: detailBody.describe('The file has no such bytes'),
        },
      },
      async handler(request, reply) {
        const owner = ownerOf(request);
        const file = await shelf.find(owner, request.params.sha256);
        if (!file) throw notFound();
        return sendFile(request, reply, { shelf, owner, file });
      },
    },
  });
}

function registerStates(
  app: FastifyInstance,
  shelf: FileShelf,
  ownerOf: (request: FastifyRequest) => FileOwner,
): void {
  registerEndpoint(app, '/api/v1/files/state/', {
    POST: {
      schema: {
        tags: TAGS,
        summary: 'Which files, or which parts of them, are stored',
        body: statesInput,
        response: { 200: z.record(z.string(), fileState).describe('By SHA-256') },
      },
      handler: async (request) => shelf.states(ownerOf(request), [...new Set(request.body.files)]),
    },
  });
}

const WHOLE = /^\d{1,12}$/;

function partIn(
  sha256: string,
  query: { readonly from: string | null; readonly size: string | null },
): SentPart {
  const { from, size } = query;
  if (from === null || size === null || !WHOLE.test(from) || !WHOLE.test(size)) {
    const detail = 'The address must name the first byte and the size of the file: ?from=0&size=700123.';
    throw new Problem(400, { detail });
  }
  return { sha256, from: Number(from), size: Number(size) };
}

function bytesOf({ body, headers }: FastifyRequest): AsyncIterable<Buffer> {
  // A refusal must reach the client: leaving the loop may not destroy the connection.
  if (body instanceof Readable) return body.iterator({ destroyOnReturn: false });
  const type = headers['content-type'] ?? '';
  throw new Problem(415, { detail: `Send the bytes as application/octet-stream (this is "${type}").` });
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { shelf, owner, file }: { readonly shelf: FileShelf; readonly owner: FileOwner; readonly file: StoredFile },
): Promise<FastifyReply> {
  const { sha256, size, mediaType } = file;
  const etag = `"${sha256}"`;
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const part = byteRangeIn(request.headers.range, size);
  if (part === null) {
    throw new Problem(416, { detail: 'The file has no such bytes.' }, { 'content-range': `bytes */${size}` });
  }
  const bytes = await shelf.read(owner, file, part).catch((error: unknown) => {
    throw error instanceof MissingFileError ? notFound() : error;
  });
  if (part) reply.code(206).header('content-range', `bytes ${part.from}-${part.to - 1}/${size}`);
  return reply
    .headers({
      'content-type': mediaType,
      'content-length': part ? part.to - part.from : size,
      'content-disposition': `attachment; filename="${sha256.slice(0, 12)}.${endingOf(mediaType)}"`,
    })
    .send(bytes);
}
