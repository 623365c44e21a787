import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.ts';
import type { ChangeSignal } from '../config/change-signal.ts';
import type { Database } from '../db/database.ts';
import { ChangeEvents } from '../events/change-events.ts';
import { EventStream, SLOWEST_BEAT, USUAL_BEAT } from '../events/event-stream.ts';
import { OpenStreams } from '../events/open-streams.ts';
import { watchChanges } from '../events/watch-changes.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { detailBody } from '../http/failure-bodies.ts';
import { Problem, throttled } from '../http/problem.ts';
import { limitField } from '../http/query-fields.ts';
import { authentication, callerOf } from '../plugins/authentication.ts';

const WATCH_MS = 60_000;
/** To somebody who has too many streams open, in seconds. The app asks for another one later by itself. */
const LATER_SECONDS = 60;

interface EventServices {
  readonly db: Database;
  readonly tokens: Tokens;
  /** A stream lasts no longer than the access token that it was opened with. */
  readonly accessTokenSeconds: number;
  /** How often it is asked whether the session that a stream belongs to goes on. Default a minute. */
  readonly watchMs?: number | undefined;
  readonly streams?: OpenStreams | undefined;
  readonly changeSignal: ChangeSignal;
}

/** A stream that tells when the company's data has changed, for as long as the session lasts. */
export async function eventRoutes(app: FastifyInstance, services: EventServices): Promise<void> {
  const { db, tokens, streams = new OpenStreams() } = services;
  const changes = new ChangeEvents();
  const stopWatching = await watchChanges({ db, changes, signal: services.changeSignal, log: app.log });
  // A stream never ends by itself, and a server that is being stopped waits for its answers.
  app.addHook('preClose', async () => {
    streams.endAll();
    await stopWatching();
  });
  const authenticate = authentication(db, tokens);
  app.addHook('onRequest', authenticate);

  registerEndpoint(app, '/api/v1/sync/events/', {
    GET: {
      // Nobody would read the stream, and it would stay open.
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
        // It may have gone away while it was asked who it is.
        if (request.socket.destroyed) stream.close();
        return reply.headers(STREAM_HEADERS).send(stream.readable);
      },
    },
  });
}

const eventSchema = {
  tags: ['sync'],
  summary: "Server-sent events: one after each change of the company's data",
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
  // nginx would keep it back until there is more of it.
  'x-accel-buffering': 'no',
};

/** Ends a stream with its session, or with the access token that it was opened with. Returns a function that stops this. */
function endWithSession(
  stream: EventStream,
  authenticate: () => Promise<void>,
  { accessTokenSeconds, watchMs = WATCH_MS }: EventServices,
): () => void {
  const watch = setInterval(() => {
    // A database that is busy or away says nothing of a session; to open all streams anew would ask more of it.
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
