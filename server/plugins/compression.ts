import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** In bytes. A smaller response is one network packet either way. */
const WORTH_IT = 1_400;
/** In bytes. Below this size, the event loop compresses faster than a thread can start. */
const AT_ONCE = 16_384;
/** docs/operating.md shows what each setting saves and costs. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** An exponent of two: 256 KB per response instead of 4 MB. */
const BROTLI_WINDOW = 18;
const ENCODING = 'accept-encoding';

/** Excludes responses with tokens, and event streams, which compression would delay. Register before the routes. */
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
    // Also set on an uncompressed response, because another client may get another encoding.
    if (request.routeOptions.config?.large) varyByEncoding(reply);
  });
}

function varyByEncoding(reply: FastifyReply): void {
  const known = String(reply.getHeader('vary') ?? '');
  if (!known.includes(ENCODING)) reply.header('vary', known === '' ? ENCODING : `${known}, ${ENCODING}`);
}
