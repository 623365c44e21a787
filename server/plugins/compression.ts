import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A smaller answer is one packet of the network either way. In bytes. */
const WORTH_IT = 1_400;
/** Up to here the event loop compresses an answer in less time than a thread needs to begin. In bytes. */
const AT_ONCE = 16_384;
/** What each saves and costs is in docs/operating.md. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** The window of brotli, as a power of two: 256 KB for each answer under way in the place of 4 MB. */
const BROTLI_WINDOW = 18;
const ENCODING = 'accept-encoding';

/**
 * Compresses the answers of routes that are marked as large (lists, the feed, batches) for clients that take it. Before
 * the routes. Not the answers that hold tokens, and no stream of events, which it would hold back.
 */
export async function compressLargeAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: false,
    encodings: ['br', 'gzip'],
    threshold: WORTH_IT,
    syncThreshold: AT_ONCE,
    zlibOptions: { level: GZIP_LEVEL },
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    },
  });
  app.addHook('onSend', async (request, reply) => {
    // Also of an answer that is sent as it is: another client would have been given another one.
    if (request.routeOptions.config?.large) varyByEncoding(reply);
  });
}

function varyByEncoding(reply: FastifyReply): void {
  const known = String(reply.getHeader('vary') ?? '');
  if (!known.includes(ENCODING)) reply.header('vary', known === '' ? ENCODING : `${known}, ${ENCODING}`);
}
