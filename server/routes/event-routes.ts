import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../auth/tokens.ts';
import type { Database } from '../db/database.ts';
import { type ChangeSignal, hearOfChanges } from '../events/change-signal.ts';
import { EventStream } from '../events/event-stream.ts';
import { Pokes } from '../events/pokes.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { authentication, callerOf } from '../plugins/authentication.ts';

const WATCH_MS = 60_000;

interface EventServices {
  readonly db: Database;
  readonly tokens: Tokens;
  /** A stream lasts no longer than the access token that it was opened with. */
  readonly accessTokenSeconds: number;
  /** How often it is asked whether the session that a stream belongs to goes on. Default a minute. */
  readonly watchMs?: number | undefined;
  readonly changeSignal: ChangeSignal;
}

/** A stream that tells when the company's book has changed, for as long as the session lasts. */
export async function eventRoutes(app: FastifyInstance, services: EventServices): Promise<void> {
  const { db, tokens, accessTokenSeconds, watchMs = WATCH_MS, changeSignal: signal } = services;
  const pokes = new Pokes();
  const stopHearing = await hearOfChanges({ db, pokes, signal, log: app.log });
  const open = new Set<EventStream>();
  // A stream never ends by itself, and a server that is being stopped waits for its answers.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
    await stopHearing();
  });
  const authenticate = authentication(db, tokens);
  app.addHook('onRequest', authenticate);

  registerEndpoint(app, '/api/v1/sync/events/', {
    GET: {
      schema: {
        tags: ['sync'],
        summary: "Server-sent events: one after each change of the company's book",
        response: { 200: { description: 'text/event-stream' } },
      },
      handler: async (request, reply) => {
        const stream = new EventStream();
        open.add(stream);
        const unsubscribe = pokes.subscribe(callerOf(request).companyId, () => stream.poke());
        const watch = setInterval(() => {
          authenticate(request).catch(() => stream.end());
        }, watchMs);
        const ends = setTimeout(() => stream.end(), accessTokenSeconds * 1000);
        stream.onClose(() => {
          open.delete(stream);
          unsubscribe();
          clearInterval(watch);
          clearTimeout(ends);
        });
        return (
          reply
            .header('content-type', 'text/event-stream; charset=utf-8')
            .header('cache-control', 'no-store')
            // nginx would keep it back until there is more of it.
            .header('x-accel-buffering', 'no')
            .send(stream.readable)
        );
      },
    },
  });
}
