import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DiskWatch } from '../db/disk-watch.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { detailBody } from '../http/failure-bodies.ts';
import { unavailable } from '../http/problem.ts';
import { API_HEALTH_PATH, LIVE_PATH, READY_PATH } from '../plugins/health-paths.ts';
import type { Draining } from '../process/draining.ts';

/** A load balancer asks every few seconds, and takes no answer for a bad one. */
const DATABASE_LIMIT_MS = 2_000;

interface HealthServices {
  readonly disk: DiskWatch;
  readonly draining: Draining;
  /** How long the database may take for its answer, in ms. */
  readonly databaseLimitMs?: number | undefined;
}

/** For load balancers and people: whether the process lives, and whether requests should be sent to it. */
export async function healthRoutes(app: FastifyInstance, services: HealthServices): Promise<void> {
  const { disk, draining, databaseLimitMs = DATABASE_LIMIT_MS } = services;
  const databaseAnswers = singleQuestion(async () => {
    // Half of the time may go by in waiting for a connection: then the server is busy, and the database is not asked.
    await disk.db.query('select 1', [], { sender: { name: 'health' }, waitMs: databaseLimitMs / 2 });
    await disk.assertRoom();
  }, databaseLimitMs);
  const live = async () => OK;
  const ready = async () => {
    if (draining.begun) throw unavailable('The server is stopping.');
    await databaseAnswers();
    return OK;
  };
  // Without a redirect from one to the other: a probe would take that for an answer.
  for (const end of ['', '/']) {
    app.get(LIVE_PATH + end, { schema: schemaOf('Whether the process answers', end) }, live);
    app.get(READY_PATH + end, { schema: schemaOf('Whether to send requests here', end) }, ready);
  }
  registerEndpoint(app, API_HEALTH_PATH, {
    GET: { schema: schemaOf('Whether the server and its database answer'), handler: ready },
  });
}

const OK = { status: 'ok' } as const;

function schemaOf(summary: string, end = '') {
  return {
    hide: end !== '',
    tags: ['health'],
    summary,
    security: [],
    response: {
      200: z.object({ status: z.literal('ok') }).describe('OK'),
      503: detailBody.describe('Not at the moment'),
    },
  };
}

/**
 * Asks the database, and fails where the answer takes too long. Who asks while an answer is awaited waits for
 * the same one: a database that hangs is not asked more and more.
 */
function singleQuestion(ask: () => Promise<void>, limitMs: number): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return async () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable('The database does not answer.')), limitMs);
    });
    try {
      await Promise.race([asked, limit]);
    } finally {
      clearTimeout(timer);
    }
  };
}
