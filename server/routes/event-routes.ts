import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.ts';
import type { ChangeSignal } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { ChangeEvents } from '../events/change-events.ts';
import { EventStream, OpenStreams, SLOWEST_BEAT, USUAL_BEAT } from '../events/event-stream.ts';
import { watchChanges } from '../events/watch-changes.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { detailBody, Problem, throttled } from '../http/problem.ts';
import { limitField } from '../http/query-fields.ts';
import { authentication, callerOf } from '../plugins/authentication.ts';

const WATCH_MS = 60_000;
/** For Retry-After. The app retries by itself. */
const LATER_SECONDS = 60;

interface EventServices {
  readonly db: Database;
  readonly tokens: Tokens;
  /** A stream lasts no longer than this. */
  readonly accessTokenSeconds: number;
  /** Default one minute. */
  readonly watchMs?: number | undefined;
  readonly streams?: OpenStreams | undefined;
  readonly changeSignal: ChangeSignal;
}

export async function eventRoutes(app: FastifyInstance, services: EventServices): Promise<void> {
  const { db, tokens, streams = new OpenStreams() } = services;
  const changes = new ChangeEvents();
  const stopWatching = await watchChanges({ db, changes, signal: services.changeSignal, log: app.log });
  // Streams do not end by themselves, and a stopping server waits for its responses.
  app.addHook('preClose', async () => {
    streams.endAll();
    await stopWatching();
  });
  const authenticate = authentication(db, tokens);
  app.addHook('onRequest', authenticate);

  registerEndpoint(app, '/api/v1/sync/events/', {
    GET: {
      // A HEAD request would leave a stream open that nobody reads.
      exposeHeadRoute: false,
      schema: eventSchema,
      async handler(request, reply) {
        const { id, companyId } = callerOf(request);
        if (!streams.hasRoom(id)) throw throttled(LATER_SECONDS);
        const stream = new EventStream(request.query.beat);
        streams.add(id, stream);
        const unsubscribe = changes.subscribe(companyId, () => stream.notify());
        const stopTimers = endWithSession(stream, () => authenticate(request), services);
        stream.onClose(() => {
          unsubscribe();
          stopTimers();
        });
        reply.raw.once('close', () => stream.close());
        // The client may have disconnected during authentication.
        if (request.socket.destroyed) stream.close();
        return reply.headers(STREAM_HEADERS).send(stream.readable);
      },
    },
  });
}

const eventSchema = {
  tags: ['sync'],
  summary: "Server-sent events: one after each change to the company's data",
  querystring: z.object({
    beat: limitField({ min: USUAL_BEAT, max: SLOWEST_BEAT, usual: USUAL_BEAT }),
  }),
  produces: ['text/event-stream'],
  response: {
    200: z.string().describe('OK'),
    429: detailBody.describe('Too many streams of this user are open'),
  },
};

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Otherwise nginx would buffer the stream.
  'x-accel-buffering': 'no',
};

/** Ends a stream when its session ends, or after an access token's lifetime. */
function endWithSession(
  stream: EventStream,
  authenticate: () => Promise<void>,
  { accessTokenSeconds, watchMs = WATCH_MS }: EventServices,
): () => void {
  const watch = setInterval(() => {
    // A busy or unreachable database says nothing about the session, and reopening all streams would add to its
    // load.
    authenticate().catch((error: unknown) => {
      if (error instanceof Problem && error.status === 401) stream.end();
    });
  }, watchMs);
  const ends = setTimeout(() => stream.end(), accessTokenSeconds * 1000);
  return () => {
    clearInterval(watch);
    clearTimeout(ends);
  };
}
